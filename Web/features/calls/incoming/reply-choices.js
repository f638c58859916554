import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { text } from '../../../texts/text.js';
import { callBackTimes } from './call-back.js';

/**
 * The replies of a person who cannot talk to the caller. Each is sent at once; the call keeps ringing until then.
 * @param {string} name the caller's
 * @param {string} words their own so far
 * @param {{ write: (words: string | null) => void, send: (minutes: number) => void, isDisabled?: boolean }} does `write`: null puts the choice away
 */
export const replyChoices = (name, words, { write, send, isDisabled }) => h('div', { class: 'reply', key: 'reply', role: 'group', 'aria-labelledby': 'reply-title' },
    h('p', { class: 'reply-title', id: 'reply-title' }, text('reply.title', { name: name || text('common.somebody') })),
    h('input', {
        class: 'field-input', key: 'words', value: words, placeholder: text('reply.words'), 'aria-label': text('reply.words'), autocomplete: 'off', enterkeyhint: 'done', dir: 'auto',
        oninput: (/** @type {Event} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value),
    }),
    callBackTimes.map((minutes) => button({ key: `in-${minutes}`, label: text('reply.minutes', { minutes }), tone: 'plain', isDisabled, onclick: () => send(minutes) })),
    button({ key: 'none', label: text('reply.none'), tone: 'plain', isDisabled, onclick: () => send(0) }),
    button({ key: 'cancel', label: text('common.cancel'), tone: 'quiet', onclick: () => write(null) }));
