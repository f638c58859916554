import { isSameLink, limitsFrom, nearestChoice } from './personal-link.js';
import { isText, text } from '../../texts/text.js';
import { LatestResponse } from '../../state/latest-response.js';
import { linkHandout } from '../link-handout/handing-out.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/store.js').Store<State>} PageStore */
/** @typedef {import('./personal-link-state.js').PersonalLinkState} PersonalLinkState */
/** @typedef {import('./personal-link-state.js').PersonalLinkWork} PersonalLinkWork */
/** @typedef {Pick<import('../contacts/contacts-service.js').ContactsService, 'personalLink' | 'setPersonalLink' | 'removePersonalLink'>} PersonalLinkService */

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {(words: import('../../texts/text.js').Words) => string} say what leaves the page is in its language
 * @param {Pick<Navigator, 'share' | 'clipboard'> | undefined} browser
 * @param {() => number} now Unix milliseconds
 */
export function personalLinkActions(store, here, say, browser = navigator, now) {
    const set = (/** @type {Partial<PersonalLinkState>} */ change) => store.set(({ personalLink }) => ({ personalLink: { ...personalLink, ...change } }));
    const { load, perform } = requests(store, here, set, now);
    const save = () => perform(store.state.personalLink.value === 'off' ? 'make' : 'change');
    const { copy, share } = linkHandout(store, say, browser, { link: () => shownLink(store.state.personalLink), copied: () => set({ wasCopied: true }) });
    const check = () => {
        const { value, failed } = store.state.personalLink;
        if (value !== null || failed === 'load') void load(false);
    };
    return {
        loadPersonalLink: () => void load(),
        choosePersonalLink: (/** @type {Partial<import('./personal-link.js').LinkLimits>} */ limits) =>
            store.set(({ personalLink }) => ({ personalLink: { ...personalLink, choice: { ...personalLink.choice, ...limits } } })),
        changePersonalLink: () => set({ isChanging: true, choice: choiceFor(store.state.personalLink.value) }),
        keepPersonalLink: () => set({ isChanging: false, choice: choiceFor(store.state.personalLink.value), failed: null, problem: null }),
        savePersonalLink: () => void save(),
        retryPersonalLink: () => {
            const { failed } = store.state.personalLink;
            if (failed === 'load') void load();
            else if (failed !== null) void perform(failed);
        },
        copyPersonalLink: () => void copy(),
        sharePersonalLink: share,
        /**
         * @type {import('../../state/news.js').Takes} someone may have asked by it, it was changed on another device, or the server can be
         *     reached again
         */
        takes: { signals: { friend_request: check, friend_accepted: check }, connected: check },
        personalLinkConfirmed: (/** @type {'renewPersonalLink' | 'removePersonalLink'} */ kind) => perform(kind === 'renewPersonalLink' ? 'renew' : 'remove'),
        /**
         * Opening it loads its current state; an abandoned form is closed.
         * @param {State['route']} route
         * @param {State['route']} before
         */
        linksOpened: (route, before) => {
            const { value, isLoading, failed } = store.state.personalLink;
            if (route.name !== 'link' && route.name !== 'personalLink') return;
            if (route.name !== before.name) set({ isChanging: false, choice: choiceFor(value), wasCopied: false });
            if (route.name !== before.name || (value === null && !isLoading && failed === null)) void load();
        },
    };
}

/** @param {PersonalLinkState['value']} value */
const choiceFor = (value) => nearestChoice(value === 'off' ? null : value);

/** @param {PersonalLinkState} state */
const shownLink = ({ value }) => (value === null || value === 'off' ? '' : value.link);

/**
 * The requests to the server: one change at a time, and an answer never undoes a later one.
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {(change: Partial<PersonalLinkState>) => void} set
 * @param {() => number} now Unix milliseconds
 */
function requests(store, here, set, now) {
    const latest = new LatestResponse();
    /** @param {boolean} [isTold] whether the person is told of a failure, and an earlier failure is cleared */
    const load = async (isTold = true) => {
        const from = here.signedIn?.contacts;
        if (!from || store.state.personalLink.work !== null) return;
        const isLatest = latest.sent('link');
        set({ isLoading: true, ...(isTold ? { failed: null, problem: null } : {}) });
        try {
            const value = await from.personalLink() ?? 'off';
            if (here.signedIn?.contacts === from && isLatest()) set({ ...received(store.state.personalLink, value), isLoading: false });
        } catch (error) {
            if (here.signedIn?.contacts !== from || !isLatest()) return;
            set({ isLoading: false, ...(isTold && store.state.personalLink.work === null ? { failed: 'load', problem: problemOf(error) } : {}) });
        }
    };
    /** @param {PersonalLinkWork} work */
    const perform = async (work) => {
        const from = here.signedIn?.contacts;
        const before = store.state.personalLink;
        if (!from || before.work !== null) return;
        const isLatest = latest.sent('link');
        set({ work, failed: null, problem: null });
        dismissDone(store);
        try {
            const value = await ask(from, work, before, now()) ?? 'off';
            isLatest();
            if (here.signedIn?.contacts !== from) return;
            set({ value, choice: choiceFor(value), isChanging: false, isLoading: false, work: null, wasCopied: false });
            notify(store, done(work, before.value, value), 'good');
        } catch (error) {
            isLatest();
            if (here.signedIn?.contacts !== from) return;
            set({ isLoading: false, work: null, failed: work, problem: problemOf(error) });
            // Perhaps only the answer was lost.
            void load(false);
        }
    };
    return { load, perform };
}

/**
 * @param {PersonalLinkService} service
 * @param {PersonalLinkWork} work
 * @param {PersonalLinkState} state
 * @param {number} now Unix milliseconds
 */
async function ask(service, work, { value, choice }, now) {
    if (work === 'remove') {
        await service.removePersonalLink();
        return null;
    }
    if (work !== 'renew') return service.setPersonalLink(choice);
    return service.setPersonalLink(value === null || value === 'off' ? choice : limitsFrom(value, now), true);
}

/**
 * Applies an answer. A form that is being filled in stays as it is, and so does an error, unless the change turns out to be done.
 * @param {PersonalLinkState} state
 * @param {Exclude<PersonalLinkState['value'], null>} value
 * @returns {Partial<PersonalLinkState>}
 */
function received(state, value) {
    if (isSameLink(state.value, value)) return { value, ...(state.failed === 'load' ? { failed: null, problem: null } : {}) };
    const isChanging = state.isChanging && value !== 'off';
    return { value, isChanging, choice: isChanging ? state.choice : choiceFor(value), wasCopied: false, failed: null, problem: null };
}

/** @type {import('../../texts/text.js').PlainKey[]} */
const outcomes = ['personalLink.isOn', 'personalLink.isChanged', 'personalLink.isNew', 'personalLink.isOff'];

/**
 * Notices about the previous link may no longer be true.
 * @param {PageStore} store
 */
const dismissDone = (store) => store.set(({ notices }) => ({ notices: notices.filter(({ text: words }) => !(isText(words) && outcomes.some((key) => key === words.key))) }));

/**
 * @param {PersonalLinkWork} work
 * @param {PersonalLinkState['value']} before
 * @param {PersonalLinkState['value']} value
 */
function done(work, before, value) {
    if (work === 'remove') return text('personalLink.isOff');
    if (work === 'renew') return text('personalLink.isNew');
    const isKept = before !== null && before !== 'off' && value !== null && value !== 'off' && before.link === value.link;
    return text(isKept ? 'personalLink.isChanged' : 'personalLink.isOn');
}
