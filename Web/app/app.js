import { ServerClock } from '../protocol/server-clock.js';
import { pageClock } from '../protocol/page-clock.js';
import { OtherWindows } from '../session/other-windows.js';
import { Session } from '../session/session.js';
import { takeBack } from '../session/take-back.js';
import { fragmentOf, isOpenedLink } from '../state/routes.js';
import { Here } from '../state/here.js';
import { dismiss, notify } from '../state/notices.js';
import { initialState } from '../state/state.js';
import { Store } from '../state/store.js';
import { text } from '../texts/text.js';
import { Address, go } from './address.js';
import { tellLimits } from './browser-limits.js';
import { isInCall, leaveCall } from '../features/calls/call-takes.js';
import { startClock } from './clock.js';
import { ClockWatch } from './clock-watch.js';
import { ConfirmingFirst } from './confirming-first.js';
import { DeviceWindow } from './device-window.js';
import { makeFeatures } from './features.js';
import { openedLinks } from './opened-links.js';
import { Opening } from './opening.js';
import { deedsOfPlaces } from './places.js';
import { questionActions } from './question-actions.js';
import { Returns } from './returns.js';
import { SessionLife } from './session-life.js';
import { applyTheme, keepTheme, keptTheme } from './theme.js';
import { tellLanguage } from './told-language.js';

/** @typedef {import('../state/actions.js').Actions} Actions */

