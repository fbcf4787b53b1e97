"""Packets: what a broker may send; a client of MQTT that reads nothing else.

A broker is asked to keep longer packets to itself, and for no more than QoS 1. One that is old or
hostile sends them all the same, and paho-mqtt would keep up to 256 MiB of each.
"""

from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.errors import CompanionError

MOST_BYTES: Final = 1 << 17
"""Of a packet."""
_OTHER_VERSION: Final = b"\x00\x84\x00"
"""A refusal by MQTT 5, without its first two bytes: unsupported protocol version."""


class BadPacket(CompanionError):
    """A packet that no broker sends which keeps to what it was asked for."""


class BrokerClient(paho.Client):
    """A client of MQTT 5 that raises BadPacket where it would read too much."""

    def __init__(self, client_id: str) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id, protocol=paho.MQTTv5)

    def read(self) -> None:
        """Read what came, in place of `loop_read`."""
        self.loop_read()
        if self._in_messages:  # paho-mqtt keeps them until the broker releases each
            raise BadPacket("sends messages with QoS 2, which nobody asked for")

    def _handle_connack(self) -> MQTTErrorCode:
        """Take the answer of MQTT 3.1.1, which has no properties, as that of another version."""
        if self._in_packet["remaining_length"] == 2:
            self._in_packet["packet"] = bytearray(_OTHER_VERSION)
        return super()._handle_connack()

    def _handle_disconnect(self) -> None:
        """Hand on why the broker hangs up: paho-mqtt drops a reason that nothing follows."""
        if self._in_packet["remaining_length"]:
            self._in_packet["remaining_length"] = max(3, self._in_packet["remaining_length"])
        super()._handle_disconnect()

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read; paho-mqtt asks for a whole packet once it knows its length."""
        if bufsize > MOST_BYTES:
            raise BadPacket(f"sends a packet of {bufsize} bytes, and {MOST_BYTES} are read at most")
        return super()._sock_recv(bufsize)


def limits() -> Properties:
    """Return the properties with which a connection is opened."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MOST_BYTES
    return properties
