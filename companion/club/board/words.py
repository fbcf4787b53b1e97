"""Words that only the board needs, beside those of the page."""

from typing import Final

from companion.web import words
from companion.web.words import Texts, fill_in, typeset_all

_TEXTS: Final[Texts] = {
    "en": {
        "title": "Club night",
        "tables": "Tables",
        "ranking": "The evening",
        "ranking_whole": "The evening's ranking",
        "ranking_none": "No game has ended yet.",
        "ranking_place": "Place",
        "ranking_table": "Table",
        "ranking_points": "Points",
        "ranking_verdict": "Verdict",
        "ranking_ended": "Ended",
        "table_unnamed": "Table {id}",
        "table_offline": "away",
        "table_later": "speaks a later version",
        "table_none": "no game yet",
        "table_gone": "This table is not here any more.",
        "tables_count": "{count} tables",
        "tables_count_one": "{count} table",
        "no_tables": "No table yet. Each table's bridge tells the broker of it.",
        "next_table": "Next table",
        "previous_table": "Previous table",
        "all_tables": "All tables",
        "away": "The broker is away",
        "waiting": "Looking for the board …",
        "bad_host": (
            "This address is not the board's: use its computer's, or add this one to its settings."
        ),
    },
    "de": {
        "title": "Clubabend",
        "tables": "Tische",
        "ranking": "Der Abend",
        "ranking_whole": "Die Rangliste des Abends",
        "ranking_none": "Noch ist kein Spiel zu Ende.",
        "ranking_place": "Platz",
        "ranking_table": "Tisch",
        "ranking_points": "Punkte",
        "ranking_verdict": "Urteil",
        "ranking_ended": "Ende",
        "table_unnamed": "Tisch {id}",
        "table_offline": "weg",
        "table_later": "spricht eine spätere Version",
        "table_none": "noch kein Spiel",
        "table_gone": "Diesen Tisch gibt es hier nicht mehr.",
        "tables_count": "{count} Tische",
        "tables_count_one": "{count} Tisch",
        "no_tables": "Noch kein Tisch. Die Brücke jedes Tisches meldet ihn dem Broker.",
        "next_table": "Nächster Tisch",
        "previous_table": "Voriger Tisch",
        "all_tables": "Alle Tische",
        "away": "Der MQTT-Broker ist weg",
        "waiting": "Die Tafel wird gesucht …",
        "bad_host": (
            "Diese Adresse gehört nicht der Tafel: nehmt die ihres Computers, oder tragt diese "
            "in ihre Einstellungen ein."
        ),
    },
    "fr": {
        "title": "Soirée Hanabi",
        "tables": "Tables",
        "ranking": "La soirée",
        "ranking_whole": "Le classement de la soirée",
        "ranking_none": "Aucune partie n'est encore finie.",
        "ranking_place": "Place",
        "ranking_table": "Table",
        "ranking_points": "Points",
        "ranking_verdict": "Verdict",
        "ranking_ended": "Fin",
        "table_unnamed": "Table {id}",
        "table_offline": "absente",
        "table_later": "parle une version plus récente",
        "table_none": "sans partie",
        "table_gone": "Cette table n'est plus là.",
        "tables_count": "{count} tables",
        "tables_count_one": "{count} table",
        "no_tables": "Pas encore de table. La passerelle de chaque table l'annonce au courtier.",
        "next_table": "Table suivante",
        "previous_table": "Table précédente",
        "all_tables": "Toutes les tables",
        "away": "Le courtier MQTT est absent",
        "waiting": "Recherche du tableau…",
        "bad_host": (
            "Cette adresse n'est pas celle du tableau : prenez celle de son ordinateur, ou "
            "ajoutez celle-ci à ses réglages."
        ),
    },
}
OWN: Final = typeset_all(_TEXTS)
TEXTS: Final[Texts] = {
    language: {**words.TEXTS[language], **OWN[language]} for language in words.TEXTS
}


def with_title(title: str) -> Texts:
    """Return the texts of a board with this title; without one it has its own in each language."""
    if not title:
        return TEXTS
    return {language: {**texts, "title": title} for language, texts in TEXTS.items()}


def say(language: str, key: str, **facts: object) -> str:
    """Return a text of the board."""
    return fill_in(TEXTS, language, key, facts)
