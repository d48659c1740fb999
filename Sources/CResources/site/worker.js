// The service worker: without a network it serves a page on which photos can still be taken. It caches only that page
// and its files, and no personal data.
"use strict";

// The version is in the query: a new version is a new worker, with a cache of its own.
const version = location.search.slice(1);
const { scope } = registration;
const name = `bookzone ${scope} ${version}`;
const offline = `${scope}offline?${version}`;
const files = [
    "style.css", "script.js", "device.js", "queue.js", "photos.js", "lens.js", "camera.js", "isbn.js", "holdings.js", "have.js",
    "counting.js", "box.js",
].map(file => `${scope}${file}?${version}`);

addEventListener("install", event => event.waitUntil((async () => {
    const cache = await caches.open(name);
    await cache.addAll([offline, ...files].map(file => new Request(file, { cache: "reload", credentials: "omit" })));
    await skipWaiting();
})()));

addEventListener("activate", event => event.waitUntil((async () => {
    for (const other of await caches.keys()) {
        if (other.startsWith(`bookzone ${scope} `) && other !== name) await caches.delete(other);
    }
    await registration.navigationPreload?.enable();
    await clients.claim();
})()));

addEventListener("fetch", event => {
    const { request, preloadResponse } = event;
    const isPage = request.method === "GET" && request.mode === "navigate";
    if (!isPage && !files.includes(request.url)) return;
    event.respondWith((async () => {
        try {
            return (await preloadResponse) ?? (await fetch(request));
        } catch (error) {
            const kept = await caches.match(isPage ? offline : request);
            if (!kept) throw error;
            return kept;
        }
    })());
});
