import { innerTexts } from './link-wrappers.js';
import { visibleText } from '../texts/visible-text.js';

/**
 * A link as it is written in a text; `scheme` is '' if it has none. `path`, `query` and `fragment` are as they are written.
 * @typedef {{ scheme: string, host: string, path: string, query: string, fragment: string }} WrittenLink
 */

const longestText = 4096;
const longestLink = 2048;
/** The most lines that are tried as one link. */
const mostLines = 16;
/** The depth of wrappers inside wrappers: a mail filter's around a chat's. */
const mostWrappers = 3;
/** Characters of links (RFC 3986 section 2). */
const run = /[-\w.~:/?#[\]@!$&'()*+,;=%]+/g;
const scheme = /[a-z][a-z0-9+.-]*:\/\//gi;
/** Precedes a link that stands inside another one, or in a longer word. */
const inside = /[/%@=&?#]$/;
/** Between two links that are written without a space. */
const between = /[,;()[\]'!*:]$/;

/**
 * The readings of a pasted text: as it is, and with a link joined again that a line break or space has split.
 * @param {string} pasted
 * @returns {string[]} none for a text that is too long
 */
export function readingsOf(pasted) {
    const text = visibleText(pasted);
    if (text.length > longestText) return [];
    const lines = text.split(/[ \t]*(?:\r\n|[\n\v\f\r\x85\u2028\u2029])[ \t>]*/);
    const joined = lines.length > mostLines ? [] : lines.slice(1).map((_, index) => [...lines.slice(0, index), lines[index] + lines[index + 1], ...lines.slice(index + 2)].join('\n'));
    return [text, ...joined, lines.join(''), text.replace(/\p{White_Space}/gu, '')];
}

/**
 * The links in a text, unwrapped: with http, https or another scheme, or without one. Twin of WrittenLink.swift
 * (`Tests/Vectors/pasted-links.json`). The browser's parser isn't used: it repairs what other parsers reject.
 * @param {string} text one of `readingsOf`
 * @param {number} [wrappers] how many may be taken off
 * @returns {WrittenLink[]}
 */
export function writtenLinks(text, wrappers = mostWrappers) {
    return [...text.matchAll(run)].flatMap(([part]) => linksIn(part)).flatMap((link) => {
        const texts = wrappers === 0 ? [] : innerTexts(link);
        const inner = texts.flatMap((each) => writtenLinks(visibleText(each), wrappers - 1));
        return inner.length > 0 ? inner : [link];
    });
}

/**
 * @param {string} part without spaces
 * @returns {WrittenLink[]}
 */
function linksIn(part) {
    /** @type {number[]} */
    const starts = [];
    const schemes = [...part.matchAll(scheme)];
    for (const { index = 0 } of schemes) {
        const before = part.slice(starts[starts.length - 1] ?? 0, index);
        if (starts.length === 0 ? !inside.test(before) : between.test(before) && !/[?#]/.test(before)) starts.push(index);
    }
    if (schemes.length === 0) return withoutScheme(part);
    const texts = starts.map((start, index) => part.slice(start, starts[index + 1]));
    return texts.flatMap((text) => {
        const [, name, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
        return name === undefined ? [] : parsed(name, rest);
    });
}

/**
 * Links as people type them, recognized by the paths of contacts and calls alone: any two words with a dot between them look like a host.
 * @param {string} part
 * @returns {WrittenLink[]}
 */
function withoutScheme(part) {
    return part.split(/[,;()[\]'!*]|:(?![0-9])/).flatMap((piece) => {
        const [, rest] = /^[^A-Za-z0-9/@]*((?:[a-z0-9-]+\.)+[a-z0-9-]+(?::[0-9]{1,5})?\/(?:.*\/)?(?:share\/contact|#\/call|#\/add)\/.*)$/i.exec(piece) ?? [];
        return rest === undefined ? [] : parsed('', rest);
    });
}

/**
 * @param {string} name of the scheme
 * @param {string} rest what is behind `://`
 * @returns {WrittenLink[]}
 */
function parsed(name, rest) {
    const [, host, more] = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::[0-9]{1,5})?(?![a-z0-9._~:@-])(.*)$/i.exec(rest) ?? [];
    if (host === undefined || rest.length > longestLink) return [];
    const [, path = '', query = '', fragment = ''] = /^(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?/.exec(more.replace(/%23\/(?=call\/|add\/)/i, '#/')) ?? [];
    return [{ scheme: name.toLowerCase(), host: host.replace(/[[\]]/g, '').toLowerCase(), path: path.replace(/\/{2,}/g, '/'), query, fragment }];
}
