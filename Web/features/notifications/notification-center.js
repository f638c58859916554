import { notify } from '../../state/notices.js';
import { seenLock } from '../../session/release-locks.js';
import { ringingCall } from '../calls/incoming/ringing-call.js';
import { text } from '../../texts/text.js';
import { AskedCall } from './asked-call.js';
import { takeCallRequest } from './call-request.js';
import { IncomingNotification, browserNotifications } from './incoming-notification.js';
import { endSubscription, keepSubscription } from '../../notifications/push-subscription.js';
import { isQuiet, minuteOf, notificationsOf, wantsNone } from '../../notifications/settings.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/**
 * @typedef {object} NotificationBrowser
 * @property {Pick<ServiceWorkerContainer, 'ready' | 'getRegistration' | 'addEventListener' | 'removeEventListener'> | undefined} workers none outside secure contexts
 * @property {Pick<LockManager, 'request'>} locks
 * @property {() => NotificationPermission | 'missing'} permission
 * @property {(fragment: string) => void} go
 * @property {Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>} document
 */

/** The number of calls that are remembered as no longer ringing here. */
const mostSettled = 16;
/** In milliseconds: a page that stays open looks at its subscription again, which its push service may have ended. */
const checkTime = 24 * 60 * 60_000;

/**
 * The notifications of a signed-in device: which ones the person wants, whether the server reaches it while the page is closed, and which
 * buttons were pressed.
 */
export class NotificationCenter {
    #session;
    #store;
    #browser;
    #clock;
    #asked;
    #incoming;
    /** @type {(() => void) | null} releases the lock that marks this window as connected and visible */
    #endSeen = null;
    /** @type {number | null} the call that rings */
    #rings = null;
    /** @type {import('../calls/call-state.js').MissedState | null} the call that was last reported as missed */
    #missed = null;
    /** @type {string} */
    #permission = 'default';
    #isStopped = false;
    /** Unix milliseconds when the subscription was looked at last. */
    #checkedAt = 0;
    /** @type {Promise<unknown>} one subscription at a time */
    #turn = Promise.resolve();

