import { readCallLink } from '../contacts/call-link.js';
import { browserPermissions } from '../permissions/permissions.js';
import { ServerClock } from '../protocol/server-clock.js';
import { pageClock } from '../protocol/page-clock.js';
import { OtherWindows } from '../session/other-windows.js';
import { Session } from '../session/session.js';
import { SignIn } from '../session/sign-in.js';
import { takeBack } from '../session/take-back.js';
import { WindowLock } from '../session/window-lock.js';
import { fragmentOf, home, isOpenedLink, parseReturn, parseWayBack } from '../state/routes.js';
import { initialState, signedOutState } from '../state/state.js';
import { Store } from '../state/store.js';
import { accountActions } from './account-actions.js';
import { addActions } from './add-actions.js';
import { callActions } from './call-actions.js';
import { callLinkActions } from './call-link-actions.js';
import { startClock } from './clock.js';
import { ClockWatch } from './clock-watch.js';
import { contactActions } from './contact-actions.js';
import { historyActions } from './history-actions.js';
import { keptLists } from './kept-lists.js';
import { keepLeft } from './left-call.js';
import { saveFile, today } from './files.js';
import { browserOutputs } from '../media/audio-outputs.js';
import { browserDevices } from '../media/capture-devices.js';
import { checkActions, withCheck } from './check-actions.js';
import { deviceActions } from './device-actions.js';
import { joinCallActions } from './join-call-actions.js';
import { linkActions } from './link-actions.js';
import { dismiss, notify } from './notices.js';
import { openedLinks } from './opened-links.js';
import { outputActions } from './output-actions.js';
import { peopleActions } from './people-actions.js';
import { permissionActions, withPermissions } from './permission-actions.js';
import { personalLinkActions } from './personal-link-actions.js';
import { privacyActions } from './privacy-actions.js';
import { comparisonActions } from './comparison-actions.js';
import { personActions } from './person-actions.js';
import { deedsOfPlaces, opened, placeAt } from './places.js';
import { profileActions } from './profile-actions.js';
import { questionActions } from './question-actions.js';
import { runningActions } from './running-actions.js';
import { scanActions } from './scan-actions.js';
import { takeScanned } from './scanned-actions.js';
import { browserScreens } from './screens.js';
import { signInActions } from './sign-in-actions.js';
import { browserSounds, soundActions } from './sound-actions.js';
import { stageActions } from './stage-actions.js';
import { waitingActions } from './waiting-actions.js';
import { applyTheme, keepTheme, keptTheme } from './theme.js';
import { text } from '../texts/text.js';

