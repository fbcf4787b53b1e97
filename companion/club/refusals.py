"""Why a broker cannot be told: one sentence for each way in which it says no, and what to do."""

import socket
import ssl
from collections.abc import Mapping
from typing import Final

from paho.mqtt.reasoncodes import ReasonCode

from companion.club.settings import Broker
from companion.errors import CompanionError

MESSAGE_BYTES: Final = 2048
"""The largest message is a state, which has fewer."""
_LOGIN: Final = "look at user, and at the password"
_ADVICE: Final[Mapping[int, str]] = {
    0x84: "take a newer broker, of MQTT 5",
    0x85: "it must let {client} in",
    0x86: _LOGIN,
    0x87: _LOGIN,
    0x8A: "it must let {client} in",
    0x8C: _LOGIN,
    0x8E: (
        "another device connects as {client} too; of a card that was copied, give one device a new"
        " /etc/machine-id"
    ),
    0x90: "it must let {user} have a last will",
    0x95: f"it must take packets of {MESSAGE_BYTES} bytes (in Mosquitto: max_packet_size)",
    0x97: "it must give {user} more room, or forget something that it keeps",
    0x9A: "it must keep messages (in Mosquitto: retain_available true)",
    0x9B: "it must take QoS 1 (in Mosquitto: max_qos 1)",
}
"""What to do about a broker that says no, by its reason (MQTT 5, 2.4). Waiting does not help."""
_NO_ANSWER: Final = 0x8D
_NO_REASON: Final = (0x00, 0x80)
_UNREACHED: Final[Mapping[type[Exception], str]] = {
    ssl.SSLCertVerificationError: (
        "the certificate of {where} is refused ({reason}): look at ca, at the name in broker, and"
        " at this computer's clock"
    ),
    ssl.SSLError: "there is no TLS with {where} ({reason}): look at tls, port and ca",
    socket.gaierror: "{host} is the name of no computer here ({reason}): look at broker",
    Exception: "no broker at {where} ({reason}): does it run, is the port right{tls}?",
}


class Trouble(CompanionError):
    """Why there is no connection, or why the broker does not take a message."""


def needs_advice(reason: ReasonCode) -> bool:
    """Return True if waiting alone does not help."""
    return reason.value in _ADVICE


def refused_entry(broker: Broker, client: str, reason: ReasonCode) -> Trouble:
    """Return why the broker does not let this device in."""
    who = f"the user {broker.user!r}" if broker.user else "who has no user"
    what = who if _ADVICE.get(reason.value) == _LOGIN else "the connection"
    return Trouble(f"{broker.where} refuses {what}{_told(broker, client, reason)}")


def refused_message(broker: Broker, client: str, reason: ReasonCode, topic: str) -> Trouble:
    """Return why the broker does not take a message."""
    denied = ""
    if _ADVICE.get(reason.value, _LOGIN) == _LOGIN:
        spare = ", or set home_assistant = false" if topic.startswith("homeassistant/") else ""
        denied = f"its access list must let {{user}} write there{spare}"
    told = _told(broker, client, reason, denied)
    return Trouble(f"{broker.where} does not take {topic}{told}")


def lost_connection(
    broker: Broker, client: str, reason: ReasonCode, was_connected: bool
) -> Trouble:
    """Return why the connection ended, or never came about."""
    if was_connected:
        told = _told(broker, client, reason)
        return Trouble(f"the connection to {broker.where} is lost{told}")
    if reason.value == _NO_ANSWER:
        return no_answer(broker)
    tls = "" if broker.tls else ", does it want TLS"
    return Trouble(f"{broker.where} hangs up at once: is it a broker of MQTT 5{tls}?")


def no_answer(broker: Broker) -> Trouble:
    """Return that nothing came of a connection in time."""
    return Trouble(f"{broker.where} does not answer as an MQTT broker: is the port right?")


def unreached(broker: Broker, error: Exception) -> Trouble:
    """Return why a broker cannot be reached at all."""
    reason = getattr(error, "verify_message", None) or getattr(error, "reason", None)
    reason = reason or getattr(error, "strerror", None) or str(error) or type(error).__name__
    facts = {"where": broker.where, "host": broker.host, "reason": reason}
    facts["tls"] = ", does it speak TLS" if broker.tls else ""
    said = [sentence for kind, sentence in _UNREACHED.items() if isinstance(error, kind)]
    return Trouble(said[0].format(**facts))


def no_packet(broker: Broker, error: Exception) -> Trouble:
    """Return that what the broker sent cannot be read."""
    why = f"no packet of MQTT 5 ({error!r}): is it a broker that you know?"
    return Trouble(f"{broker.where} sends {why}")


def _told(broker: Broker, client: str, reason: ReasonCode, advice: str = "") -> str:
    """Return the broker's reason in words, if it has one, and what to do unless to wait."""
    advice = advice or _ADVICE.get(reason.value, "")
    advice = advice.format(client=client, user=broker.user or "this device")
    told = "" if reason.value in _NO_REASON else f" ({reason})"
    return told + (f": {advice}" if advice else "")
