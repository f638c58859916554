import { text } from '../texts/text.js';

/** @typedef {import('../texts/text.js').Words} Words */
/** @typedef {{ isHidden(): boolean, show(title: Words, body: Words): () => void }} NotificationPort `show` answers what takes it away */

/** Tells of a call that rings while the page is not to be seen. */
export class IncomingNotification {
    #port;
    /** @type {{ id: number | null, close: () => void } | null} */
    #current = null;

    /** @param {NotificationPort} port */
    constructor(port) { this.#port = port; }

    /** @param {import('../state/state.js').CallState | null} call as it is now */
    update(call) {
        const isRinging = call?.phase === 'incoming';
        if (isRinging && this.#current?.id === call.id) return;
        this.#current?.close();
        this.#current = null;
        if (!isRinging || !this.#port.isHidden()) return;
        const close = this.#port.show(call.peer.name, text(call.isVideo ? 'incoming.notification.video' : 'incoming.notification.audio'));
        this.#current = { id: call.id, close };
    }
}

/**
 * Those of the browser; none where they are not allowed.
 * @param {(words: Words) => string} say
 * @returns {NotificationPort}
 */
export const browserNotifications = (say) => ({
    isHidden: () => document.hidden,
    show(title, body) {
        if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {};
        try {
            const notification = new Notification(say(title), { body: say(body), tag: 'call', requireInteraction: true });
            notification.onclick = () => {
                focus();
                notification.close();
            };
            return () => notification.close();
        } catch {
            // Browsers of phones have them by a service worker alone.
            return () => {};
        }
    },
});