/** The page at work: one store, one device, the actions of the person. The only place where the parts meet. */
export class App {
    #serverClock = new ServerClock();
    /** By which all of the page goes. */
    clock = pageClock(this.#serverClock);
    /** @type {Store<import('../state/state.js').State>} */
    store = new Store(initialState(this.clock.date()));
    #clockWatch = new ClockWatch(this.#serverClock, this.store);
    #lock = new WindowLock();
    #windows = new OtherWindows();
    #links = openedLinks(this.store, this.#windows, { token: (token) => this.#openToken(token), call: (link) => this.#openCall(link) });
    /** Whether this window is the device of this browser. */
    #isDevice = false;
    /** The address of the screen that scans; '' where it is not there. */
    #scanShown = '';
    /** @type {Session | null} whose name is asked for before anything else */
    #unnamed = null;
    /** @type {Session | null} which waits for the rest of the page */
    #beginning = null;
    #isNewAccount = false;
    /** What the page was opened with, which waits until this device is confirmed, or is not now. */
    #openedFirst = '';
    /** @type {Session | null} */
    #session = null;
    /** @type {import('../contacts/contacts-service.js').ContactsService | null} */
    #contacts = null;
    /** @type {import('../account/account-service.js').AccountService | null} */
    #account = null;
    /** @type {import('../calls/call-controller.js').CallController | null} */
    #calls = null;
    /** @type {import('./history-actions.js').HistorySource | null} */
    #history = null;
    /** @type {import('./person-actions.js').PersonSource | null} */
    #person = null;
    /** @type {(() => void)[]} */
    #offs = [];
    /**
     * What the address said about a sign-in with Google or Apple.
     * @type {import('../state/routes.js').Return | null}
     */
    #back = null;
    /**
     * What the address said of a way into an account that is to be taken back.
     * @type {string | null}
     */
    #wayBack = null;
    #parts;
    /** @type {import('../notifications/notification-center.js').NotificationCenter | null} */
    #notifications = null;
    #texts;
    #deeds;
    #loadSignedIn;
    /** @type {typeof import('../signed-in.js') | null} what shows the screens of who is signed in; null before it is loaded */
    views = null;

    /**
     * @param {import('../texts/texts.js').Texts} texts what leaves the page is in its language
     * @param {() => Promise<typeof import('../signed-in.js')>} loadSignedIn
     */
    constructor(texts, loadSignedIn) {
        this.#texts = texts;
        this.#loadSignedIn = loadSignedIn;
        const { store, clock } = this;
        const comparison = comparisonActions(store, () => this.#session, () => void this.#parts.person.loadPerson());
        const account = accountActions(store, () => this.#account, { saveFile, today, now: clock.date, go: (route) => this.actions.go(route), leave: (url) => location.assign(url) });
        const contacts = contactActions(store, () => this.#contacts, () => this.#parts.person.lookAtPerson(), () => this.#session?.people ?? null);
        const history = historyActions(store, () => this.#history);
        const waiting = waitingActions(store, () => this.#calls, () => this.#parts.running.returnToHeld());
        const calls = callActions(store, () => this.#calls, contacts.reload, waiting.givesWay, clock);
        const permissions = permissionActions(store, browserPermissions);
        const check = checkActions(store, browserDevices, { wishOf: (kind) => devices.wishOf(kind), opened: () => this.#devicesOpened() });
        const devices = deviceActions(store, () => this.#calls, browserDevices, check.checkWith);
        this.#parts = {
            waiting,
            profile: profileActions(store, () => this.#unnamed ?? this.#session, (session) => this.#begin(session)),
            signIn: signInActions(store, (session) => this.#signedIn(session), undefined, () => new SignIn({ serverClock: this.#serverClock }), clock.date), contacts,
            privacy: privacyActions(store, () => this.#contacts),
            account,
            permissions,
            outputs: outputActions(store, browserOutputs),
            devices, check,
            links: linkActions(store, () => this.#contacts, (words) => texts.string(words)),
            personalLink: personalLinkActions(store, () => this.#contacts, (words) => texts.string(words), undefined, clock.date),
            add: addActions(store, () => this.#contacts, contacts.reload, (text) => this.#takesCallLink(text)),
            scan: scanActions(store, () => this.#session?.origin ?? null, (token) => this.#openToken(token), (code) => (this.#takesCallLink(code) ? 'taken' : takeScanned(store.state, code, { contact: comparison.compareScanned, own: account.scannedOwnDevice }, (/** @type {import('../state/state.js').Route} */ route) => this.actions.go(route)))),
            calls,
            sounds: soundActions(store, browserSounds),
            stage: stageActions(store, browserScreens(document), clock),
            history,
            kept: keptLists(store, () => this.#session),
            person: personActions(store, () => this.#person),
            comparison,
            people: peopleActions(store, () => this.#calls, (people, video) => this.actions.callPeople(people, video)),
            callLink: callLinkActions(store, { session: () => this.#session, controller: () => this.#calls, say: (words) => texts.string(words), clock }),
            joining: joinCallActions(store, {
                session: () => this.#session, actions: () => this.actions, answer: (video) => calls.answer(video),
                before: (planned, ask) => void permissions.before(planned.isVideo ? ['microphone', 'camera'] : ['microphone'], () => check.beforeCall(planned, ask), { isNeeded: false }),
            }),
            running: runningActions(store, () => this.#calls, clock, undefined, () => history.loadHistory()),
        };
        const { before, ...permitting } = permissions;
        const { removeFromCall: _, ...people } = this.#parts.people;
        const checked = withCheck(calls, check.beforeCall);
        /** @type {import('../state/actions.js').Actions} */
        this.actions = {
            ...this.#parts.signIn, ...this.#parts.profile, ...contacts, ...this.#parts.privacy, ...this.#parts.links, ...this.#parts.personalLink,
            ...this.#parts.add, ...this.#parts.scan, ...this.#parts.calls, ...this.#parts.stage, ...this.#parts.waiting, ...this.#parts.callLink, ...this.#parts.joining, ...this.#parts.history, ...this.#parts.running, ...this.#parts.person, ...this.#parts.comparison,
            ...this.#parts.account, ...this.#parts.outputs, ...this.#parts.sounds, ...people, ...permitting, ...withPermissions(checked, store, before),
            ...this.#parts.devices, ...this.#parts.check, startCheck: (place, hasCamera) => void before(hasCamera ? ['microphone', 'camera'] : ['microphone'], () => this.#parts.check.startCheck(place, hasCamera), { isNeeded: false }),
            takeOver: () => void this.#takeOver(),
            reload: () => location.reload(),
            ...questionActions(store, () => this.#parts, { signOut: () => this.#session?.signOut(), go: (route) => this.actions.go(route), takeBack: (token) => takeBack(token, this.#serverClock) }),
            go: (route) => { location.hash = fragmentOf(route); },
            dismissCall: (id) => store.set({ dismissedCall: id }),
            confirmLater: () => this.#confirmed(),
            setTheme: (theme) => {
                store.set({ theme });
                applyTheme(theme);
                keepTheme(theme);
            },
            setNotifications: (settings) => void this.#notifications?.set(settings),
            dismissNotice: (id) => dismiss(store, id),
        };
        this.#deeds = deedsOfPlaces(store, () => this.#parts, { showScan: (shown) => this.#showScan(shown), fragment: () => location.hash, now: clock.date });
        this.#lock.onLost(() => void this.#lost());
        this.#windows.onOpen((fragment) => {
            if (!this.#isDevice || !isOpenedLink(fragment)) return false;
            location.hash = fragment;
            return true;
        });
    }

    /** Becomes the device of this browser if no other window is. */
    async start() {
        // Before any change of the state, which forgets it.
        this.#links.comeBack();
        const theme = keptTheme();
        applyTheme(theme);
        this.store.set({ theme });
        this.#takeReturn();
        this.#route();
        // It is there, or nearly, by the time somebody has signed in; who could not load it hears of it then.
        this.#loadSignedIn().catch(() => {});
        addEventListener('hashchange', () => {
            if (this.#session) this.#links.take();
            else if (this.store.state.screen === 'signIn') this.#links.explain();
            else if (!this.#isDevice) void this.#links.handOver();
            this.#route();
        });
        startClock(this.store, this.clock);
        this.#parts.permissions.watchPermissions();
        this.#parts.outputs.watchOutputs();
        this.#parts.devices.watchDevices();
        this.#parts.check.watchHiding();
        addEventListener('pagehide', () => this.#pageCloses());
        addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') this.#parts.history.loadHistory(); });
        addEventListener('focus', () => this.#parts.account.lookedAtAgain());
        addEventListener('beforeunload', (event) => { if (this.#isInCall) event.preventDefault(); });
        if (await this.#lock.acquire()) return this.#becomeDevice();
        await this.#links.handOver();
        this.store.set({ screen: 'otherWindow' });
        return this.#waitForTurn();
    }

    /** The counters of the running call, for tests. */
    async statistics() { return this.#calls?.current?.statistics() ?? null; }

    /** To be called with each change of the state. */
    stateChanged() {
        this.#parts.check.watchCheck();
        this.#parts.kept.keep();
        this.#parts.callLink.watchCallLink();
        if (this.store.state.joining === null) this.#links.forget();
        this.#notifications?.update();
    }

    #devicesOpened() {
        this.#parts.outputs.lookForOutputs();
        this.#parts.devices.lookForDevices();
    }

    /** Who is in a call can come back to it for a moment. */
    #pageCloses() {
        const { call } = this.store.state;
        if (this.#isInCall && call?.id) keepLeft(call.id, this.clock.date());
        this.#calls?.pageCloses();
    }

    get #isInCall() {
        const { call } = this.store.state;
        return call !== null && call.phase !== 'ended' && call.phase !== 'incoming';
    }

    // MARK: One window is the device

    /** Takes the place of the window that is the device once that is closed: then calls ring here. */
    async #waitForTurn() { if (await this.#lock.wait()) await this.#becomeDevice(); }

    async #becomeDevice() {
        if (this.#isDevice) return;
        this.#isDevice = true;
        this.store.set({ ...signedOutState(), screen: 'loading' });
        await this.#open();
    }

    async #open() {
        const session = await Session.restore({ serverClock: this.#serverClock });
        if (session) {
            // Whoever is back has been here before.
            await session.isNewDevice().catch(() => false);
            return this.#signedIn(session);
        }
        this.store.set({ screen: 'signIn' });
        this.#links.explain();
        this.#askToTakeBack();
        await this.#parts.signIn.showKept();
        await this.#parts.signIn.prepare();
        const back = this.#back;
        this.#back = null;
        if (back) await this.#parts.signIn.cameBack(back);
        return undefined;
    }

    /** A ticket does not stay in the address, where people copy it and histories keep it. */
    #takeReturn() {
        this.#back = parseReturn(location.hash);
        this.#wayBack = parseWayBack(location.hash);
        if (this.#back || this.#wayBack) history.replaceState(null, '', `${location.pathname}${location.search}`);
    }

    /** Whoever opens the link of a mail is asked once, signed in or not. */
    #askToTakeBack() {
        const token = this.#wayBack;
        this.#wayBack = null;
        if (token) this.store.set({ question: { kind: 'takeBack', token, isBusy: false } });
    }

    async #takeOver() {
        const set = (/** @type {boolean} */ isBusy) => this.store.set(({ otherWindow }) => ({ otherWindow: { ...otherWindow, isBusy } }));
        set(true);
        await this.#lock.takeOver();
        set(false);
        await this.#becomeDevice();
    }

    /** Another window is the device now. */
    async #lost() {
        this.#isDevice = false;
        await this.#close();
        this.store.set({ ...signedOutState(), screen: 'otherWindow', otherWindow: { wasHere: true, hasHandedOver: false, isBusy: false } });
        await this.#waitForTurn();
    }

    /** Another browser has the keys of this one and is the device now; its windows do not wait for each other's end. */
    async #replaced() {
        this.#isDevice = false;
        await this.#close();
        this.store.set({ ...signedOutState(), screen: 'otherWindow', otherWindow: { wasHere: true, hasHandedOver: false, isBusy: false } });
    }

    // MARK: The session

    /** @param {Session} session */
    async #signedIn(session) {
        // Whose account has no name yet has no other device.
        this.#isNewAccount = session.account.needsName === true;
        if (!session.account.needsName) return this.#begin(session);
        this.#unnamed = session;
        return this.store.set({ screen: 'name', account: session.account });
    }

    /** @param {Session} session */
    async #begin(session) {
        this.#unnamed = null;
        this.#beginning = session;
        const [part] = await Promise.all([this.#loadSignedIn().catch(() => null), this.#clockWatch.recall(session.database)]);
        // Another window has become the device meanwhile.
        if (this.#beginning !== session) return undefined;
        this.#beginning = null;
        if (part === null) return this.store.set({ screen: 'broken' });
        this.views = part;
        this.#session = session;
        this.#contacts = new part.ContactsService(session, this.clock.date);
        this.#account = new part.AccountService(session);
        this.#history = { service: new part.HistoryService(session), database: session.database };
        this.#person = { session, history: this.#history.service };
        this.#calls = new part.CallController({ session, platform: { ...part.browserPlatform(this.clock), wish: (kind) => this.#parts.devices.wishOf(kind) } });
        this.#calls.start();
        this.#notifications = new part.NotificationCenter({ session, store: this.store, actions: this.actions, texts: this.#texts, clock: this.clock });
        this.#offs = [
            this.#clockWatch.begin(session.database),
            this.#calls.onEvent((event) => this.#told(event)),
            this.#contacts.onChange(this.#parts.contacts.reload),
            session.signaling.onState((state) => { if (state === 'connected') this.#isConnectedAgain(); }),
            session.signaling.onSignal((signal) => this.#heard(signal)),
            session.signaling.onState((connection) => this.#connected(connection)),
            session.onSignedOut((by) => void this.#signedOut(by)),
        ];
        await session.people.load().catch(() => {});
        session.people.onChange((kept) => {
            if (this.#session !== session) return;
            this.store.set({ kept });
            // Who has just been pinned is called from now on as they were shown.
            void session.people.named((this.store.state.contacts.value ?? []).map(({ contactId: user, contactName: name }) => ({ user, name })));
        });
        await this.#parts.kept.recall();
        // Who has had calls here begins with them; who has come with an address is where that leads.
        if (await this.#parts.history.recallSeen() && /^#?\/?$/.test(location.hash)) history.replaceState(null, '', fragmentOf({ name: 'calls' }));
        if (this.#session !== session) return;
        this.store.set({ screen: 'main', account: session.account, connection: 'connecting' });
        this.#parts.account.started(session.deviceKey.publicKeyHash, session.origin);
        session.signaling.start();
        void this.#notifications?.start();
        // Who is to call this device asks for it; what fails now is done with the next call.
        session.identity.registered().catch((error) => { if (error.code === 'browserTooOld') notify(this.store, error.text, 'bad', 20_000); });
        this.#parts.contacts.reload();
        this.#parts.history.loadHistory();
        this.#parts.privacy.loadPrivacy();
        // What was changed on another device meanwhile, such as that the account is to be deleted.
        void this.#parts.profile.refresh();
        const isNew = await session.isNewDevice().catch(() => false);
        if (this.#session !== session) return;
        if (isNew) this.#confirmFirst();
        this.#links.take();
        this.#route();
        const back = this.#back;
        this.#back = null;
        if (back) void this.#parts.account.cameBackToAdd(back);
        this.#askToTakeBack();
        if (isNew) this.#welcome();
    }

    /**
     * A further device of an account is confirmed by another one before anything else, by what this page was opened with, too. Asked for whether
     * or not the server lists another device: a lying one would not.
     */
    #confirmFirst() {
        if (this.#isNewAccount) return;
        this.store.set({ confirmsFirst: true });
        if (!isOpenedLink(location.hash)) return;
        this.#openedFirst = location.hash;
        // Where the page is loaded anew the link is there again; in the address it does not stay.
        history.replaceState({ openedLink: location.hash }, '', `${location.pathname}${location.search}${fragmentOf({ name: 'welcome' })}`);
    }

    /** It was confirmed, or is not now: what the page was opened with goes on. */
    #confirmed() {
        this.store.set({ confirmsFirst: false });
        const opened = this.#openedFirst;
        this.#openedFirst = '';
        if (opened === '') return;
        history.replaceState(null, '', `${location.pathname}${location.search}${opened}`);
        this.#links.take();
        this.#route();
    }

    /** The first screen of a new device, unless its person comes for something else. */
    #welcome() {
        this.#parts.permissions.checkPermissions();
        const { route, call } = this.store.state;
        if ((route.name === 'contacts' || route.name === 'calls') && call === null) this.actions.go({ name: 'welcome' });
    }

    /** @param {import('../state/state.js').State['connection']} connection */
    #connected(connection) {
        if (connection === 'replaced') return void this.#replaced();
        return this.store.set({ connection, suspension: this.#session?.signaling.refusal ?? '' });
    }

    /** Signals may have been lost, so all that they would have changed is asked for (docs/wire-protocol.md 3.6). */
    #isConnectedAgain() {
        this.#parts.history.loadHistory();
        this.#linksUsed();
        void this.#parts.profile.refresh();
        if (this.#session) void this.#parts.waiting.checkHeld(this.#session.api);
        // The vouch of another device is kept for the next call, and who was called lost by one is told at once; what fails now is
        // asked for at the next connection.
        this.#parts.account.loadOwnKeys();
    }

    /** @param {import('../calls/model/call-event.js').CallEvent} event */
    #told(event) {
        if (event.type === 'running') return this.#parts.running.found(event.call);
        if (event.type === 'waiting') {
            if (event.call) this.#parts.joining.ringsByLink(event.call);
            return this.#parts.waiting.waitingChanged(event.call);
        }
        if (event.type === 'waitingPeople') return this.#parts.waiting.waitingPeople(event);
        if (event.type === 'rings' && this.#parts.callLink.comesByLink(event.userId)) return undefined;
        this.#parts.callLink.callLinkTold(event);
        // A call may come long after the connection: the join that answers it carries what there is by now.
        if (event.type === 'incoming') this.#session?.vouch.refresh().catch(() => {});
        if (event.type === 'incoming') event = this.#parts.joining.answeredByLink(event);
        this.#parts.calls.received(event);
        // Some browsers tell which loudspeakers there are while a microphone is on.
        if (event.type === 'localMedia') this.#devicesOpened();
        if (event.type === 'incoming' && !event.isTaken) this.#parts.check.rings(event.call.isVideo);
        if (event.type === 'ended') this.#parts.devices.callIsOver();
        // What waits for the person has waited for that.
        if (event.type === 'ended' && !this.#parts.waiting.givesWay(event.callId)) this.#parts.running.returnToHeld();
        const over = event.type === 'ended' ? event.callId : event.type === 'missed' ? event.call.id : undefined;
        return over !== undefined ? void this.#parts.history.ended(over).then(this.#parts.person.loadPerson) : undefined;
    }

    /** @param {import('../protocol/signaling/signals.js').Signal} signal */
    #heard(signal) {
        switch (signal.type) {
        case 'call_ended':
        case 'call_cancelled':
            this.#parts.waiting.heldIsOver(signal.callId);
            return void this.#parts.running.lookAgain();
        case 'invitation_requested': return this.#parts.callLink.invitationRequested(signal);
        case 'login_warning': return this.#parts.account.warned(signal.senderDeviceId);
        case 'user_updated':
            if (signal.senderId !== this.#session?.account.userId) return undefined;
            this.#parts.account.loadOwnKeys();
            return void this.#parts.profile.refresh();
        case 'friend_accepted':
            void this.#parts.contacts.befriended(signal.senderId);
            return this.#linksUsed();
        case 'friend_request': return this.#linksUsed();
        default: return undefined;
        }
    }

    /** Somebody may have asked by one of the own links. */
    #linksUsed() {
        this.#parts.links.checkLink();
        this.#parts.personalLink.checkPersonalLink();
    }

    /**
     * Anyone who opened somebody's link is shown whose it is, and asked whether to add them.
     * @param {string} token
     */
    #openToken(token) {
        this.#showOpened({ name: 'add' });
        this.actions.typeLink(token);
        this.#parts.add.resolveLink();
    }

    /** @param {import('../contacts/call-link.js').CallLink | import('../contacts/call-link.js').BadLink} link to a call, whose maker lets contacts in */
    #openCall(link) {
        const route = this.#parts.joining.openCallLink(link);
        this.#showOpened(route, route.name === 'joinCall' && typeof link !== 'string' ? this.#links.kept(link) : null);
    }

    /**
     * Whether something that was pasted or scanned is a link to a call, which is opened then.
     * @param {string} text
     */
    #takesCallLink(text) {
        const link = this.#session && readCallLink(text, this.#session.origin);
        if (link) this.#openCall(link);
        return link !== null;
    }

    /**
     * @param {import('../state/state.js').Route} route of what was opened by a link, in the place of the link
     * @param {object | null} [kept] with the address
     */
    #showOpened(route, kept = null) {
        this.#showScan('');
        history.replaceState(kept, '', `/${location.search}${fragmentOf(route)}`);
        this.store.set({ route });
    }

    async #close() {
        for (const off of this.#offs.splice(0)) off();
        const [calls, session] = [this.#calls, this.#session];
        this.#calls = null;
        this.#contacts = null;
        this.#account = null;
        this.#history = null;
        this.#person = null;
        this.#session = null;
        this.#unnamed = null;
        this.#beginning = null;
        this.#parts.callLink.forgetCallLink();
        this.#parts.joining.leaveCallLink();
        this.#showScan('');
        // Nothing rings on until the server has heard that this device has left.
        this.store.set(({ call }) => ({ waiting: null, call: call?.phase === 'outgoing' ? { ...call, phase: 'ending' } : call?.phase === 'incoming' ? null : call }));
        this.#notifications?.stop();
        this.#notifications = null;
        await calls?.stop();
        session?.signaling.stop();
    }

    /** @param {'person' | 'server'} by */
    async #signedOut(by) {
        const notifications = this.#notifications;
        await this.#close();
        void notifications?.signedOut();
        const { signIn } = signedOutState();
        const notice = by === 'person' ? text('signIn.signedOut') : undefined;
        this.store.set({ ...signedOutState(), screen: 'signIn', signIn: signIn && { ...signIn, notice } });
        await this.#parts.signIn.showKept();
        await this.#parts.signIn.prepare();
    }

    // MARK: Where

    /** @param {string} shown the address of the screen that scans, where that is there: of each what was seen on another is over */
    #showScan(shown) {
        if (shown === this.#scanShown) return;
        if (this.#scanShown !== '') this.#parts.scan.scanCloses();
        this.#scanShown = shown;
        if (shown !== '') this.#parts.scan.scanOpens();
    }

    #route() {
        const before = this.store.state.route;
        const { route, isThere } = placeAt(this.#deeds, location.hash);
        if (!isThere) history.replaceState(null, '', home);
        this.store.set({ route });
        opened(this.#deeds, route, before);
    }
}
