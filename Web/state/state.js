import { nobodyKept } from '../contacts/kept-people.js';
import { emptyAdd } from '../features/add/add-state.js';
import { emptyLink } from '../features/contact-link/link-state.js';
import { emptyDevices } from '../features/devices/device-state.js';
import { emptyHistory } from '../features/history/history-state.js';
import { emptyOutputs } from '../features/outputs/output-state.js';
import { emptyPermissions } from '../features/permissions/permission-state.js';
import { emptyPersonalLink } from '../features/personal-link/personal-link-state.js';
import { emptyProfile } from '../features/profile/profile-state.js';
import { emptyScan } from '../features/scan/scan-state.js';
import { emptySettings } from '../features/settings/settings-state.js';
import { emptySignIn } from '../features/sign-in/sign-in-state.js';
import { allSounds } from '../features/sounds/sound-state.js';

/**
 * The shape of the one store. Everything the page shows follows from it; it holds no key and no token of this account.
 * @typedef {object} State
 * @property {'loading' | 'otherWindow' | 'signIn' | 'name' | 'main' | 'broken'} screen
 * @property {OtherWindow} otherWindow
 * @property {import('../features/sign-in/sign-in-state.js').SignInState} signIn
 * @property {Account | null} account
 * @property {import('../features/profile/profile-state.js').ProfileState} profile
 * @property {import('../features/settings/settings-state.js').SettingsState} settings
 * @property {import('../features/permissions/permission-state.js').PermissionState} permissions
 * @property {import('../features/outputs/output-state.js').OutputState} outputs
 * @property {import('../features/devices/device-state.js').DeviceState} devices
 * @property {import('../features/sounds/sound-state.js').SoundState} sounds
 * @property {import('../notifications/settings.js').NotificationSettings | null} notifications which the person wants; null: not known yet
 * @property {import('../notifications/push-subscription.js').PushReach | null} pushReach whether they come while the page is closed; null: not known yet
 * @property {boolean} confirmsFirst the first screen of this device asks for another one of the person's
 * @property {Route} route where in the main screen, from the address's fragment
 * @property {import('../protocol/signaling/signaling-client.js').SignalingState} connection to the server's signals
 * @property {Words} suspension what the server says while it is suspended
 * @property {Loadable<Contact[]>} contacts
 * @property {string} contactSearch part of the names that the list of contacts is to show
 * @property {import('../features/person/person-state.js').PersonState | null} person the contact that was looked at last
 * @property {import('../features/person/person-state.js').ComparisonState | null} comparison the device of theirs that is compared with this one
 * @property {import('../contacts/kept-people.js').KeptPeople} kept whom this device has met, and by which names
 * @property {Loadable<import('../features/contacts/requests-state.js').Requests>} requests
 * @property {Loadable<Contact[]>} blocked
 * @property {boolean | null} isSearchable whether others find this account by a search; null: not known yet
 * @property {number[]} pending user ids with a change under way
 * @property {import('../features/contact-link/link-state.js').LinkState} link
 * @property {import('../features/personal-link/personal-link-state.js').PersonalLinkState} personalLink
 * @property {import('../features/add/add-state.js').AddState} add
 * @property {import('./call-link-state.js').CallLinkState | null} callLink the link to a call that is shared here
 * @property {import('./call-link-state.js').JoiningState | null} joining the link to a call that was opened here
 * @property {import('../features/history/history-state.js').HistoryState} history
 * @property {import('../features/scan/scan-state.js').ScanState} scan
 * @property {CallState | null} call
 * @property {WaitingState | null} waiting
 * @property {MissedState | null} lastMissed the call that was missed last while this page was there
 * @property {HeldState | null} onHold
 * @property {import('../features/history/history-state.js').RunningState | null} running a call of the person's that this page is not in
 * @property {import('./people-state.js').ChoosingState | null} choosing contacts who are to be called together
 * @property {number | null} dismissedCall a call that goes on, and whose offer the person has put away
 * @property {Question | null} question
 * @property {Notice[]} notices
 * @property {boolean} hasNewRelease a newer release of the page is on this device, and takes over when the page is loaded again
 * @property {'system' | 'light' | 'dark'} theme
 * @property {number} now Unix milliseconds when this is drawn
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
/**
 * @typedef {object} CallState
 * @property {'incoming' | 'outgoing' | 'joining' | 'inCall' | 'ending' | 'ended'} phase
 * @property {number | null} id
 * @property {boolean} isRinging the other devices ring
 * @property {boolean} isVideo
 * @property {{ userId: number, name: string }} peer whom it is with; of a group, who was called or who called
 * @property {boolean} isOutgoing
 * @property {boolean} isReturn this device comes back into it
 * @property {Participant[]} members everybody whom it has, had or rings, in the order in which they are shown
 * @property {readonly number[]} askedByLink who has asked to come by the link to this call: they come by it, also when the person adds them
 * @property {boolean} showsPeople
 * @property {MediaStream | null} ownStream
 * @property {Record<import('../media/device-choice.js').DeviceKind, import('../calls/capture/used-device.js').UsedDevice | null>} used what takes it; null: nothing is on
 * @property {boolean} isMuted
 * @property {boolean} isTalking heard for as long as the person holds a key
 * @property {boolean} isUnheard the person speaks, and is muted
 * @property {import('../calls/capture/silent-capture.js').CaptureNotice[]} silent a microphone or camera that is on and gives nothing
 * @property {boolean} isCameraOn
 * @property {boolean} isSharing this person shares their screen
 * @property {'connecting' | 'connected' | 'reconnecting'} connection
 * @property {'waitingForKey' | 'protected'} encryption
 * @property {number | null} startedAt Unix milliseconds when the first other one joined
 * @property {number | null} connectedAt Unix milliseconds when it was proven first of another one that they hear this person, and are heard or seen
 * @property {number | null} endedAt
 * @property {number} ringsUntil Unix milliseconds
 * @property {boolean} isVerified whether a device that is the caller's, as far as is known here, has signed the invitation
 * @property {boolean} isNewDevice whether one has that may be a new one of theirs
 * @property {import('../contacts/kept-people.js').NameDoubt | null} doubt what speaks against the name of who rings
 * @property {{ address: string, trust: import('../key-distribution/device-pins.js').DeviceTrust, says: string | null }} [callerDevice] of who rings, and has signed that
 * @property {boolean} canReply whether something can be said to who rings, when it is declined
 * @property {import('../keys/channels/call-reply.js').CallReply | null} reply what the only one who was called said, who declined
 * @property {boolean} goesOn it is over for this person alone: others are in it
 * @property {boolean} endWaits it is over, and is shown to be in a moment
 * @property {EndReason | null} reason
 * @property {Words | null} problem
 * @property {{ id: number, userId: number, reaction: import('../keys/channels/gestures.js').Reaction }[]} reactions that are shown just now, the newest last
 * @property {Words} gestureSaid what others have shown last, for who does not see it
 * @property {Words} announcement what changed last about others, for who does not see it
 * @property {import('../calls/quality/quality-cause.js').OwnLine} quality how the own line is
 * @property {boolean} showsProtection
 * @property {boolean} isPostQuantum whether this device can protect from a quantum computer to come
 * @property {import('./call-view.js').CallView} view
 */
