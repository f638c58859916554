import { nobodyKept } from '../contacts/kept-people.js';
import { contactStep } from '../features/contacts/contact-list-state.js';
import { emptyAdd } from '../features/add/add-state.js';
import { noCards } from '../features/cards/card-state.js';
import { noCalls } from '../features/calls/call-state.js';
import { emptyLanguage } from '../features/language/language-state.js';
import { emptyLink } from '../features/contact-link/link-state.js';
import { emptyDevices } from '../features/devices/device-state.js';
import { emptyHistory } from '../features/history/history-state.js';
import { emptyNetworkCheck } from '../features/network-check/network-check-state.js';
import { emptyOutputs } from '../features/outputs/output-state.js';
import { emptyPermissions } from '../features/permissions/permission-state.js';
import { emptyPersonalLink } from '../features/personal-link/personal-link-state.js';
import { emptyProfile } from '../features/profile/profile-state.js';
import { emptyScan } from '../features/scan/scan-state.js';
import { emptySettings } from '../features/settings/settings-state.js';
import { emptySignIn } from '../features/sign-in/sign-in-state.js';
import { allSounds } from '../features/sounds/sound-state.js';

/**
 * The shape of the only store. Everything that the page shows follows from it; it contains no key and no token of this account.
 * @typedef {object} State
 * @property {'loading' | 'otherWindow' | 'signIn' | 'name' | 'main' | 'broken'} screen
 * @property {OtherWindow} otherWindow
 * @property {import('../features/sign-in/sign-in-state.js').SignInState} signIn
 * @property {import('../features/opened-link/opened-link.js').OpenedLink | null} opened the link with which the page was opened, until the person is in
 * @property {Account | null} account
 * @property {import('../features/profile/profile-state.js').ProfileState} profile
 * @property {import('../features/settings/settings-state.js').SettingsState} settings
 * @property {import('../features/permissions/permission-state.js').PermissionState} permissions
 * @property {import('../features/outputs/output-state.js').OutputState} outputs
 * @property {import('../features/devices/device-state.js').DeviceState} devices
 * @property {import('../features/sounds/sound-state.js').SoundState} sounds
 * @property {import('../features/network-check/network-check-state.js').NetworkCheckState} networkCheck
 * @property {import('../notifications/settings.js').NotificationSettings | null} notifications which the person wants; null: not known yet
 * @property {import('../notifications/push-subscription.js').PushReach | null} pushReach whether they come while the page is closed; null: not known yet
 * @property {import('../features/offers/offers.js').Offer | null} offer something of the browser that is offered now
 * @property {boolean} confirmsFirst the first screen of this device asks for another one of the person's
 * @property {Route} route where in the main screen, from the address's fragment
 * @property {import('../protocol/signaling/signaling-client.js').SignalingState} connection to the server's signals
 * @property {Words} suspension what the server says while it is suspended
 * @property {Loadable<Contact[]>} contacts
 * @property {number} contactsDrawn the most rows that each group of the list of contacts draws
 * @property {string} contactSearch part of the names that the list of contacts is to show
 * @property {import('../features/person/person-state.js').PersonState | null} person the contact that was shown last
 * @property {import('../features/person/person-state.js').ComparisonState | null} comparison the device of theirs that is compared with
 *     this one
 * @property {import('../contacts/kept-people.js').KeptPeople} kept whom this device has met, and by which names
 * @property {Loadable<import('../features/contacts/requests-state.js').Requests>} requests
 * @property {import('../features/cards/card-state.js').CardState} cards
 * @property {Loadable<Contact[]>} blocked
 * @property {boolean | null} isSearchable whether others find this account by a search; null: not known yet
 * @property {number[]} pending user ids with a change under way
 * @property {import('../features/contact-link/link-state.js').LinkState} link
 * @property {import('../features/personal-link/personal-link-state.js').PersonalLinkState} personalLink
 * @property {import('../features/add/add-state.js').AddState} add
 * @property {string | null} country of the phone numbers that the person types without one, as an ISO 3166 code
 * @property {import('../features/calls/link/call-link-state.js').CallLinkState | null} callLink the link to a call that is shared here
 * @property {import('../features/calls/link/call-link-state.js').JoiningState | null} joining the link to a call that was opened here
 * @property {import('../features/history/history-state.js').HistoryState} history
 * @property {import('../features/scan/scan-state.js').ScanState} scan
 * @property {import('../features/calls/call-state.js').CallState | null} call
 * @property {import('../features/calls/call-state.js').WaitingState | null} waiting
 * @property {import('../features/calls/call-state.js').MissedState | null} lastMissed the call that was missed last while this page was there
 * @property {import('../features/calls/call-state.js').HeldState | null} onHold
 * @property {import('../features/calls/call-state.js').RunningState | null} running a call of the person's that this page is not in
 * @property {import('../features/calls/people/people-state.js').ChoosingState | null} choosing contacts who are to be called together
 * @property {import('../features/calls/promises/promises.js').CallPromise[]} promises the calls that the person has promised, the soonest first
 * @property {number | null} dismissedCall a call in progress whose offer the person has dismissed
 * @property {Question | null} question
 * @property {Notice[]} notices
 * @property {boolean} hasNewRelease a newer release of the page is on this device, and becomes active when the page is loaded again
 * @property {'system' | 'light' | 'dark'} theme
 * @property {import('../features/language/language-state.js').LanguageState} language
 * @property {number} now Unix milliseconds when this is drawn
 * @property {number} uptime the same moment in milliseconds of the monotonic clock
 */
