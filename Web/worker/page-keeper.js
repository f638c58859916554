import { mayTakeOver, placeOfShared, replyTo } from './rules.js';

/** @typedef {import('./kept-page.js').KeptPage} KeptPage */

/**
 * Serves one release of the page from this device, and never shows a document of the server instead.
 * @param {import('./scope.js').WorkerScope} scope
 * @param {import('./release.js').Release} release
 * @param {KeptPage} page
 * @param {() => Promise<string>} texts the file of the chosen language
 */
export function keepPage(scope, release, page, texts) {
    const { origin } = scope.location;
    const held = async () => (await scope.navigator.locks.query()).held?.map(({ name }) => name ?? '') ?? [];

    scope.addEventListener('install', (event) => event.waitUntil(texts().then((path) => page.install([path]))));
    scope.addEventListener('activate', (event) => event.waitUntil(held().then((locks) => page.tidy(locks))));
    scope.addEventListener('message', (event) => {
        if (event.data === 'takeOver') event.waitUntil(held().then((locks) => (mayTakeOver(locks) ? scope.skipWaiting() : undefined)));
        else if (event.data === 'opened') event.waitUntil(held().then((locks) => page.tidy(locks)));
        else if (event.data === 'language') event.waitUntil(texts().then((path) => page.file(path)).catch(() => {}));
    });
    scope.addEventListener('fetch', (event) => {
        const { request } = event;
        const reply = replyTo(request, origin, release);
        if (reply === null) return;
        event.respondWith(answerTo(reply, request, origin, page));
    });
}

/**
 * @param {NonNullable<import('./rules.js').Reply>} reply
 * @param {Request} request
 * @param {string} origin
 * @param {KeptPage} page
 * @returns {Promise<Response> | Response}
 */
function answerTo(reply, request, origin, page) {
    switch (reply.kind) {
        case 'shared': return opened(request, origin);
        case 'place': return Response.redirect(new URL(reply.place, origin).href, 303);
        case 'passage': return page.passage(request, new URL('/', origin).href);
        case 'file': return page.file(reply.path);
        default: return page.earlier(reply.path, request);
    }
}

/**
 * Redirects to the shared link. Text that isn't recognized opens the place where links are pasted.
 * @param {Request} request
 * @param {string} origin
 */
async function opened(request, origin) {
    const form = await request.formData().catch(() => null);
    const shared = ['url', 'text', 'title'].map((name) => form?.get(name) ?? null).map((value) => (typeof value === 'string' ? value : null));
    return Response.redirect(new URL(placeOfShared(shared, origin), origin).href, 303);
}
