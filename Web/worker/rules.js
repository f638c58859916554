import { damagedCall, fragmentOfCall } from '../contacts/call-link.js';
import { linkWord } from '../contacts/link-word.js';
import { readPastedLink } from '../contacts/pasted-link.js';
import { isShareToken } from '../contacts/share-link.js';
import { releaseLock, callLock } from '../session/release-locks.js';

/** @typedef {import('./release.js').Release} Release */
/**
 * The worker's action on a request: answers with a file of the release, leads to a place of the page, reads a shared text, or asks the
 * server and passes on only an answer that shows nothing; null: the request goes to the network.
 * @typedef {{ kind: 'file', path: string } | { kind: 'earlier', path: string } | { kind: 'shared' } | { kind: 'place', place: string } | { kind: 'passage' } | null} Reply
 */

/** The prefix of the names of release caches. */
const cachePrefix = 'ecall-page-';
/** The folder of files whose names contain their hash. */
const contentFolder = '/assets/';
/** The target of the system's share sheet (manifest.webmanifest). */
const sharePath = '/share-target';
/** Contact links, which open the page that this device has and not the server's. */
const contactPath = '/share/contact/';
/** Types that browsers show as documents with scripts (HTML, MIME Sniffing section 4.6). */
const documentType = /^\s*[^\s;/]+\/(?:html|svg|xml|[^\s;]+\+xml)/i;
/** Requests whose response runs in a page of this origin. */
const scriptDestinations = ['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet', 'xslt'];
/** The longest shared text that is searched, in characters. */
const longestShared = 4096;

/** @param {Pick<Release, 'name'>} release */
export const cacheName = ({ name }) => cachePrefix + name;

/**
 * The answer to a request. No navigation shows a document that the server chose: a page of this origin has access to the device's key.
 * @param {{ method: string, mode: string, url: string }} request
 * @param {string} origin
 * @param {Release} release
 * @returns {Reply}
 */
export function replyTo({ method, mode, url }, origin, release) {
    const { origin: asked, pathname: path } = new URL(url);
    if (asked !== origin) return null;
    if (mode === 'navigate') return replyToNavigation(method, path, release);
    if (method !== 'GET') return null;
    if (path !== '/' && Object.hasOwn(release.files, path)) return { kind: 'file', path };
    // A window that was opened before this release requests the files of its own release.
    return path.startsWith(contentFolder) ? { kind: 'earlier', path } : null;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Release} release
 * @returns {Reply}
 */
function replyToNavigation(method, path, release) {
    if (method === 'POST' && path === sharePath) return { kind: 'shared' };
    if (method === 'GET') {
        if (path === '/' || path === '/index.html') return { kind: 'file', path: '/' };
        if (Object.hasOwn(release.files, path)) return { kind: 'file', path };
        if (path.startsWith(contactPath)) {
            const token = linkWord(path.slice(contactPath.length)) ?? '';
            return { kind: 'place', place: isShareToken(token) ? `/#/add/${token}` : '/#/add' };
        }
    }
    return { kind: 'passage' };
}

/**
 * Whether the server's answer to a navigation has no document: it is a redirect, whose target is checked in turn, or a download. The
 * sign-in by Google and Apple consists of redirects.
 * @param {Pick<Response, 'type' | 'headers'>} answer to a request whose redirects are not followed
 */
export function showsNothing({ type, headers }) {
    if (type === 'opaqueredirect') return true;
    const isDownload = /^\s*attachment\s*(?:;|$)/i.test(headers.get('Content-Disposition') ?? '');
    return isDownload && !documentType.test(headers.get('Content-Type') ?? 'text/html');
}

/**
 * Whether a file that is not of this release may come from the server.
 * @param {Pick<Request, 'destination'>} request
 */
export const mayComeFromServer = ({ destination }) => !scriptDestinations.includes(destination);

/** The type of each file by its extension, as in WebFiles.swift; the page itself has no extension. */
const contentTypes = new Map([
    ['js', 'text/javascript; charset=utf-8'], ['css', 'text/css; charset=utf-8'], ['json', 'application/json'], ['svg', 'image/svg+xml'],
    ['png', 'image/png'], ['webmanifest', 'application/manifest+json'],
]);
/** Headers by which the server can only restrict the page, and never extend it. */
const keptHeaders = [
    'Content-Security-Policy', 'Cache-Control', 'ETag', 'X-Content-Type-Options', 'Referrer-Policy', 'Permissions-Policy',
    'Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy',
];

/**
 * The headers with which a file is stored. Others, such as `Link` and `Refresh`, would make a browser load what the release does not
 * contain.
 * @param {string} path
 * @param {Headers} sent
 */
export function headersOf(path, sent) {
    const headers = new Headers({ 'Content-Type': contentTypes.get(path.split('.').pop() ?? '') ?? 'text/html; charset=utf-8' });
    for (const name of keptHeaders) {
        const value = sent.get(name);
        if (value !== null) headers.set(name, value);
    }
    return headers;
}

/**
 * The caches that are no longer needed: neither by this release nor by a window that is still open, which holds the lock of its release.
 * @param {string[]} caches the names of all there are
 * @param {Release} release
 * @param {string[]} held the names of the locks that windows hold
 */
export function droppable(caches, release, held) {
    const kept = new Set([cacheName(release), ...held.filter((lock) => lock.startsWith(releaseLock(''))).map((lock) => cachePrefix + lock.slice(releaseLock('').length))]);
    return caches.filter((name) => name.startsWith(cachePrefix) && !kept.has(name));
}

/**
 * Whether the worker of a new release may replace the running one: not while a window is in a call.
 * @param {string[]} held the names of the locks that windows hold
 */
export const mayTakeOver = (held) => !held.includes(callLock);

/**
 * The target of a shared text: the call or person of the link in it, else the place where links are pasted.
 * @param {(string | null)[]} shared the texts that came with it
 * @param {string} origin
 * @returns {string} a path of this page
 */
export function placeOfShared(shared, origin) {
    const text = shared.map((each) => (each ?? '').slice(0, longestShared)).join('\n').trim();
    // A word on its own is more likely something other than a token.
    const link = /[/:]/.test(text) ? readPastedLink(text, origin) : null;
    if (link === null) return '/#/add';
    if ('call' in link) return `/${fragmentOfCall(link.call)}`;
    if ('token' in link) return `/#/add/${link.token}`;
    return link.problem === 'damagedCall' ? `/${damagedCall}` : '/#/add';
}

/**
 * Whether bytes match the release's hash (FIPS 180-4).
 * @param {ArrayBuffer} digest their SHA-256
 * @param {string | undefined} wanted in hexadecimal digits
 */
export function isWanted(digest, wanted) {
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === wanted;
}
