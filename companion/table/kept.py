"""What the store keeps beside the games: the group's preferences, and the stickers of its cards."""

import sqlite3
from typing import Final

from companion.game.cards import CARDS
from companion.table.stickers import Sticker

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS preference (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sticker (tag TEXT PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL);
"""


def preferences(db: sqlite3.Connection) -> dict[str, str]:
    """The preferences; damaged rows are left out."""
    rows = db.execute("SELECT key, value FROM preference").fetchall()
    return {key: value for key, value in rows if isinstance(key, str) and isinstance(value, str)}


def prefer(db: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a preference."""
    db.execute("INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)", (key, value))


def stickers(db: sqlite3.Connection) -> dict[str, Sticker]:
    """Every sticker by its tag, in the order of their enrolment; damaged rows are left out."""
    rows = db.execute("SELECT tag, deck, card FROM sticker ORDER BY rowid").fetchall()
    good = [row for row in rows if all(isinstance(value, str) for value in row) and row[2] in CARDS]
    return {tag: Sticker(deck, CARDS[card]) for tag, deck, card in good}


def enrol(db: sqlite3.Connection, tag: str, sticker: Sticker | None) -> None:
    """Keep a sticker, or forget it."""
    db.execute("DELETE FROM sticker WHERE tag = ?", (tag,))
    if sticker is not None:
        row = (tag, sticker.deck, str(sticker.card))
        db.execute("INSERT INTO sticker (tag, deck, card) VALUES (?, ?, ?)", row)
