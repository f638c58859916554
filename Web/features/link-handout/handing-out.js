import { notify } from '../../state/notices.js';
import { text } from '../../texts/text.js';

/**
 * Hands a link to others: by the clipboard, or by the system's share sheet.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {(words: import('../../texts/text.js').Words) => string} say what leaves the page is in its language
 * @param {Pick<Navigator, 'share' | 'clipboard'>} browser
 * @param {{ link: () => string, copied: () => void, title?: import('../../texts/text.js').Text }} own
 * @returns {{ copy: () => Promise<void>, share: (() => void) | null }} `share`: null where the browser cannot
 */
export function linkHandout(store, say, browser, { link, copied, title = text('link.shareTitle') }) {
    const copy = async () => {
        const handed = link();
        try {
            await browser.clipboard.writeText(handed);
            if (link() === handed) copied();
        } catch {
            notify(store, text('link.notCopied'), 'bad');
        }
    };
    const share = 'share' in browser ? () => void browser.share({ title: say(title), url: link() })
        // Closed by the person, or else refused: then the link is copied.
        .catch((error) => (error?.name === 'AbortError' ? undefined : copy())) : null;
    return { copy, share };
}