/** The running page: one store, one device, and the person's actions. The only place where the parts meet. */
export class App {
    #serverClock = new ServerClock();
    clock = pageClock(this.#serverClock);
    /** @type {Store<import('../state/state.js').State>} */
    store = new Store(initialState(this.clock.date()));
    here = new Here();
    #returns = new Returns(this.store);
    #confirming = new ConfirmingFirst(this.store);
    #features;
    /** @type {Address} */
    #address;
    #links;
    /** @type {DeviceWindow} */
    #window;
    /** @type {SessionLife} */
    life;
    #loadSignedIn;
    #language;

    /**
     * @param {import('./shown-language.js').ShownLanguage} language
     * @param {() => Promise<typeof import('../signed-in.js')>} loadSignedIn
     */
    constructor(language, loadSignedIn) {
        const { store, clock } = this;
        const [here, returns, serverClock] = [this.here, this.#returns, this.#serverClock];
        this.#loadSignedIn = loadSignedIn;
        this.#language = language;
        const features = this.#features = makeFeatures({
            store, here, clock, serverClock, language,
            // Both are made of the features.
            life: { begin: (session) => this.life.begin(session), signedIn: (session) => this.life.signedIn(session) },
            opening: { token: (token) => opening.token(token), takesCallLink: (text) => opening.takesCallLink(text) },
        });
        /** @type {Actions} */
        this.actions = { ...actionsOf(features), ...this.#ownActions() };
        this.#address = new Address(store, deedsOfPlaces(store, features, { fragment: () => location.hash, now: clock.date }), features.scan);
        /** @type {Opening} */
        const opening = new Opening(here, this.#address, features);
        const windows = new OtherWindows();
        const links = this.#links = openedLinks(store, windows, opening);
        this.life = new SessionLife({
            store, here, features, links, returns, load: loadSignedIn, clockWatch: new ClockWatch(serverClock, store),
            restore: () => Session.restore({ serverClock, language: () => language.texts.locale }), surroundings: { actions: this.actions, texts: () => language.texts, clock, devices: features.devices },
            begun: (device) => this.#begun(device), replaced: () => void this.#window.leave(),
        });
        this.#window = new DeviceWindow(store, { open: () => this.life.open(), close: () => this.life.close(), handOver: links.handOver });
        windows.onOpen((fragment) => {
            if (!this.#window.isDevice || !isOpenedLink(fragment)) return false;
            location.hash = fragment;
            return true;
        });
    }

    /** Makes this window the device of this browser, unless another window is. */
    async start() {
        const { permissions, outputs, devices, check, history, account, offers } = this.#features;
        // The browser tells once, as soon as it has looked at the page.
        offers.watchBrowser();
        // Before any change of the state, which would lose it.
        this.#links.comeBack();
        const theme = keptTheme();
        applyTheme(theme);
        this.store.set({ theme });
        this.#showLanguage();
        this.#language.onChange(() => this.#showLanguage());
        this.#returns.take();
        this.#address.follow();
        // By the time someone has signed in it is loaded, or nearly; a failure is reported then.
        this.#loadSignedIn().catch(() => {});
        addEventListener('hashchange', () => this.#addressChanged());
        startClock(this.store, this.clock);
        permissions.watchPermissions();
        outputs.watchOutputs();
        devices.watchDevices();
        check.watchHiding();
        addEventListener('pagehide', () => leaveCall(this.store.state, this.here.signedIn?.calls, this.clock.date()));
        addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') history.loadHistory(); });
        addEventListener('focus', account.lookedAtAgain);
        addEventListener('beforeunload', (event) => { if (isInCall(this.store.state.call)) event.preventDefault(); });
        return this.#window.start();
    }

    stateChanged() {
        const { cards, check, kept, callLink, promises, offers } = this.#features;
        check.watchCheck();
        cards.watchCards();
        kept.keep();
        promises.lookAtPromises();
        offers.watchOffers();
        callLink.watchCallLink();
        this.#links.forget();
        this.here.signedIn?.notifications.update();
    }

    /** After a change of language: redraws the texts and sorts the lists in that language. */
    #showLanguage() {
        const { choice, texts, system } = this.#language;
        const before = this.store.state.language;
        this.store.set(({ language }) => ({ language: { ...language, choice, shown: texts.language, system } }));
        if (before.shown !== texts.language) this.#features.contacts.sortContacts();
        this.#tellLanguage();
    }

    #tellLanguage() {
        const { session } = this.here;
        if (session) void tellLanguage(session, this.#language.choice, navigator.serviceWorker);
    }

    #addressChanged() {
        if (this.here.signedIn) this.#links.take();
        else if (this.store.state.screen === 'signIn' || this.store.state.screen === 'name') this.#links.explain();
        else if (!this.#window.isDevice) void this.#links.handOver();
        this.#address.follow();
    }

    /** @param {{ isNew: boolean, isNewAccount: boolean }} device */
    #begun({ isNew, isNewAccount }) {
        this.#tellLanguage();
        void tellLimits(this.store);
        if (isNew && !isNewAccount) this.#confirming.begin();
        this.#links.take();
        this.#address.follow();
        const back = this.#returns.back();
        if (back) void this.#features.account.cameBackToAdd(back);
        this.#returns.askToTakeBack();
        if (isNew) this.#welcome();
    }

    /** The first screen of a new device, unless the person opened the page for something else. */
    #welcome() {
        this.#features.permissions.checkPermissions();
        const { route, call } = this.store.state;
        if ((route.name === 'contacts' || route.name === 'calls') && call === null) {
            history.replaceState(null, '', fragmentOf({ name: 'welcome' }));
            this.#address.follow();
        }
    }

    /**
     * The person's actions on the page itself.
     * @returns {Pick<Actions, 'go' | 'takeOver' | 'reload' | 'startCheck' | 'dismissCall' | 'confirmLater' | 'setTheme' | 'chooseLanguage' | 'searchLanguages' | 'setNotifications' | 'dismissNotice' | keyof ReturnType<typeof questionActions>>}
     */
    #ownActions() {
        const { store } = this;
        const { permissions, check } = this.#features;
        return {
            ...questionActions(store, this.#features, { signOut: async () => this.here.signedIn?.session.signOut(), go, takeBack: (token) => takeBack(token, this.#serverClock, () => this.#language.texts.locale) }),
            go,
            takeOver: () => void this.#window.takeOver(),
            reload: () => location.reload(),
            startCheck: (place, hasCamera) =>
                void permissions.before(hasCamera ? ['microphone', 'camera'] : ['microphone'], () => check.startCheck(place, hasCamera), { isNeeded: false }),
            dismissCall: (id) => store.set({ dismissedCall: id }),
            confirmLater: () => {
                if (this.#confirming.end()) this.#links.take();
                this.#address.follow();
            },
            setTheme(theme) {
                store.set({ theme });
                applyTheme(theme);
                keepTheme(theme);
            },
            chooseLanguage: (choice) => void this.#language.choose(choice).then((isShown) => { if (!isShown) notify(store, text('language.failed'), 'bad'); }),
            searchLanguages: (search) => store.set(({ language }) => ({ language: { ...language, search } })),
            setNotifications: (settings) => void this.here.signedIn?.notifications.set(settings),
            dismissNotice: (id) => dismiss(store, id),
        };
    }
}

/**
 * The person's actions in the features. Those that need the microphone or camera are wrapped in their explanations.
 * @param {import('./features.js').Features} features
 */
const actionsOf = (features) => ({
    ...features.signIn, ...features.profile, ...features.contacts, ...features.cards, ...features.privacy, ...features.links, ...features.personalLink, ...features.add, ...features.scan,
    ...features.calls, ...features.stage, ...features.waiting, ...features.swap, ...features.callLink, ...features.joining, ...features.history, ...features.running, ...features.person,
    ...features.comparison, ...features.account, ...features.outputs, ...features.sounds, ...features.people, ...features.permissions, ...features.placing, ...features.devices,
    ...features.check, ...features.promises, ...features.networkCheck, ...features.offers,
});
