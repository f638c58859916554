import { decodedOnce } from '../contacts/percent-encoding.js';
import { visibleText } from '../texts/visible-text.js';

/** @typedef {'notAnEmail' | 'emailLocalPart'} EmailProblem */

/** Surrounds an address in a sentence, a list or quotes. */
const around = /^[\s"'“”„‟«»‹›‘’‚「」『』《》<>()[\]{},;:.]+|[\s"'“”„‟«»‹›‘’‚「」『』《》<>()[\]{},;:.!?…。、，]+$/g;

/**
 * Reads an e-mail address as it is copied from letters and address books, with the domain as DNS knows it (RFC 5891). Twin of
 * EmailAddress.swift (`Tests/Vectors/addresses.json`).
 * @param {string} typed
 * @returns {{ email: string } | { problem: EmailProblem }}
 */
export function readEmail(typed) {
    const visible = visibleText(typed).normalize('NFC');
    const [, inBrackets = visible] = /^[^<>@]*<([^<>]*@[^<>]*)>[^<>@]*$/.exec(visible) ?? [];
    const trimmed = inBrackets.replace(around, '');
    const address = /^mailto:/i.test(trimmed) ? decodedOnce(trimmed.slice('mailto:'.length).replace(/\?.*$/, '')) : trimmed;
    const [local, domain, ...more] = address.split('@');
    if (domain === undefined || more.length > 0) return { problem: 'notAnEmail' };
    const name = domainName(domain);
    if (name !== null && canonicalEmail(`a@${name}`) !== null && /[^\x00-\x7f]/.test(local) && /^[^\s"<>()[\]\\,;:]+$/.test(local)) return { problem: 'emailLocalPart' };
    const email = name === null ? null : canonicalEmail(`${local}@${name}`);
    return email === null ? { problem: 'notAnEmail' } : { email };
}

/**
 * An address in lower case: `local@domain.tld` in ASCII, at most 254 characters; null for anything else (wire-protocol 9.1).
 * @param {string} typed
 * @returns {string | null}
 */
export function canonicalEmail(typed) {
    if (typed.length > 254 || /[^\x00-\x7f]/.test(typed)) return null;
    const [local, domain, ...more] = typed.toLowerCase().split('@');
    if (more.length > 0 || domain === undefined) return null;
    const isLocal = local.length <= 64 && local.split('.').every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom));
    const labels = domain.split('.');
    const areLabels = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
    return isLocal && areLabels && labels.length >= 2 && /^(?![0-9]+$)..+$/.test(labels[labels.length - 1]) ? `${local}@${domain}` : null;
}

/**
 * A domain in ASCII, from the browser's URL parser, which maps it according to UTS 46; null if it is not one.
 * @param {string} domain
 */
function domainName(domain) {
    if (!/[^\x00-\x7f]/.test(domain)) return domain;
    if (/[^\p{L}\p{M}\p{N}.。．｡\u30fb\u00b7-]/u.test(domain) || domain.length > 253) return null;
    try {
        return new URL(`http://${domain}`).hostname;
    } catch {
        return null;
    }
}