/** @typedef {import('../calls/course/call-machine.js').CallEndReason} EndReason */
/**
 * The record of somebody of the call, and what the page makes of it. `isVideoEnabled`: whether they send pictures; before that is known, as
 * the call has them. `slot`: which place their tile has, from 0, which stays while they stay; null of who is not in the call, and of oneself.
 * `hasPicture`: a decrypted picture was shown; `hasOpened`: something that they sent was heard or seen here.
 * @typedef {import('../calls/members/member.js').Member & { isVideoEnabled: boolean, slot: number | null, camera: MediaStream | null,
 *     screen: MediaStream | null, hasPicture: boolean, hasOpened: boolean }} Participant
 */
/** @typedef {{ id: number, peer: { userId: number, name: string }, isVideo: boolean, isVerified: boolean, isNewDevice: boolean, canReply: boolean, doubt: CallState['doubt'], members: Pick<Participant, 'userId' | 'name' | 'isSelf' | 'status'>[], isBusy: boolean }} WaitingState a call that rings beside the running one; `members`: none before the server has said who is in it */
/** @typedef {Pick<CallState, 'id' | 'peer' | 'isVerified'>} MissedState a call that rang here and was missed */
/** @typedef {{ id: number, people: { userId: number, name: string }[], isVideo: boolean }} HeldState a call that waits while the person is in another */
/** @typedef {{ kind: 'reportPerson', userId: number, name: string, reason: import('../features/report/report.js').ReportReason | null, note: string, isBusy: boolean }} ReportQuestion */
/** @typedef {{ kind: 'removeFromCall', userId: number, name: string, isBusy: boolean }} RemovalQuestion */
/** @typedef {{ kind: 'letInAnyway' | 'notThem', name: string, identity: import('../key-distribution/events.js').ShownIdentity, isLost: boolean, isBusy: boolean }} DeviceQuestion `isLost`: its person has signed it out */
/** @typedef {ReportQuestion | RemovalQuestion | DeviceQuestion | { kind: 'removeContact', userId: number, name: string, isBusy: boolean } | { kind: 'blockPerson', userId: number, name: string, isBusy: boolean } | import('../features/settings/settings-state.js').SettingsQuestion | { kind: 'forget', isBusy: boolean } | { kind: 'revokeLink', isBusy: boolean } | { kind: 'renewPersonalLink', isBusy: boolean } | { kind: 'removePersonalLink', isBusy: boolean } | { kind: 'withdrawCallLink', isBusy: boolean } | { kind: 'takeBack', token: string, isBusy: boolean } | { kind: 'deleteCalls', ids: number[], isBusy: boolean } | { kind: 'deleteAllCalls', isBusy: boolean }} Question */
/** @typedef {{ id: number, text: Words, tone: 'plain' | 'good' | 'bad', isOfCall?: boolean, link?: { label: Words, route: Route }, act?: { label: Words, action: 'mute' } | { label: Words, action: 'ringAgain', userId: number } }} Notice of the call: gone when that is over; `act`: what a press of its button does */

