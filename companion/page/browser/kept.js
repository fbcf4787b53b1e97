// The service worker: keeps every file of one version, and serves it without a network.
// VERSION and FILES, with the digest of each, stand above, written when the folder is made.

const OWN = `hanabi-companion ${registration.scope} `; // others may keep something at this address too
const NAME = OWN + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().catch(async (error) => {
    await caches.delete(NAME);
    throw error;
  }));
});

/** Keep all files of this version. Fails if the server has another one by then. */
async function keepAll() {
  const kept = await caches.open(NAME);
  await Promise.all(Object.entries(FILES).map(async ([file, integrity]) => kept.put(file, await takeFile(file, integrity))));
}

/** The file of this digest: the copy that a page left in the browser, however old, else the server's. */
function takeFile(file, integrity) {
  return fetch(file, { integrity, cache: "force-cache" }).catch(() => fetch(file, { integrity, cache: "reload" }));
}

// A page that has started has all of its files: only then may the next version take over.
self.addEventListener("message", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name.startsWith(OWN) && name !== NAME))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const asked = event.request.url.replace(/\/index\.html$/, "/");
  event.respondWith(caches.open(NAME).then((kept) => kept.match(asked, { ignoreSearch: true })).catch(() => {})
    .then((answer) => answer || fetch(event.request)));
});
