import { text } from '../texts/text.js';

/**
 * The options of a notification (https://notifications.spec.whatwg.org); TypeScript's library lacks those of service workers.
 * @typedef {NotificationOptions & { renotify?: boolean, actions?: { action: string, title: string }[] }} Options
 */

/**
 * The title and the options of a notification, in the language of the person.
 * @param {import('./rules.js').Shown} shown
 * @param {import('../texts/texts.js').Texts} texts
 * @param {boolean} [isThere] it takes the place of one that says the same, and is not to be heard again
 * @returns {{ title: string, options: Options }}
 */
export function notificationOf({ tag, title, body, isSilent, rings, data }, texts, isThere = false) {
    const actions = [{ action: 'answer', title: texts.string(text('incoming.answer')) }, { action: 'decline', title: texts.string(text('incoming.decline')) }];
    return {
        title: texts.string(title),
        options: {
            tag, data, lang: texts.language, dir: texts.direction, icon: '/icons/icon-192.png', body: body === null ? '' : texts.string(body),
            silent: isSilent, renotify: rings && !isSilent && !isThere, requireInteraction: rings, actions: rings ? actions : [],
        },
    };
}
