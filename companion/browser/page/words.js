// What the page says beside the device, in the device's languages.

const TEXTS = {
  en: {
    build: "Build", menu: "Menu", save: "Save a backup", restore: "Take in a backup", past: "Past games",
    up: "Up", down: "Down", left: "Left", right: "Right", loading: "Loading …", no_games: "No game yet.", players: "{count} players", game: "{when} · {who} · {score} points", taken_in: "The backup is taken in.", latch: "{name}: keep it for the next press",
    not_offline: "This page is not kept offline, and the screen may sleep: that needs https or localhost.",
    not_persistent: "The browser may delete the games when it is short of space: save a backup now and then.",
    not_saved: "The browser cannot save the games here: {why}. You can play on; a reload loses what is not saved.",
    other_page: "Another page of this companion plays already: go on there, or close it and load this one again.",
    failed: "The companion cannot start here: {why}",
  },
  de: {
    build: "Bauweise", menu: "Menü", save: "Sicherung speichern", restore: "Sicherung einlesen", past: "Frühere Spiele",
    up: "Hoch", down: "Runter", left: "Links", right: "Rechts", loading: "Lädt …", no_games: "Noch kein Spiel.", players: "{count} Personen", game: "{when} · {who} · {score} Punkte", taken_in: "Die Sicherung ist eingelesen.", latch: "{name}: für den nächsten Druck halten",
    not_offline: "Diese Seite bleibt nicht ohne Netz, und der Bildschirm kann einschlafen: dafür braucht es https oder localhost.",
    not_persistent: "Der Browser kann die Spiele löschen, wenn ihm Platz fehlt: speichert ab und zu eine Sicherung.",
    not_saved: "Der Browser kann die Spiele hier nicht speichern: {why}. Ihr könnt weiterspielen; beim Neuladen geht verloren, was nicht gespeichert ist.",
    other_page: "Eine andere Seite spielt schon: spielt dort weiter, oder schließt sie und ladet diese neu.",
    failed: "Der Begleiter kann hier nicht starten: {why}",
  },
  fr: {
    build: "Montage", menu: "Menu", save: "Enregistrer une sauvegarde", restore: "Reprendre une sauvegarde", past: "Parties passées",
    up: "Haut", down: "Bas", left: "Gauche", right: "Droite", loading: "Chargement …", no_games: "Pas encore de partie.", players: "{count} joueurs", game: "{when} · {who} · {score} points", taken_in: "La sauvegarde est reprise.", latch: "{name} : garder pour le prochain appui",
    not_offline: "Cette page n'est pas gardée hors ligne et l'écran peut s'éteindre : il faut https ou localhost.",
    not_persistent: "Le navigateur peut effacer les parties s'il manque de place : enregistrez parfois une sauvegarde.",
    not_saved: "Le navigateur ne peut pas enregistrer les parties ici : {why}. Vous pouvez continuer ; un rechargement perd ce qui n'est pas enregistré.",
    other_page: "Une autre page joue déjà : continuez là, ou fermez-la et rechargez celle-ci.",
    failed: "Le compagnon ne peut pas démarrer ici : {why}",
  },
};

let language = "en";

/** Speak this language from now on. Return true if it is another one. */
export function speak(wanted) {
  const next = TEXTS[wanted] ? wanted : "en";
  const other = next !== language;
  language = next;
  document.documentElement.lang = language;
  return other;
}

/** The language that the browser prefers, of those that there are. */
export function preferred() {
  return navigator.languages.map((one) => one.slice(0, 2)).find((one) => TEXTS[one]) || "en";
}

/** A text, with its facts. */
export function say(key, facts = {}) {
  return TEXTS[language][key].replace(/{(\w+)}/g, (_, name) => facts[name]);
}
