// What ends the start before the page's own script: it was opened as a file, or a script does not come.
const TEXTS = {
  en: ["A browser runs this folder only from a web server: {command}, then open http://localhost:8000.",
    "The page's script cannot be loaded: lay the whole folder on the server again, and have it send .js as text/javascript."],
  de: ["Ein Browser braucht für diesen Ordner einen Webserver: {command}, dann http://localhost:8000 öffnen.",
    "Das Skript der Seite lässt sich nicht laden: legt den ganzen Ordner neu auf den Server; .js muss als text/javascript kommen."],
  fr: ["Un navigateur n'ouvre ce dossier que depuis un serveur web : {command}, puis ouvrez http://localhost:8000.",
    "Le script de la page ne se charge pas : remettez tout le dossier sur le serveur, qui doit envoyer .js en text/javascript."],
};
const ended = (which) => {
  const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => TEXTS[one]) || "en";
  document.getElementById("loading").textContent =
    TEXTS[language][which].replace("{command}", "python3 -m http.server --directory dist/try 8000");
};
const end = (which) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => ended(which));
  else ended(which);
};
if (location.protocol === "file:") end(0);
else for (const kind of ["error", "unhandledrejection"]) {
  addEventListener(kind, () => performance.getEntriesByName("begun").length || end(1), true);
}
