// The service worker: keeps the page itself on this device, so that it opens where the house does not answer and says so.
// Only files that are the same for everybody are kept. What a table, a person or a game says is never even looked at.
const SHELF = 'tablee-__VERSION__';
const SHELL = '/';
/** What the first screen needs. */
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!address.pathname.startsWith('/api/')) event.respondWith(visit(request));
  } else if (address.pathname.startsWith('/assets/')) {
    event.respondWith(take(request));
  }
});

async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll([SHELL, ...FILES].map((file) => new Request(file, { cache: 'reload' })));
}

/** What earlier versions kept goes. */
async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('tablee-') && name !== SHELF).map((name) => caches.delete(name)),
  );
}

/** The house first, always; the page kept here only where it does not answer. */
async function visit(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content is good for ever. */
async function take(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') {
    const shelf = await caches.open(SHELF);
    await shelf.put(request, answer.clone());
  }
  return answer;
}
