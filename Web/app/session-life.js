import { fragmentOf } from '../state/routes.js';
import { signedOutState } from '../state/state.js';
import { News } from '../state/news.js';
import { notify } from '../state/notices.js';
import { text } from '../texts/text.js';
import { takesOf } from './features.js';

/** @typedef {import('../session/session.js').Session} Session */
/**
 * The surroundings in which a session begins and ends.
 * @typedef {object} Page
 * @property {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @property {import('../state/here.js').Here} here
 * @property {import('./features.js').Features} features
 * @property {Pick<import('./clock-watch.js').ClockWatch, 'recall' | 'begin'>} clockWatch
 * @property {Pick<ReturnType<typeof import('./opened-links.js').openedLinks>, 'explain'>} links
 * @property {Pick<import('./returns.js').Returns, 'back' | 'askToTakeBack'>} returns
 * @property {() => Promise<Session | null>} restore the session of the person who was signed in here before
 * @property {() => Promise<typeof import('../signed-in.js')>} load the rest of the page
 * @property {Omit<import('./signed-in.js').Surroundings, 'store'>} surroundings
 * @property {(device: { isNew: boolean, isNewAccount: boolean }) => void} begun the main screen is there; `isNew`: who looks at it has not been here before
 * @property {() => void} replaced another browser is the device now
 */

/** The life of a session on this page, from its beginning until the person signs out, or another window is the device. */
export class SessionLife {
    #page;
    #news;
    /** @type {Session | null} which waits for the rest of the page */
    #beginning = null;
    #isNewAccount = false;
    /** @type {(() => void)[]} */
    #offs = [];
    /** @type {typeof import('../signed-in.js') | null} null before they are loaded */
    views = null;

    /** @param {Page} page */
    constructor(page) {
        this.#page = page;
        this.#news = new News(takesOf(page.features, page.here));
    }

    /** Restores the session, or shows the sign-in. */
    async open() {
        const { store, features: { signIn }, links, returns } = this.#page;
        const session = await this.#page.restore();
        if (session) {
            // A restored session isn't a new device's, unless its person left before they gave a name.
            if (!session.account.needsName) await session.isNewDevice().catch(() => false);
            return this.signedIn(session);
        }
        store.set({ screen: 'signIn' });
        links.explain();
        returns.askToTakeBack();
        await signIn.showKept();
        await signIn.prepare();
        const back = returns.back();
        if (back) await signIn.cameBack(back);
        return undefined;
    }

    /** @param {Session} session */
    async signedIn(session) {
        const { store, here, links } = this.#page;
        // An account without a name has no other device yet.
        this.#isNewAccount = session.account.needsName === true;
        if (!session.account.needsName) return this.begin(session);
        here.unnamed = session;
        links.explain();
        return store.set({ screen: 'name', account: session.account });
    }

    /** @param {Session} session of a person who has a name */
    async begin(session) {
        const { store, here, clockWatch, load, surroundings, begun } = this.#page;
        here.unnamed = null;
        this.#beginning = session;
        const [part] = await Promise.all([load().catch(() => null), clockWatch.recall(session.database)]);
        // Another window has become the device meanwhile.
        if (this.#beginning !== session) return undefined;
        this.#beginning = null;
        if (part === null) return store.set({ screen: 'broken' });
        this.views = part;
        const signedIn = new part.SignedIn(session, { ...surroundings, store });
        here.signedIn = signedIn;
        this.#listen(signedIn);
        await this.#recall(session);
        const isNew = await session.isNewDevice().catch(() => false);
        if (here.signedIn !== signedIn) return undefined;
        this.#start(signedIn);
        // At once: no other screen is drawn before the first one of a new device.
        begun({ isNew, isNewAccount: this.#isNewAccount });
        return undefined;
    }

    /** Ends the session in this window. */
    async close() {
        const { store, here, features: { callLink, joining, scan } } = this.#page;
        for (const off of this.#offs.splice(0)) off();
        const { signedIn } = here;
        here.signedIn = null;
        here.unnamed = null;
        this.#beginning = null;
        callLink.forgetCallLink();
        joining.leaveCallLink();
        scan.showScan('');
        // Ringing stops at once, not only when the server knows that this device has left.
        store.set(({ call }) => ({ waiting: null, call: call?.phase === 'outgoing' ? { ...call, phase: 'ending' } : call?.phase === 'incoming' ? null : call }));
        await signedIn?.end();
    }

    /** @param {import('./signed-in.js').SignedIn} signedIn */
    #listen({ session, calls, contacts }) {
        const { clockWatch, features } = this.#page;
        calls.start();
        this.#offs = [
            clockWatch.begin(session.database),
            calls.onEvent((event) => this.#news.told(event)),
            contacts.onChange(features.contacts.reload),
            session.signaling.onSignal((signal) => this.#news.heard(signal)),
            session.signaling.onState((connection) => this.#connected(connection)),
            session.onSignedOut((by) => void this.#signedOut(by)),
        ];
    }

    /**
     * Shows what this device has stored, until the server's answer arrives.
     * @param {Session} session
     */
    async #recall(session) {
        const { store, here, features: { kept, promises, history: calls } } = this.#page;
        await session.people.load().catch(() => {});
        session.people.onChange((people) => {
            if (here.signedIn?.session !== session) return;
            store.set({ kept: people });
            // People who are pinned just now keep the name under which they were shown.
            void session.people.named((store.state.contacts.value ?? []).map(({ contactId: user, contactName: name }) => ({ user, name })));
        });
        await Promise.all([kept.recall(), promises.recallPromises()]);
        // A device with calls starts on them; a given address takes precedence.
        if (await calls.recallSeen() && /^#?\/?$/.test(location.hash)) history.replaceState(null, '', fragmentOf({ name: 'calls' }));
    }

    /** @param {import('./signed-in.js').SignedIn} signedIn */
    #start({ session, notifications }) {
        const { store, features: { account, contacts, history: calls, privacy, profile } } = this.#page;
        store.set({ screen: 'main', account: session.account, connection: 'connecting' });
        account.started(session.deviceKey.publicKeyHash, session.origin);
        session.signaling.start();
        void notifications.start();
        // Others need the identity to call this device. If publishing it fails, the next call does it again.
        session.identity.registered().catch((error) => { if (error.code === 'browserTooOld') notify(store, error.text, 'bad', 20_000); });
        contacts.reload();
        calls.loadHistory();
        privacy.loadPrivacy();
        // Changes made on another device meanwhile, such as a scheduled deletion of the account.
        profile.refresh();
    }

    /** @param {import('../state/state.js').State['connection']} connection */
    #connected(connection) {
        const { store, here, replaced } = this.#page;
        if (connection === 'connected') {
            this.#news.connected();
            // A choice that could not be sent before.
            here.signedIn?.session.declareLanguage().catch(() => {});
        }
        if (connection === 'replaced') return replaced();
        return store.set({ connection, suspension: here.signedIn?.session.signaling.refusal ?? '' });
    }

    /** @param {'person' | 'server'} by */
    async #signedOut(by) {
        const { store, here, features } = this.#page;
        const notifications = here.signedIn?.notifications;
        await this.close();
        void notifications?.signedOut();
        const { signIn } = signedOutState();
        const notice = by === 'person' ? text('signIn.signedOut') : undefined;
        store.set({ ...signedOutState(), screen: 'signIn', signIn: signIn && { ...signIn, notice } });
        await features.signIn.showKept();
        await features.signIn.prepare();
    }
}
