// A page that is served from source isn't cached: this worker replaces an earlier one and removes its caches. Scripts/bundle-page puts
// worker/service-worker.js here.
addEventListener('install', () => /** @type {{ skipWaiting(): void }} */ (/** @type {unknown} */ (globalThis)).skipWaiting());
addEventListener('activate', (event) => {
    const { registration, caches } = /** @type {{ registration: ServiceWorkerRegistration, caches: CacheStorage }} */ (/** @type {unknown} */ (globalThis));
    /** @type {{ waitUntil?: (work: Promise<unknown>) => void }} */ (event).waitUntil?.((async () => {
        for (const name of await caches.keys()) await caches.delete(name);
        await registration.unregister();
    })());
});
