"""A club in a thread of this process: tables with their bridges, a real broker, and the board
beside them, and the ranking as its page has it.
"""

from pathlib import Path
from typing import Any, Self

from companion.club.board.board import ClubBoard
from companion.journal.sitting import EMPTY, Sitting
from companion.onlooking.settings import BoardSettings, BridgeSettings, Broker
from tests.club.bridges import Bridged
from tests.rig.loops import Loop
from tests.rig.mosquitto import Mosquitto
from tests.rig.waiting import until


class Club(Loop):
    """A broker, its tables, and a board."""

    def __init__(self, folder: Path, *lines: str) -> None:
        super().__init__()
        self.folder = folder
        self.broker = Mosquitto(folder / "broker", *lines)
        self.broker.start()
        self.tables: list[Bridged] = []
        self.server: ClubBoard | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def settings(self) -> Broker:
        return Broker("127.0.0.1", self.broker.port)

    @property
    def board(self) -> Any:
        assert self.server is not None
        return self.server

    def open(self, name: str, first: Sitting = EMPTY) -> Bridged:
        """Return a table that is there once this returns."""
        settings = BridgeSettings(self.settings, name=name, players=True)
        number = f"{len(self.tables) + 1:012x}"
        self.tables.append(Bridged(self.folder, settings, first, table=number))
        until(lambda: self.tables[-1].ready, 20)
        return self.tables[-1]

    def start_board(self, host: str = "127.0.0.1", port: int = 0, **settings: Any) -> None:
        self.begin(self._serve(BoardSettings(self.settings, port, host, **settings)))
        until(lambda: (self.server and self.server.port) or self.running.done())

    def stop_board(self) -> None:
        if self.server is not None:
            self.running.cancel()
            connections = self.server.connections
            until(lambda: not len(connections))
            self.server = None

    def stop(self) -> None:
        self.stop_board()
        for table in self.tables:
            table.stop()
        self.broker.stop()
        super().stop()

    async def _serve(self, settings: BoardSettings) -> None:
        server = ClubBoard(settings)
        server.listen()
        self.server = server
        await server.run()


Known = dict[tuple[str, int], dict[str, Any]]


def heard(known: Known, news: dict[str, Any]) -> Known:
    """Return the games of a page once it was told this."""
    out = set(map(tuple, news["without"]))
    kept = {} if news["whole"] else {key: game for key, game in known.items() if key not in out}
    return kept | {(game["table"], game["game"]): game for game in news["games"]}


def ranked(known: Known) -> list[dict[str, Any]]:
    """Return the groups in their order, each with its games in theirs and their places."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for game in sorted(known.values(), key=lambda one: [*one["order"], one["table"], one["game"]]):
        games = groups.setdefault(game["group"], [])
        shares = games and games[-1]["order"][:3] == game["order"][:3]
        games.append({**game, "place": games[-1]["place"] if shares else len(games) + 1})
    order = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        {
            "edition": games[0][
                "edition" if len({game["edition"] for game in games}) == 1 else "rules"
            ],
            "players": games[0]["players"],
            "games": games,
        }
        for _, games in order
    ]