/**
 * @typedef {object} OtherWindow
 * @property {boolean} wasHere this window was the device before another took over
 * @property {boolean} hasHandedOver the link that it was opened with is open in the other window
 * @property {boolean} isBusy
 */
/** @typedef {{ userId: number, deviceId: number, displayName: string, email?: string, phoneNumber?: string, deletedAt?: string | null }} Account */
/**
 * @typedef {{ name: 'contacts' } | { name: 'calls' } | { name: 'pastCall', id: number } | { name: 'contact', id: number, device?: number } | { name: 'requests' } | { name: 'add' } | { name: 'scan', user?: number, device?: number } | { name: 'link' } | { name: 'personalLink' } | { name: 'joinCall' } | { name: 'welcome' } | import('./settings-routes.js').SettingsRoute | { name: 'call', id: number }} Route
 */
/** @typedef {{ contactId: number, contactName: string, isFavorite: boolean, isBlocked?: boolean, lastInteraction: string | null, doubt?: import('../contacts/kept-people.js').NameDoubt }} Contact */
/**
 * Something fetched: not there yet, there, or why not. An old value stays where a new one cannot be had.
 * @template Value
 * @typedef {{ status: 'loading' | 'ready' | 'failed', value: Value | null, problem: Problem | null }} Loadable
 */
/** @typedef {import('../texts/text.js').Words} Words */
/** @typedef {{ code: string, message: Words }} Problem */
/** @typedef {{ kind: 'reportPerson', userId: number, name: string, reason: import('../features/report/report.js').ReportReason | null, note: string, isBusy: boolean }} ReportQuestion */
/** @typedef {ReportQuestion | import('../features/calls/call-state.js').CallQuestion | { kind: 'removeContact', userId: number, name: string, isBusy: boolean } | { kind: 'blockPerson', userId: number, name: string, isBusy: boolean } | import('../features/settings/settings-state.js').SettingsQuestion | { kind: 'forget', isBusy: boolean } | { kind: 'revokeLink', isBusy: boolean } | { kind: 'renewPersonalLink', isBusy: boolean } | { kind: 'removePersonalLink', isBusy: boolean } | { kind: 'takeBack', token: string, isBusy: boolean } | { kind: 'deleteCalls', ids: number[], isBusy: boolean } | { kind: 'deleteAllCalls', isBusy: boolean }} Question */
/** @typedef {{ id: number, text: Words, tone: 'plain' | 'good' | 'bad', isOfCall?: boolean, link?: { label: Words, route: Route }, act?: { label: Words, action: 'mute' } | { label: Words, action: 'ringAgain', userId: number } | { label: Words, action: 'call', userId: number, name: string } }} Notice of the call: gone when that is over; `act`: what a press of its button does */

/** @template Value @returns {Loadable<Value>} */
const notYet = () => ({ status: 'loading', value: null, problem: null });

/** @returns {OtherWindow} */
const noOtherWindow = () => ({ wasHere: false, hasHandedOver: false, isBusy: false });
/**
 * @param {number} now Unix milliseconds
 * @returns {State}
 */
export function initialState(now) {
    return {
        screen: 'loading', otherWindow: noOtherWindow(), signIn: emptySignIn(), opened: null, account: null, profile: emptyProfile(), settings: emptySettings(), permissions: emptyPermissions(), outputs: emptyOutputs(), devices: emptyDevices(), sounds: allSounds(), networkCheck: emptyNetworkCheck(), notifications: null, pushReach: null, offer: null,
        route: { name: 'contacts' }, confirmsFirst: false, connection: 'connecting', suspension: '', contacts: notYet(), contactSearch: '', contactsDrawn: contactStep, person: null, comparison: null, kept: nobodyKept(), requests: notYet(), cards: noCards(),
        blocked: notYet(), isSearchable: null, pending: [],
        link: emptyLink(), personalLink: emptyPersonalLink(), add: emptyAdd(), country: null, scan: emptyScan(), history: emptyHistory(), ...noCalls(), question: null, notices: [], hasNewRelease: false, theme: 'system', language: emptyLanguage(), now, uptime: 0,
    };
}

/**
 * The state of an account before anything was fetched.
 * @returns {Partial<State>}
 */
export function signedOutState() {
    return {
        account: null, profile: emptyProfile(), settings: emptySettings(), networkCheck: emptyNetworkCheck(), notifications: null, pushReach: null, offer: null, contacts: notYet(), contactSearch: '', contactsDrawn: contactStep, person: null, comparison: null, kept: nobodyKept(), requests: notYet(), cards: noCards(), blocked: notYet(), isSearchable: null, pending: [], link: emptyLink(), personalLink: emptyPersonalLink(), add: emptyAdd(), scan: emptyScan(), history: emptyHistory(), ...noCalls(),
        question: null, signIn: emptySignIn(), opened: null, connection: 'connecting', suspension: '', route: { name: 'contacts' },
    };
}
