import { isLive } from '../features/contact-link/link-state.js';
import { fragmentOf, isOpenedLink } from '../state/routes.js';
import { emptyProfile } from '../features/profile/profile-state.js';

/** @typedef {import('../state/state.js').Route} Route */
/**
 * The actions at a place of the main screen.
 * @template {Route['name']} Name
 * @typedef {object} Deeds
 * @property {() => boolean} [isThere] whether the address is valid now; always, if absent
 * @property {(route: Extract<Route, { name: Name }>, before: Route) => void} [opened] each time it does: refreshes the place
 * @property {(route: Route, before: Route) => void} [elsewhere] each time it leads somewhere else: what was begun there is over
 */
/** @typedef {{ [Name in Route['name']]: Deeds<Name> }} AllDeeds */

/**
 * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @param {import('./features.js').Features} features
 * @param {object} page
 * @param {() => string} page.fragment the fragment that the page was opened with, or navigated to
 * @param {() => number} page.now Unix milliseconds
 * @returns {AllDeeds}
 */
export function deedsOfPlaces(store, features, { fragment, now }) {
    const isMain = () => store.state.screen === 'main';
    return {
        // Leaving this place discards the choice of people.
        contacts: { elsewhere() { if (store.state.choosing?.purpose === 'call') features.people.stopChoosing(); } },
        contact: {
            opened() {
                features.person.lookAtPerson();
                features.comparison.lookAtComparison();
            },
            elsewhere: () => void features.comparison.lookAtComparison(),
        },
        requests: {},
        calls: { opened(route, before) { if (isMain() && before.name !== 'calls') features.history.loadHistory(); } },
        pastCall: {},
        // A call that is over no longer exists here, nor does one of this page before it was reloaded.
        call: { isThere: () => store.state.call !== null },
        joinCall: {
            isThere: () => store.state.joining !== null || isOpenedLink(fragment()),
            // A person who goes elsewhere must not be let in without noticing it.
            elsewhere() { if (store.state.joining !== null) features.joining.leaveCallLink(); },
        },
        // Opening this place starts over, except for a person who is there already because they opened a link.
        add: { opened(route, before) { if (before.name !== 'add') features.add.startAddAgain(); } },
        scan: { opened: (route) => features.scan.showScan(isMain() ? fragmentOf(route) : ''), elsewhere: () => features.scan.showScan('') },
        link: {
            opened(route, before) {
                if (!isMain()) return;
                features.personalLink.linksOpened(route, before);
                makeLink();
            },
        },
        personalLink: { opened(route, before) { if (isMain()) features.personalLink.linksOpened(route, before); } },
        welcome: {
            opened() {
                features.permissions.checkPermissions();
                // It is shared with one tap: a browser allows that only soon after it.
                if (isMain() && !store.state.confirmsFirst) makeLink();
            },
        },
        settings: {
            opened(route, before) {
                leaveSettings(route, before);
                if (route.page === 'permissions' || route.page === 'notifications') features.permissions.checkPermissions();
            },
            elsewhere: (route, before) => leaveSettings(route, before),
        },
    };

    /** Makes the own link if there is none; after a failure the person tries again. */
    function makeLink() {
        const { link } = store.state;
        if (!isLive(link, now()) && link.status !== 'failed') features.links.makeLink();
    }

    /**
     * @param {Route} route
     * @param {Route} before
     */
    function leaveSettings(route, before) {
        if (!isMain()) return;
        // Unsaved input is discarded.
        if (before.name === 'settings' && fragmentOf(before) !== fragmentOf(route)) store.set({ profile: emptyProfile() });
        if (before.name === 'settings' && before.page === 'network' && !(route.name === 'settings' && route.page === 'network')) features.networkCheck.forgetNetworkCheck();
        features.account.settingsOpened(route, before);
    }
}
