import { ringingCall } from '../calls/incoming/ringing-call.js';
import { callerLabels } from '../calls/call-labels.js';
import { notificationOf } from '../../notifications/options.js';
import { callTag, missed, promised, ringing } from '../../notifications/rules.js';

/** @typedef {import('../../notifications/rules.js').Shown} Shown */
/**
 * @typedef {object} NotificationPort
 * @property {() => boolean} isHidden
 * @property {(shown: Shown) => void} show
 * @property {(tag: string) => void} close closes the ring shown under this tag, whoever has shown it
 */

/** How long a call rings, in milliseconds (wire-protocol 0.3). */
const ringTime = 60_000;

/**
 * Notifies of a call that rings while the page is hidden, in the same way as the service worker, so that the two merge into one
 * notification.
 */
export class IncomingNotification {
    #port;
    /** @type {number | null} the call that rings */
    #rings = null;
    #isShown = false;

    /** @param {NotificationPort} port */
    constructor(port) { this.#port = port; }

    /**
     * @param {Parameters<typeof ringingCall>[0]} state as it is now
     * @param {{ isWanted: boolean, isSilent: boolean, now: number }} how `now` in Unix milliseconds
     */
    update(state, { isWanted, isSilent, now }) {
        const call = ringingCall(state);
        const id = call?.id ?? null;
        if (id !== this.#rings) {
            if (this.#rings !== null) this.#port.close(callTag(this.#rings));
            this.#rings = id;
            this.#isShown = false;
        }
        if (call === null || id === null || this.#isShown || !isWanted || !this.#port.isHidden()) return;
        this.#isShown = true;
        // There is no room for a warning, so a caller who merely has someone else's name isn't named.
        const name = (call.isVerified || call.isNewDevice) && call.doubt?.doubt !== 'namesake' ? callerLabels(call).name : null;
        this.#port.show(ringing({ callId: id, endsAt: now + ringTime, name, isVideo: call.isVideo, isSilent }));
    }

    /**
     * A call was missed in this page. If the service worker notifies of it too, the two merge into one.
     * @param {import('../calls/call-state.js').MissedState} call
     * @param {boolean} isWanted
     */
    tellMissed({ id, peer, isVerified }, isWanted) {
        if (id !== null && isWanted && this.#port.isHidden()) this.#port.show(missed({ callId: id, name: isVerified && peer.name ? peer.name : null }));
    }

    /**
     * @param {{ userId: number, name: string }} promise
     * @param {boolean} isWanted
     */
    tellPromise(promise, isWanted) {
        if (isWanted && this.#port.isHidden()) this.#port.show(promised(promise));
    }
}

/**
 * The browser's notifications; none if they aren't allowed.
 * @param {() => import('../../texts/texts.js').Texts} texts
 * @param {Pick<ServiceWorkerContainer, 'getRegistration'> | undefined} workers
 * @returns {NotificationPort}
 */
export function browserNotifications(texts, workers) {
    /** @type {Promise<unknown>} what was shown is closed after that */
    let turn = Promise.resolve();
    /** @type {Map<string, Notification>} those that no worker keeps */
    const own = new Map();
    const registration = async () => {
        const found = await workers?.getRegistration().catch(() => undefined);
        return found?.active ? found : null;
    };
    /** @param {Shown} shown */
    const show = async (shown) => {
        if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
        const kept = await registration();
        const there = await kept?.getNotifications({ tag: shown.tag }) ?? [];
        const { title, options } = notificationOf(shown, texts(), there.some(({ data }) => data?.kind === 'ring'));
        if (kept !== null) return kept.showNotification(title, options);
        // Only notifications of a worker can have buttons. Browsers of phones have no others.
        const notification = new Notification(title, { ...options, actions: undefined });
        own.set(shown.tag, notification);
        notification.onclick = () => {
            focus();
            notification.close();
        };
    };
    const close = async (/** @type {string} */ tag) => {
        own.get(tag)?.close();
        own.delete(tag);
        // The notification of a missed call stays.
        for (const one of await (await registration())?.getNotifications({ tag }) ?? []) if (one.data?.kind === 'ring') one.close();
    };
    const next = (/** @type {() => Promise<void>} */ work) => { turn = turn.then(work).catch(() => {}); };
    return { isHidden: () => document.hidden, show: (shown) => next(() => show(shown)), close: (tag) => next(() => close(tag)) };
}