    /**
     * @param {object} parts
     * @param {import('../../session/session.js').Session} parts.session
     * @param {PageStore} parts.store
     * @param {Pick<import('../../state/actions.js').Actions, 'answer' | 'decline' | 'declineWaiting'>} parts.actions
     * @param {() => import('../../texts/texts.js').Texts} parts.texts in the language of the page now
     * @param {NotificationBrowser} [parts.browser]
     * @param {import('../../media/clock.js').Clock} parts.clock
     * @param {import('./incoming-notification.js').NotificationPort} [parts.port]
     */
    constructor({ session, store, actions, texts, browser = thisBrowser(), clock, port = browserNotifications(texts, browser.workers) }) {
        this.#session = session;
        this.#store = store;
        this.#browser = browser;
        this.#clock = clock;
        this.#incoming = new IncomingNotification(port);
        this.#asked = new AskedCall({
            api: session.api, ownUser: session.account.userId, state: () => store.state, actions, clock,
            over: () => notify(store, text('errors.callEnded'), 'plain'),
        });
    }

    async start() {
        const { workers, document } = this.#browser;
        workers?.addEventListener('message', this.#told);
        document.addEventListener('visibilitychange', this.#looked);
        // The worker cannot tell by itself which of the windows is the device.
        void workers?.ready.then(({ active }) => active?.postMessage('device'));
        const settings = notificationsOf(await this.#session.database.get('notifications').catch(() => null));
        if (this.#isStopped) return;
        this.#store.set({ notifications: settings });
        this.#subscribe();
        await this.#takeRequest();
    }

    stop() {
        this.#isStopped = true;
        const { workers, document } = this.#browser;
        workers?.removeEventListener('message', this.#told);
        document.removeEventListener('visibilitychange', this.#looked);
        this.#asked.stop();
        this.#incoming.update({ call: null, waiting: null }, { isWanted: false, isSilent: true, now: 0 });
        this.#noteSeen(false);
    }

    /** The person signed out: nothing is received here any more. */
    async signedOut() {
        const registration = await this.#browser.workers?.getRegistration().catch(() => undefined);
        if (registration?.pushManager) await endSubscription(registration.pushManager).catch(() => {});
        for (const one of await registration?.getNotifications().catch(() => []) ?? []) one.close();
    }

    /** @param {import('../../notifications/settings.js').NotificationSettings} settings */
    async set(settings) {
        this.#store.set({ notifications: settings });
        await this.#session.database.put('notifications', settings).catch(() => {});
        this.#subscribe();
    }

    update() {
        const { call, waiting, lastMissed, notifications, connection } = this.#store.state;
        if (this.#isStopped) return;
        const now = this.#clock.date();
        const settings = notificationsOf(notifications);
        this.#incoming.update({ call, waiting }, { isWanted: settings.calls, isSilent: isQuiet(settings, minuteOf(new Date(now))), now });
        if (lastMissed !== this.#missed) {
            this.#missed = lastMissed;
            if (lastMissed) this.#incoming.tellMissed(lastMissed, settings.missed);
        }
        this.#noteRinging(ringingCall({ call, waiting })?.id ?? null, now);
        this.#looked();
        this.#asked.update();
        // Permission may have been given since the page was opened.
        if (notifications !== null && this.#browser.permission() !== this.#permission) this.#subscribe();
    }

    /**
     * A promised call is due.
     * @param {{ userId: number, name: string }} promise
     */
    remind(promise) {
        if (!this.#isStopped) this.#incoming.tellPromise(promise, notificationsOf(this.#store.state.notifications).missed);
    }

    #subscribe() {
        const { workers, permission } = this.#browser;
        this.#permission = permission();
        this.#checkedAt = this.#clock.date();
        const { notifications } = this.#store.state;
        // Whether a browser lacks a push service is known before any permission is requested.
        if (workers) void workers.ready.then(({ pushManager }) => { if (!pushManager && !this.#isStopped) this.#store.set({ pushReach: 'noService' }); }).catch(() => {});
        // The permission isn't requested here, but by a button.
        if (this.#permission !== 'granted' || notifications === null || !workers) return;
        this.#turn = this.#turn.then(async () => {
            const { pushManager } = await workers.ready;
            if (this.#isStopped) return;
            const pushReach = pushManager ? await keepSubscription(this.#session.api, pushManager, !wantsNone(notifications)) : 'noService';
            if (!this.#isStopped) this.#store.set({ pushReach });
            // An unreachable server says nothing about the browser.
        }).catch(() => {});
    }

    /** @param {MessageEvent} event of the service worker */
    #told = ({ data }) => {
        /** @type {import('./call-request.js').WorkerMessage} */
        const message = data ?? {};
        if (message.type === 'callRequest') void this.#takeRequest();
        else if (message.type === 'subscribe') this.#subscribe();
        else if (message.type === 'go' && typeof message.fragment === 'string') this.#browser.go(message.fragment);
    };

    async #takeRequest() {
        const request = await takeCallRequest(this.#session.database, this.#clock.date()).catch(() => null);
        if (request !== null && !this.#isStopped) this.#asked.take(request);
    }

    /**
     * Records which calls have stopped ringing here: a late push does not ring for them.
     * @param {number | null} id
     * @param {number} at
     */
    #noteRinging(id, at) {
        if (id === this.#rings) return;
        const before = this.#rings;
        this.#rings = id;
        if (before === null) return;
        const { database } = this.#session;
        void database.get('settledCalls').then((kept = []) => database.put('settledCalls', [{ callId: before, at }, ...kept].slice(0, mostSettled))).catch(() => {});
    }

    #looked = () => {
        const isSeen = !this.#isStopped && this.#store.state.connection === 'connected' && this.#browser.document.visibilityState === 'visible';
        this.#noteSeen(isSeen);
        if (isSeen && this.#store.state.notifications !== null && this.#clock.date() - this.#checkedAt >= checkTime) this.#subscribe();
    };

    /** @param {boolean} isSeen */
    #noteSeen(isSeen) {
        if (isSeen === (this.#endSeen !== null)) return;
        this.#endSeen?.();
        this.#endSeen = null;
        if (!isSeen) return;
        const over = new Promise((resolve) => { this.#endSeen = () => resolve(undefined); });
        this.#browser.locks.request(seenLock, { mode: 'shared' }, () => over).catch(() => {});
    }
}

/** @returns {NotificationBrowser} */
const thisBrowser = () => ({
    workers: navigator.serviceWorker, locks: navigator.locks, permission: () => (typeof Notification === 'undefined' ? 'missing' : Notification.permission),
    go: (fragment) => { location.hash = fragment; }, document,
});
