// What ends the start before the page's own script: it was opened as a file, or a script does not come.
// TEXTS, each by its key and the language, stands above, written when the folder is made.
const ended = (key) => {
  const texts = TEXTS[key];
  const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => texts[one]) || "en";
  document.getElementById("loading").textContent =
    texts[language].replace("{command}", "python3 -m http.server --directory dist/try 8000");
};
const end = (key) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => ended(key));
  else ended(key);
};
if (location.protocol === "file:") end("as_file");
else for (const kind of ["error", "unhandledrejection"]) {
  addEventListener(kind, () => performance.getEntriesByName("begun").length || end("no_script"), true);
}
