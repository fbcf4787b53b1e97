// The service worker: keeps every file of one version, and serves it without a network.
// VERSION and FILES stand above, written when the folder is made.

const OWN = `hanabi-companion ${registration.scope} `; // others may keep something at this address too
const NAME = OWN + VERSION;
const ANEW = { cache: "reload" }; // whatever the server says of keeping: the browser's own copy may be of another version

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().catch(async (error) => {
    await caches.delete(NAME);
    throw error;
  }));
});

/** Keep all files of this version. Fails if the server has another one by then, whose files may be among them. */
async function keepAll() {
  const kept = await caches.open(NAME);
  await kept.addAll(FILES.map((file) => new Request(file, ANEW)));
  const newest = await (await fetch("kept.js", ANEW)).text();
  if (!newest.includes(VERSION)) throw new Error("another version came meanwhile");
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
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(NAME).then((kept) => kept.match(event.request, { ignoreSearch: true }))
    .then((answer) => answer || fetch(event.request)).catch(() => fetch(event.request)));
});
