import { damagedCall, fragmentOfCall, readCallLink } from '../contacts/call-link.js';
import { parseShareLink, readShareLink } from '../contacts/share-link.js';
import { releaseLock, callLock } from '../session/release-locks.js';

/** @typedef {import('./release.js').Release} Release */
/**
 * What the worker does about a request: the page, one of its files, something that was shared with it; null: it is not the
 * worker's, and goes to the network.
 * @typedef {{ kind: 'file', path: string } | { kind: 'earlier', path: string } | { kind: 'shared' } | null} Reply
 */

/** Caches of releases are called by their name behind this. */
const cachePrefix = 'ecall-page-';
/** Where files are whose names are by their content. */
const contentFolder = '/assets/';
/** Where the system sends what people share with the page (manifest.webmanifest). */
const sharePath = '/share-target';
/** Characters of what is shared that are looked through. */
const longestShared = 4096;

/** @param {Pick<Release, 'name'>} release */
export const cacheName = ({ name }) => cachePrefix + name;

/**
 * What a request is answered with. The server's own answers are never among it: they are asked for by other paths, and nothing that
 * is not a file of the release is.
 * @param {{ method: string, mode: string, url: string }} request
 * @param {string} origin
 * @param {Release} release
 * @returns {Reply}
 */
export function replyTo({ method, mode, url }, origin, release) {
    const { origin: asked, pathname: path } = new URL(url);
    if (asked !== origin) return null;
    if (method === 'POST') return mode === 'navigate' && path === sharePath ? { kind: 'shared' } : null;
    if (method !== 'GET') return null;
    if (mode === 'navigate') return path === '/' || path === '/index.html' ? { kind: 'file', path: '/' } : null;
    if (path !== '/' && Object.hasOwn(release.files, path)) return { kind: 'file', path };
    // A window that was opened before this release asks for what that one had.
    return path.startsWith(contentFolder) ? { kind: 'earlier', path } : null;
}

/**
 * The caches that nobody needs any more: neither this release nor a window that is still open, which holds the lock of its own.
 * @param {string[]} caches the names of all there are
 * @param {Release} release
 * @param {string[]} held the names of the locks that windows hold
 */
export function droppable(caches, release, held) {
    const kept = new Set([cacheName(release), ...held.filter((lock) => lock.startsWith(releaseLock(''))).map((lock) => cachePrefix + lock.slice(releaseLock('').length))]);
    return caches.filter((name) => name.startsWith(cachePrefix) && !kept.has(name));
}

/**
 * Whether the worker of a new release may take the place of the one that runs: not while a window is in a call.
 * @param {string[]} held the names of the locks that windows hold
 */
export const mayTakeOver = (held) => !held.includes(callLock);

/**
 * Where something leads that was shared with the page: to the call or the person whose link is in it, else to where links are pasted.
 * @param {(string | null)[]} shared the texts that came with it
 * @param {string} origin
 * @returns {string} a path of this page
 */
export function placeOfShared(shared, origin) {
    const words = shared.flatMap((text) => (text ?? '').slice(0, longestShared).split(/\s+/));
    const call = words.map((word) => readCallLink(word, origin)).find((found) => found !== null && found !== 'otherServer');
    if (call && call !== 'otherServer') return `/${call === 'damaged' ? damagedCall : fragmentOfCall(call)}`;
    const link = words.find((word) => /[/:]/.test(word) && parseShareLink(word) !== null);
    try {
        // Links of other servers lead to nobody here.
        return link === undefined ? '/#/add' : `/#/add/${readShareLink(link, origin)}`;
    } catch {
        return '/#/add';
    }
}

/**
 * Whether bytes are those of the release (FIPS 180-4).
 * @param {ArrayBuffer} digest their SHA-256
 * @param {string | undefined} wanted in hexadecimal digits
 */
export function isWanted(digest, wanted) {
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === wanted;
}
