import { decoded } from './percent-encoding.js';

/**
 * Hosts through which mail filters and chats redirect links, with all their subdomains. Links of any other host belong to that host,
 * whatever they contain (decision 119).
 */
const wrappers = [
    'safelinks.protection.outlook.com', 'statics.teams.cdn.office.net', 'urldefense.com', 'urldefense.proofpoint.com', 'secure-web.cisco.com',
    'protect.checkpoint.com', 'linkprotect.cudasvc.com', 'clicktime.symantec.com', 'deref-gmx.net', 'deref-web.de', 'deref-mail.com', 'slack-redir.net',
    'l.facebook.com', 'lm.facebook.com', 'l.instagram.com', 'l.messenger.com', 'l.threads.net', 'www.linkedin.com', 'www.google.com', 'out.reddit.com',
    'vk.com', 'www.youtube.com', 'steamcommunity.com',
];
/** The first of them has an encoding of its own: `-3A` for `%3A`, and `_` for `/`. */
const dashed = 'urldefense.proofpoint.com';

/**
 * The strings in which a wrapper may carry its link: its parameters, and the rest of its address; none for a link that is not a wrapper.
 * @param {import('./written-links.js').WrittenLink} link
 * @returns {string[]}
 */
export function innerTexts({ host, path, query, fragment }) {
    if (!wrappers.some((wrapper) => host === wrapper || host.endsWith(`.${wrapper}`))) return [];
    const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
    const plain = host === dashed ? values.map((value) => value.replace(/-([0-9a-f]{2})/gi, '%$1').replace(/_/g, '/')) : values;
    // Google puts the fragment of the inner link after its own parameters.
    const rest = decoded(`${path}${query && `?${query}`}${fragment && `#${fragment}`}`);
    const [embedded] = /https?:\/+.*/i.exec(path === '' ? '' : decoded(path)) === null ? [] : (/https?:\/+.*/i.exec(rest) ?? []);
    return [...plain.map(decoded), ...(embedded === undefined ? [] : [embedded.replace(/^(https?:)\/+/i, '$1//')])];
}
