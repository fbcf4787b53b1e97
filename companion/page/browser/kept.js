// The service worker: keeps every file of one version, and serves it without a network.
// VERSION and FILES stand above, written when the folder is made.

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(VERSION).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(VERSION).then((kept) => kept.match(event.request, { ignoreSearch: true }))
    .then((answer) => answer || take(event.request)).catch(() => fetch(event.request)));
});

/** Fetch a file, and keep it too. */
async function take(request) {
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).origin === location.origin) (await caches.open(VERSION)).put(request, answer.clone());
  return answer;
}
