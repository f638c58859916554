import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/**
 * This person's link as text, with buttons to copy or share it.
 * @param {{ link: string, wasCopied: boolean }} own
 * @param {{ copy: () => void, share: (() => void) | null }} ways `share`: null where the browser cannot
 * @param {boolean} [isFirst] copying is what the screen is for now
 */
export const linkHandout = ({ link, wasCopied }, { copy, share }, isFirst = true) => [
    h('p', { class: 'link-text', dir: 'ltr', key: 'text' }, h('span', { class: 'visually-hidden' }, text('link.spoken')), ' ', link),
    h('div', { class: 'panel-actions', key: 'ways' },
        button({ key: 'copy', label: text(wasCopied ? 'link.copied' : 'link.copy'), symbol: wasCopied ? 'check' : 'copy', tone: isFirst ? 'primary' : 'plain', onclick: copy }),
        share && button({ key: 'share', label: text('link.share'), symbol: 'share', onclick: share })),
    h('p', { class: 'visually-hidden', role: 'status', key: 'copied' }, wasCopied && text('link.isCopied')),
];