/** @template Value @returns {Loadable<Value>} */
const notYet = () => ({ status: 'loading', value: null, problem: null });

/** @returns {OtherWindow} */
const noOtherWindow = () => ({ wasHere: false, hasHandedOver: false, isBusy: false });
/**
 * The state of a page that has just been opened.
 * @param {number} now Unix milliseconds
 * @returns {State}
 */
export function initialState(now) {
    return {
        screen: 'loading', otherWindow: noOtherWindow(), signIn: emptySignIn(), account: null, profile: emptyProfile(), settings: emptySettings(), permissions: emptyPermissions(), outputs: emptyOutputs(), devices: emptyDevices(), sounds: allSounds(), notifications: null, pushReach: null,
        route: { name: 'contacts' }, confirmsFirst: false, connection: 'connecting', suspension: '', contacts: notYet(), contactSearch: '', person: null, comparison: null, kept: nobodyKept(), requests: notYet(),
        blocked: notYet(), isSearchable: null, pending: [],
        link: emptyLink(), personalLink: emptyPersonalLink(), add: emptyAdd(), scan: emptyScan(), callLink: null, joining: null, history: emptyHistory(), call: null, waiting: null, lastMissed: null, onHold: null, running: null, choosing: null, dismissedCall: null, question: null, notices: [], hasNewRelease: false, theme: 'system', now,
    };
}

/**
 * What belongs to an account, as it is before anything of it was fetched.
 * @returns {Partial<State>}
 */
export function signedOutState() {
    return {
        account: null, profile: emptyProfile(), settings: emptySettings(), notifications: null, pushReach: null, contacts: notYet(), contactSearch: '', person: null, comparison: null, kept: nobodyKept(), requests: notYet(), blocked: notYet(), isSearchable: null, pending: [], link: emptyLink(), personalLink: emptyPersonalLink(), add: emptyAdd(), scan: emptyScan(), callLink: null, joining: null, history: emptyHistory(), call: null, waiting: null, lastMissed: null, onHold: null, running: null, choosing: null, dismissedCall: null,
        question: null, signIn: emptySignIn(), connection: 'connecting', suspension: '', route: { name: 'contacts' },
    };
}
