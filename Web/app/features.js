import { SignIn } from '../session/sign-in.js';
import { accountActions } from '../features/account/account-actions.js';
import { addActions } from '../features/add/add-actions.js';
import { cardActions } from '../features/cards/card-actions.js';
import { comparisonActions } from '../features/comparison/comparison-actions.js';
import { linkActions } from '../features/contact-link/link-actions.js';
import { contactActions } from '../features/contacts/contact-actions.js';
import { checkActions } from '../features/devices/check-actions.js';
import { deviceActions } from '../features/devices/device-actions.js';
import { historyActions } from '../features/history/history-actions.js';
import { networkCheckActions } from '../features/network-check/network-check-actions.js';
import { probeRelay } from '../features/network-check/relay-probe.js';
import { outputActions } from '../features/outputs/output-actions.js';
import { permissionActions } from '../features/permissions/permission-actions.js';
import { browserPermissions } from '../features/permissions/permissions.js';
import { personActions } from '../features/person/person-actions.js';
import { personalLinkActions } from '../features/personal-link/personal-link-actions.js';
import { privacyActions } from '../features/privacy/privacy-actions.js';
import { profileActions } from '../features/profile/profile-actions.js';
import { scanActions } from '../features/scan/scan-actions.js';
import { takeScanned } from '../features/scan/scanned-actions.js';
import { signInActions } from '../features/sign-in/sign-in-actions.js';
import { browserSounds, soundActions } from '../features/sounds/sound-actions.js';
import { browserOutputs } from '../media/audio-outputs.js';
import { canProtectMedia } from '../media/call-worker.js';
import { browserDevices } from '../media/capture-devices.js';
import { go } from './address.js';
import { callPreparation } from './call-preparation.js';
import { callActions } from '../features/calls/call-actions.js';
import { callLinkActions } from '../features/calls/link/call-link-actions.js';
import { callTakes } from '../features/calls/call-takes.js';
import { saveFile, today } from './files.js';
import { joinCallActions } from '../features/calls/link/join-call-actions.js';
import { keptLists } from './kept-lists.js';
import { peopleActions } from '../features/calls/people/people-actions.js';
import { offerActions } from '../features/offers/offer-actions.js';
import { browserOffers } from '../features/offers/offer-port.js';
import { promiseActions } from '../features/calls/promises/promise-actions.js';
import { runningActions } from '../features/calls/running/running-actions.js';
import { swapActions } from '../features/calls/running/swap-actions.js';
import { browserScreens } from '../features/calls/stage/screens.js';
import { stageActions } from '../features/calls/stage/stage-actions.js';
import { waitingActions } from '../features/calls/incoming/waiting-actions.js';

/**
 * @typedef {object} Page
 * @property {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @property {import('../state/here.js').Here} here
 * @property {import('../media/clock.js').Clock} clock
 * @property {import('../protocol/server-clock.js').ServerClock} serverClock
 * @property {import('./shown-language.js').ShownLanguage} language of the page, and of what leaves it
 * @property {Pick<import('./session-life.js').SessionLife, 'signedIn' | 'begin'>} life
 * @property {Pick<import('./opening.js').Opening, 'token' | 'takesCallLink'>} opening
 */
/** @typedef {ReturnType<typeof makeFeatures>} Features */
/** @typedef {Pick<Features, 'callLink' | 'joining' | 'waiting' | 'running' | 'swap' | 'calls'>} CallFeatures */

/** @param {Page} page */
export function makeFeatures(page) {
    const { store, here, clock, language, life, opening } = page;
    const say = (/** @type {import('../texts/text.js').Words} */ words) => language.texts.string(words);
    const person = personActions(store, here);
    const comparison = comparisonActions(store, here, person.loadPerson);
    const account = accountActions(store, here, { saveFile, today, now: clock.date, go, leave: (url) => location.assign(url) });
    const contacts = contactActions(store, here, person.lookAtPerson);
    const history = historyActions(store, here, { written: person.loadPerson });
    const permissions = permissionActions(store, browserPermissions);
    const own = { person, comparison, account, contacts, history, permissions };
    return {
        ...own,
        profile: profileActions(store, here, (session) => life.begin(session)),
        signIn: signInActions(store, (session) => life.signedIn(session), undefined, () => new SignIn({ serverClock: page.serverClock, language: () => language.texts.locale }), clock.date),
        privacy: privacyActions(store, here),
        cards: cardActions(store, contacts.change),
        links: linkActions(store, here, say, undefined, clock.date),
        personalLink: personalLinkActions(store, here, say, undefined, clock.date),
        add: addActions(store, here, contacts.reload, (text) => opening.takesCallLink(text)),
        scan: scanActions(store, here, (token) => opening.token(token), (code) => (opening.takesCallLink(code) ? 'taken'
            : takeScanned(store.state, code, { contact: comparison.compareScanned, own: account.scannedOwnDevice }, go))),
        sounds: soundActions(store, browserSounds),
        networkCheck: networkCheckActions(store, here, { probe: probeRelay, clock, canConnect: () => typeof RTCPeerConnection === 'function', go }),
        kept: keptLists(store, here),
        offers: offerActions(store, browserOffers, permissions.allow),
        ...callFeatures(page, say, own),
    };
}

/**
 * @param {Page} page
 * @param {(words: import('../texts/text.js').Words) => string} say
 * @param {{ contacts: ReturnType<typeof contactActions>, history: ReturnType<typeof historyActions>, permissions: ReturnType<typeof permissionActions> }} own
 */
function callFeatures({ store, here, clock }, say, { contacts, history, permissions }) {
    const outputs = outputActions(store, browserOutputs);
    const check = checkActions(store, browserDevices, {
        wishOf: (kind) => devices.wishOf(kind),
        opened() {
            outputs.lookForOutputs();
            devices.lookForDevices();
        },
    });
    const devices = deviceActions(store, here, browserDevices, check);
    const running = runningActions(store, here, clock, undefined, history.loadHistory);
    const promises = promiseActions(store, here, clock, (promise) => here.signedIn?.notifications.remind(promise));
    const waiting = waitingActions(store, here, running.returnToHeld, promises.promised);
    const swap = swapActions(store, here, { returnTo: running.returnTo, checkHeld: () => waiting.checkHeld() });
    const calls = callActions(store, here, { clock, ended: contacts.reload, givesWay: (id, reason) => waiting.givesWay(id) || swap.isSwapped(id, reason), before: permissions.before, promised: promises.promised });
    const { placing, beforeJoining } = callPreparation(calls, { store, permissions, check, canCall: canProtectMedia });
    return {
        outputs, check, devices, running, waiting, swap, calls, placing, promises,
        stage: stageActions(store, browserScreens(document), clock),
        people: peopleActions(store, here, placing.callPeople),
        callLink: callLinkActions(store, here, { say, clock }),
        joining: joinCallActions(store, here, {
            actions: () => ({ go, joinAgain: running.joinAgain }), answer: calls.answer,
            before: beforeJoining,
        }),
    };
}

/**
 * The features in the order in which they handle an event: the resources of a call are updated once the call is shown.
 * @param {Features} features
 * @param {import('../state/here.js').Reach<'session'>} here
 * @returns {import('../state/news.js').Takes[]}
 */
export function takesOf(features, here) {
    const { outputs, devices, check, history, account, profile, contacts, links, personalLink } = features;
    const { before, behind } = callTakes(features, here);
    return [...before, ...[outputs, devices, check].map(({ takes }) => takes), ...behind, ...[history, account, profile, contacts, links, personalLink].map(({ takes }) => takes)];
}
