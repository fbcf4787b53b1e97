// A page that is opened as a file can load nothing: say what to do.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("loading").textContent =
      "A browser runs this folder only from a web server: " +
      "python3 -m http.server --directory dist/try 8000, then open http://localhost:8000. " +
      "Ein Browser braucht dazu einen Webserver. Un navigateur a besoin d'un serveur web.";
  });
}
