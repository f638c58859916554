import { shownPages } from '../features/history/history-state.js';
import { joinCallView } from '../features/calls/link/join-call.js';
import { addView } from '../features/add/add.js';
import { compareView } from '../features/comparison/compare.js';
import { contactList } from '../features/contacts/contact-list.js';
import { contactView } from '../features/person/contact.js';
import { linkView } from '../features/contact-link/link.js';
import { personalLinkView } from '../features/personal-link/personal-link-screen.js';
import { requestList } from '../features/contacts/requests.js';
import { scanView } from '../features/scan/scan.js';
import { callList } from '../features/history/call-list.js';
import { pastCallView } from '../features/history/past-call-screen.js';
import { recentCalls } from '../features/history/recent-calls.js';
import { settingsList } from '../features/settings/settings-list.js';
import { settingsView } from './settings.js';
import { welcomeView } from '../features/welcome/welcome.js';
import { restingView } from './resting.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/state.js').Route} Route */
/** @typedef {import('../state/actions.js').Actions} Actions */
/** @typedef {import('../dom/h.js').VNode} VNode */
/**
 * How a place of the main screen looks. A wide window shows list and detail, a phone one of the two.
 * @template {Route['name']} Name
 * @typedef {object} Look
 * @property {(route: Extract<Route, { name: Name }>) => boolean} isList whether a phone shows the list
 * @property {(state: State, actions: Actions, level: 1 | 2, route: Extract<Route, { name: Name }>) => VNode} list `level` of its title
 * @property {(state: State, actions: Actions, route: Extract<Route, { name: Name }>) => VNode} detail
 */

const yes = () => true;
const no = () => false;
/** @type {(state: State, actions: Actions, level: 1 | 2) => VNode} */
const contacts = (state, actions, level) => contactList(state, actions, level);
/** @type {(state: State, actions: Actions) => VNode} */
const recent = (state, actions) => ((state.history.all.calls?.length ?? 0) > 0 ? recentCalls(state, actions) : restingView(state));

/**
 * Every place. A new one passes the type checker only with a row here, an address (`state/routes.js`), a title (`title.js`) and its actions
 * on opening and leaving (`app/places.js`).
 * @type {{ [Name in Route['name']]: Look<Name> }}
 */
const looks = {
    contacts: { isList: yes, list: contacts, detail: recent },
    contact: {
        isList: no, list: contacts,
        detail: (state, actions, route) => (route.device === undefined ? contactView(state, route.id, actions) : compareView(state, route, actions)),
    },
    requests: { isList: yes, list: requestList, detail: recent },
    calls: {
        isList: yes, list: (state, actions, level) => callList(state, actions, level),
        detail(state, actions) {
            const newest = shownPages(state.history).calls?.[0];
            return newest ? pastCallView(state, newest.id, actions, 2) : restingView(state);
        },
    },
    pastCall: {
        isList: no, list: (state, actions, level, { id }) => callList(state, actions, level, id),
        detail: (state, actions, { id }) => pastCallView(state, id, actions),
    },
    call: { isList: yes, list: contacts, detail: recent },
    joinCall: { isList: no, list: contacts, detail: (state, actions) => (state.joining ? joinCallView(state, state.joining, actions) : restingView(state)) },
    add: { isList: no, list: contacts, detail: addView },
    scan: {
        isList: no,
        // Scanning the code of an own device starts in the settings, and returns there.
        list: (state, actions, level, { user }) => (user !== undefined && user === state.account?.userId ? settingsList(state, level) : contactList(state, actions, level)),
        detail: (state, actions, route) => scanView(state, route, actions),
    },
    link: { isList: no, list: contacts, detail: linkView },
    personalLink: { isList: no, list: contacts, detail: personalLinkView },
    welcome: { isList: no, list: contacts, detail: welcomeView },
    settings: {
        isList: ({ page }) => page === undefined, list: (state, actions, level) => settingsList(state, level),
        detail: (state, actions, route) => settingsView(state, route, actions),
    },
};

// The row matches its route: the checker cannot infer that both have the same name.
/** @param {State} state */
const shown = ({ route }) => /** @type {never} */ (route);

/** @param {State} state */
export const isListPlace = (state) => looks[state.route.name].isList(shown(state));

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {1 | 2} level of its title
 */
export const listOf = (state, actions, level) => looks[state.route.name].list(state, actions, level, shown(state));

/**
 * @param {State} state
 * @param {Actions} actions
 */
export const detailOf = (state, actions) => looks[state.route.name].detail(state, actions, shown(state));
