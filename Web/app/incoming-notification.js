import { ringingCall } from '../state/ringing-call.js';
import { text } from '../texts/text.js';
import { callerLabels } from '../views/calls/call-labels.js';

/** @typedef {import('../texts/text.js').Words} Words */
/** @typedef {{ isHidden(): boolean, show(title: Words, body: Words): () => void }} NotificationPort `show` answers what takes it away */

/** Tells of a call that rings while the page is not to be seen. */
export class IncomingNotification {
    #port;
    /** @type {{ id: number | null, close: () => void } | null} */
    #current = null;

    /** @param {NotificationPort} port */
    constructor(port) { this.#port = port; }

    /** @param {Parameters<typeof ringingCall>[0]} state as it is now */
    update(state) {
        const ringing = ringingCall(state);
        if (ringing && this.#current?.id === ringing.id) return;
        this.#current?.close();
        this.#current = null;
        if (!ringing || !this.#port.isHidden()) return;
        const close = this.#port.show(callerLabels({ people: [], ...ringing }).name, text(ringing.isVideo ? 'incoming.notification.video' : 'incoming.notification.audio'));
        this.#current = { id: ringing.id, close };
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
