import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';
import { visibleText } from '../texts/visible-text.js';
import { openedCall } from './call-link.js';
import { linkWord } from './link-word.js';
import { isShareToken } from './share-link.js';
import { readingsOf, writtenLinks } from './written-links.js';

/**
 * @typedef {import('./call-link.js').CallLink} CallLink
 * @typedef {'empty' | 'notALink' | 'notAContactLink' | 'malformedToken' | 'otherServer' | 'severalLinks'} ContactProblem
 * @typedef {'damagedCall' | 'otherServersCall'} CallProblem
 * @typedef {{ token: string } | { call: CallLink } | { problem: ContactProblem | CallProblem }} PastedLink
 */

const contactPath = '/share/contact/';
const addFragment = '/add/';
/** If no link in a text works, the problem of the first of these is reported: that link came closest. */
const problems = /** @type {const} */ (['damagedCall', 'malformedToken', 'otherServersCall', 'otherServer', 'notAContactLink']);
/** An address with another scheme, such as mailto. */
const otherAddress = /^[a-z][a-z0-9+.-]*:(?!\/\/)[-\w.~:/?#[\]@!$&'()*+,;=%]+$/i;

/**
 * The link to a contact or call in a text, whatever chats and people put around it. Twin of PastedLink.swift
 * (`Tests/Vectors/pasted-links.json`), except that no one is named by number.
 * @param {string} pasted
 * @param {string} [origin] links of other servers are refused; left out, any is taken
 * @returns {PastedLink}
 */
export function readPastedLink(pasted, origin) {
    const server = origin && new URL(origin).hostname.replace(/[[\]]/g, '');
    const trimmed = visibleText(pasted).replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
    if (trimmed === '') return { problem: 'empty' };
    const readings = readingsOf(pasted).map((reading) => {
        const bare = bareToken(reading);
        return bare === null ? writtenLinks(reading).map((link) => readLink(link, server)) : [{ token: bare }];
    });
    for (const links of readings) {
        const [found, ...others] = new Set(links.filter((link) => !('problem' in link)).map((link) => JSON.stringify(link)));
        if (others.length > 0) return { problem: 'severalLinks' };
        if (found !== undefined) return JSON.parse(found);
    }
    const [links = []] = readings;
    const fallback = otherAddress.test(trimmed) ? 'notAContactLink' : 'notALink';
    return { problem: problems.find((each) => links.some((link) => 'problem' in link && link.problem === each)) ?? fallback };
}

/**
 * The token of a contact link, or a bare one.
 * @param {string} pasted
 * @param {string} [origin] links of other servers are refused; left out, any is taken
 * @returns {string}
 * @throws {InputError}
 */
export function readShareLink(pasted, origin) {
    const link = readPastedLink(pasted, origin);
    if ('token' in link) return link.token;
    const problem = 'call' in link || link.problem === 'damagedCall' ? 'notAContactLink' : link.problem === 'otherServersCall' ? 'otherServer' : link.problem;
    throw new InputError(problem, sentences[problem]());
}

/** @type {Record<ContactProblem, () => import('../texts/text.js').Text>} */
const sentences = {
    empty: () => text('add.problem.empty.text'),
    notALink: () => text('add.problem.notALink.text'),
    notAContactLink: () => text('add.problem.notAContactLink.text'),
    malformedToken: () => text('add.problem.malformedToken.text'),
    otherServer: () => text('add.problem.otherServer.text'),
    severalLinks: () => text('add.problem.severalLinks.text'),
};

/**
 * The link to a call in a pasted, scanned or shared text; null for anything else (`Tests/Vectors/call-links.json`).
 * @param {string} pasted
 * @param {string} origin links of other servers lead to no call here
 * @returns {CallLink | import('./call-link.js').BadLink | null}
 */
export function readCallLink(pasted, origin) {
    const link = readPastedLink(pasted, origin);
    if ('call' in link) return link.call;
    if ('token' in link) return null;
    return link.problem === 'damagedCall' ? 'damaged' : link.problem === 'otherServersCall' ? 'otherServer' : null;
}

/**
 * @param {import('./written-links.js').WrittenLink} link
 * @param {string | undefined} server
 * @returns {PastedLink}
 */
function readLink({ scheme, host, path, fragment }, server) {
    const isForeign = server !== undefined && server !== host;
    if (scheme === 'ecall') return host === 'contact' ? contactIn(path.slice(1)) : { problem: 'notAContactLink' };
    if (!['', 'http', 'https'].includes(scheme)) return { problem: 'notAContactLink' };
    if (path === '' || path === '/') {
        const call = openedCall(fragment);
        if (call !== null && isForeign) return { problem: 'otherServersCall' };
        if (call !== null) return call === 'damaged' ? { problem: 'damagedCall' } : { call };
    }
    const rest = path.includes(contactPath) ? path.slice(path.lastIndexOf(contactPath) + contactPath.length)
        : path.length < 2 && fragment.startsWith(addFragment) ? fragment.slice(addFragment.length) : '';
    const contact = contactIn(rest);
    const isContact = !('problem' in contact) || contact.problem === 'malformedToken';
    return isContact && isForeign ? { problem: 'otherServer' } : contact;
}

/**
 * @param {string} rest of a link, behind what says that it is a contact's
 * @returns {{ token: string } | { problem: 'notAContactLink' | 'malformedToken' }}
 */
function contactIn(rest) {
    const token = linkWord(rest) ?? '';
    if (isShareToken(token)) return { token };
    return { problem: rest === '' || /\/[^/]/.test(rest) ? 'notAContactLink' : 'malformedToken' };
}

/**
 * The token that is the entire text, except for surrounding punctuation.
 * @param {string} reading
 */
function bareToken(reading) {
    const word = reading.replace(/^[^\p{L}\p{M}\p{N}_-]+|[^\p{L}\p{M}\p{N}_-]+$/gu, '');
    return isShareToken(word) ? word : null;
}
