import { emptyAdd } from '../../../Web/features/add/add-state.js';
import { emptyLink } from '../../../Web/features/contact-link/link-state.js';
import { emptyScan } from '../../../Web/features/scan/scan-state.js';
import { emptySignIn } from '../../../Web/features/sign-in/sign-in-state.js';
import { initialState } from '../../../Web/state/state.js';
import { newView } from '../../../Web/features/calls/stage/call-view.js';
import { text } from '../../../Web/texts/text.js';
import { callLinkStates } from './call-link-states.js';
import { callStates } from './call-states.js';
import { contactStates } from './contact-states.js';
import { deviceStates } from './device-states.js';
import { firstStepsStates } from './first-steps-states.js';
import { historyStates } from './history-states.js';
import { peopleStates, peopleWith } from './people-states.js';
import { personalLinkStates } from './personal-link-states.js';
import { settingsStates } from './settings-states.js';
import { stageStates } from './stage-states.js';
import { withMembers } from './participants.js';

/** Every screen in every state, as the one value that it is drawn from. Times are relative to now. */
export const now = Date.UTC(2026, 2, 14, 15, 9, 26);
const minutes = 60_000;
const token = 'a8KxR3mFvL2pNqW7Zc0YtB5uHdJ1eGs9oXkQiM4wVfE';
const link = `https://calls.example.org/share/contact/${token}`;
const problem = (code, message = '') => ({ code, message });
const ago = (milliseconds) => new Date(now - milliseconds).toISOString();

const contacts = [
    { contactId: 21, contactName: 'Amira Haddad', isFavorite: true, lastInteraction: ago(12 * minutes) },
    { contactId: 14, contactName: 'Tomás Ribeiro', isFavorite: true, lastInteraction: ago(26 * 60 * minutes) },
    { contactId: 35, contactName: 'Bo', isFavorite: false, lastInteraction: null },
    { contactId: 46, contactName: 'Kiều Trang Nguyễn', isFavorite: false, lastInteraction: ago(5 * 24 * 60 * minutes) },
    { contactId: 57, contactName: 'Maximilian-Alexander von und zu Hohenlohe-Langenb', isFavorite: false, lastInteraction: ago(400 * 24 * 60 * minutes) },
];
const requests = {
    received: [
        { user: 61, receiverName: 'Ingrid Solberg', date: ago(3 * minutes) },
        { user: 62, receiverName: 'Yusuf Demir', date: ago(5 * 60 * minutes) },
    ],
    sent: [{ user: 63, receiverName: 'Priya Raman', date: ago(30 * 60 * minutes) }],
};
const ready = (value) => ({ status: 'ready', value, problem: null });
const failed = (code, message) => ({ status: 'failed', value: null, problem: problem(code, message) });
const offline = text('errors.offline');

const base = initialState(now);
const signIn = (change) => ({ ...base, screen: 'signIn', signIn: { ...emptySignIn(), methods: { email: true, phone: true }, ...change } });
const main = (change = {}) => ({
    ...base, screen: 'main', connection: 'connected', contacts: ready(contacts), requests: ready(requests), blocked: ready([]), isSearchable: true,
    account: { userId: 7, deviceId: 70, displayName: 'Wren Oakley', email: 'wren@example.org' }, ...change,
});
const add = (change) => main({ route: { name: 'add' }, add: { ...emptyAdd(), text: link, ...change } });
const scan = (change) => main({ route: { name: 'scan' }, scan: { ...emptyScan(), ...change } });
const scanFor = (user, change) => main({ route: { name: 'scan', user, device: 71 }, scan: { ...emptyScan(), ...change } });
const ownLink = (change) => main({ route: { name: 'link' }, link: { ...emptyLink(), link, expiresAt: now + 24 * 60 * minutes, ...change } });

const person = (userId, name, slot, change = {}) => ({
    userId, name, slot, camera: `stream-${userId}`, screen: null, hasPicture: true, isMuted: false, isSpeaking: false, isVideoEnabled: true, quality: 'good',
    trust: 'known', deviceId: 10 * userId, sign: 'key', serial: 1, offer: null, beside: null, isPostQuantum: true, isRecording: false, hearsUs: true, hasKey: true, hasOpened: true, keepsOut: false, ...change,
});
const amira = person(21, 'Amira Haddad', 0);
const others = [amira, person(14, 'Tomás Ribeiro', 1), person(35, 'Bo', 2, { isVideoEnabled: false, isMuted: true }), person(46, 'Kiều Trang Nguyễn', 3)];
const call = (change = {}, around = {}) => main({
    route: { name: 'call', id: 17 },
    call: withMembers({
        phase: 'inCall', id: 17, isRinging: false, isVideo: true, peer: { userId: 21, name: 'Amira Haddad' }, isOutgoing: true,
        participants: [amira], ownStream: 'stream-own', used: { microphone: null, camera: null }, isMuted: false, isCameraOn: true, connection: 'connected', encryption: 'protected',
        startedAt: now - 7 * minutes - 4000, joinedAt: 0, connectedAt: now - 7 * minutes - 4000, endedAt: null, ringsUntil: now + 47_000, reason: null, problem: null,
        announcement: '', hands: [], reactions: [], gestureSaid: '', quality: { level: 'good', cause: null }, showsProtection: false, isPostQuantum: true, replying: null, view: newView(), showsPeople: false, people: peopleWith(change.participants ?? [amira]), ...change,
    }),
    ...around,
});
const ended = (change) => call({ phase: 'ended', endedAt: now, participants: [], ...change });
const unproven = { hasPicture: false, hearsUs: false, hasKey: false, hasOpened: false };
const notTalked = { startedAt: null, connectedAt: null };

export const states = {
    'loading': base,
    'broken': { ...base, screen: 'broken' },
    'other-window': { ...base, screen: 'otherWindow' },
    'other-window-was-here': { ...base, screen: 'otherWindow', otherWindow: { ...base.otherWindow, wasHere: true } },
    'other-window-link': { ...base, screen: 'otherWindow', otherWindow: { ...base.otherWindow, hasHandedOver: true } },
    'name': { ...base, screen: 'name', account: { userId: 7, deviceId: 70, displayName: 'wren', email: 'wren@example.org' } },
    'name-empty': { ...base, screen: 'name', profile: { name: ' ', isBusy: false, problem: problem('nameMissing', text('errors.input.nameMissing')) } },
    'name-too-long': { ...base, screen: 'name', profile: { name: 'W'.repeat(51), isBusy: false, problem: problem('nameTooLong', text('errors.input.nameTooLong', { count: 50 })) } },
    'sign-in': signIn({}),
    'sign-in-email-only': signIn({ methods: { email: true, phone: false } }),
    'sign-in-issuers': signIn({ methods: { email: true, phone: true, issuers: ['google', 'apple'] } }),
    'sign-in-issuers-only': signIn({ methods: { email: false, phone: false, issuers: ['google'] }, notice: text('signIn.failed.cancelled') }),
    'sign-in-busy': signIn({ identifier: 'wren@example.org', isBusy: true }),
    'sign-in-bad-address': signIn({ identifier: 'wren@', problem: problem('notAnEmail', text('errors.input.notAnEmail')) }),
    'sign-in-offline': signIn({ identifier: 'wren@example.org', problem: problem('offline', offline) }),
    'sign-in-signed-out': signIn({ notice: text('errors.signedOut') }),
    'sign-in-kept': signIn({ notice: text('signIn.signedOutByServer'), kept: 'wren@example.org', identifier: 'wren@example.org' }),
    'code': signIn({ step: 'code', identifier: 'wren@example.org', resendAt: now + 23_000 }),
    'code-resend': signIn({ step: 'code', identifier: 'wren@example.org', code: '4071', resendAt: now - 2000 }),
    'code-resent': signIn({ step: 'code', identifier: 'wren@example.org', resendAt: now + 30_000, hasResent: true }),
    'code-wrong': signIn({ step: 'code', identifier: '+4915112345678', code: '407193', resendAt: now + 5000, problem: problem('ErrOTPMismatched', text('errors.wrongCode')) }),
    'code-busy': signIn({ step: 'code', identifier: 'wren@example.org', code: '407193', isBusy: true }),
    'contacts': main(),
    'contacts-loading': main({ contacts: base.contacts, requests: base.requests }),
    'contacts-failed': main({ contacts: failed('timeout', text('errors.timeout')) }),
    'contacts-unreachable': main({ contacts: failed('offline', offline), connection: 'offline' }),
    'contacts-empty': main({ contacts: ready([]), requests: ready({ received: [], sent: [] }) }),
    'contacts-offline': main({ connection: 'offline' }),
    'contacts-new-release': main({ hasNewRelease: true }),
    'contacts-offer-notifications': main({ offer: 'notifications' }),
    'contacts-offer-install': main({ offer: 'install' }),
    'contacts-offer-home-screen': main({ offer: 'homeScreen' }),
    'contacts-lost': main({ settings: { ...base.settings, ownKeys: ready({ trusts: {}, says: {}, older: [71], isVouched: false, isRevoked: true, isRevokedByOlder: true }) } }),
    'contacts-lost-later': main({ settings: { ...base.settings, ownKeys: ready({ trusts: {}, says: {}, older: [], isVouched: false, isRevoked: true, isRevokedByOlder: false }) } }),
    'contacts-suspended': main({ connection: 'suspended', suspension: text('errors.internal') }),
    'contacts-notice': main({ notices: [{ id: 1, text: text('contacts.befriended', { name: 'Ingrid Solberg' }), tone: 'good' }, { id: 2, text: text('notices.newDevice'), tone: 'plain' }] }),
    'contact': main({ route: { name: 'contact', id: 21 } }),
    'contact-pending': main({ route: { name: 'contact', id: 46 }, pending: [46] }),
    'contact-missing': main({ route: { name: 'contact', id: 99 } }),
    'contact-blocked': main({
        route: { name: 'contact', id: 35 },
        contacts: ready(contacts.map((contact) => ({ ...contact, isBlocked: contact.contactId === 35 }))),
    }),
    'contact-block': main({ route: { name: 'contact', id: 21 }, question: { kind: 'blockPerson', userId: 21, name: 'Amira Haddad', isBusy: false } }),
    'contact-report': main({ route: { name: 'contact', id: 21 }, question: { kind: 'reportPerson', userId: 21, name: 'Amira Haddad', reason: null, note: '', isBusy: false } }),
    'contact-report-busy': main({ route: { name: 'contact', id: 21 }, question: { kind: 'reportPerson', userId: 21, name: 'Amira Haddad', reason: 'impersonation', note: 'She says she is my bank.', isBusy: true } }),
    'contact-remove': main({ route: { name: 'contact', id: 21 }, question: { kind: 'removeContact', userId: 21, name: 'Amira Haddad', isBusy: false } }),
    'requests': main({ route: { name: 'requests' } }),
    'requests-pending': main({ route: { name: 'requests' }, pending: [61, 63] }),
    'requests-empty': main({ route: { name: 'requests' }, requests: ready({ received: [], sent: [] }) }),
    'requests-unreachable': main({ route: { name: 'requests' }, requests: failed('offline', offline), connection: 'offline' }),
    'requests-failed': main({ route: { name: 'requests' }, requests: failed('timeout', text('errors.timeout')) }),
    'add': add({ text: '' }),
    'add-typed': add({}),
    'add-resolving': add({ status: 'resolving' }),
    'add-resolved': add({ status: 'resolved', displayName: 'Priya Raman' }),
    'add-found': add({ status: 'resolved', text: 'priya@example.org', displayName: 'Priya Raman', token }),
    'add-nobody-found': add({ status: 'failed', text: 'nobody@example.org', problem: problem('nobodyFound') }),
    'add-sending': add({ status: 'sending', displayName: 'Priya Raman' }),
    'add-sent': add({ status: 'sent', displayName: 'Priya Raman' }),
    'add-already-requested': add({ status: 'alreadyRequested', displayName: 'Priya Raman' }),
    'add-accepted': add({ status: 'accepted', displayName: 'Priya Raman' }),
    'add-became-contacts': add({ status: 'becameContacts', displayName: 'Ingrid Solberg' }),
    ...Object.fromEntries(Object.entries({
        'not-a-link': 'notAContactLink', 'damaged': 'malformedToken', 'other-server': 'otherServer', 'invalid': 'ErrTokenNotFound',
        'expired': 'ErrTokenExpired', 'used': 'ErrTokenUsed', 'own': 'ErrSelfResolve', 'already-contacts': 'ErrAlreadyFriends',
        'rate-limited': 'ErrTooManyRequests', 'not-sent': 'ErrSendFriendRequestFailed', 'offline': 'offline', 'timeout': 'timeout',
    }).map(([name, code]) => [`add-${name}`, add({ status: 'failed', problem: problem(code) })])),
    'add-unknown-error': add({ status: 'failed', problem: problem('ErrSomething', text('errors.refused', { status: 418 })) }),
    ...contactStates({ main, add, ready, problem, now }),
    'scan': scan({}),
    'scan-starting': scan({ status: 'starting' }),
    'scan-on': scan({ status: 'on', stream: 'stream-scan', cameras: ['one'], camera: 'one' }),
    'scan-cameras': scan({ status: 'on', stream: 'stream-scan', cameras: ['one', 'two'], camera: 'one', isMirrored: true }),
    'scan-reading': scan({ status: 'reading' }),
    'scan-compare': scanFor(14, {}),
    'scan-compare-on': scanFor(14, { status: 'on', stream: 'stream-scan', cameras: ['one', 'two'], camera: 'one' }),
    ...Object.fromEntries(['othersCode', 'strangersCode', 'otherDevicesCode', 'codeForAnother', 'notAPairCode', 'ownCode'].map((code) => [`scan-compare-${code}`, scanFor(14, { problem: { code, name: 'Tomás Ribeiro', other: 'Bo' } })])),
    'scan-own': scanFor(7, {}),
    ...Object.fromEntries(['contactsCode', 'otherOwnDevices', 'notADevicesCode', 'notYourDevices', 'itself'].map((code) => [`scan-own-${code}`, scanFor(7, { problem: { code, other: 'Bo' } })])),
    'scan-noContactsCode': scan({ problem: { code: 'noContactsCode' } }),
    ...Object.fromEntries([
        'notFound', 'notReadable', 'unplugged', 'notAPicture', 'tooLarge', 'noCode', 'damaged', 'unsupported', 'noReader', 'notAContactLink', 'malformedToken', 'otherServer',
    ].map((code) => [`scan-${code}`, scan({ problem: { code } })])),
    ...Object.fromEntries(['firefox', 'chromium', 'safari', null].map((browser) => [`scan-denied-${browser ?? 'other'}`, scan({ problem: { code: 'denied', browser } })])),
    'link': ownLink({ status: 'ready' }),
    'link-copied': ownLink({ status: 'ready', wasCopied: true, expiresAt: now + 14 * minutes }),
    'link-making': ownLink({ status: 'making', link: '' }),
    'link-none': ownLink({ status: 'none', link: '' }),
    'link-used': ownLink({ status: 'used' }),
    'link-expired': ownLink({ status: 'ready', expiresAt: now - 1 }),
    'link-too-many': ownLink({ status: 'failed', link: '', problem: problem('ErrTooManyShareTokens', text('errors.tooManyLinks')) }),
    'link-offline': ownLink({ status: 'failed', link: '', problem: problem('offline', offline) }),
    ...personalLinkStates({ main, link, now, problem }),
    'incoming-video': call({ phase: 'incoming', canReply: true, isOutgoing: false, participants: [], ownStream: null, startedAt: null }, { route: { name: 'contacts' } }),
    'incoming-audio': call({ phase: 'incoming', isOutgoing: false, participants: [], ownStream: null, startedAt: null, isVideo: false, peer: { userId: 57, name: contacts[4].contactName } }, { route: { name: 'contacts' } }),
    'incoming-reply': call({ phase: 'incoming', canReply: true, replying: '', isOutgoing: false, participants: [], ownStream: null, startedAt: null }, { route: { name: 'contacts' } }),
    'incoming-reply-words': call({ phase: 'incoming', canReply: true, replying: 'In a meeting until three', isOutgoing: false, participants: [], ownStream: null, startedAt: null, isVideo: false, peer: { userId: 57, name: contacts[4].contactName } }, { route: { name: 'contacts' } }),
    'outgoing-calling': call({ phase: 'outgoing', participants: [], ...notTalked, encryption: 'waitingForKey', connection: 'connecting' }),
    'outgoing-ringing': call({ phase: 'outgoing', isRinging: true, participants: [], ...notTalked, encryption: 'waitingForKey', connection: 'connecting' }),
    'outgoing-audio': call({ phase: 'outgoing', isRinging: true, isVideo: false, isCameraOn: false, ownStream: null, participants: [], ...notTalked, encryption: 'waitingForKey', connection: 'connecting' }),
    'joining': call({ phase: 'joining', isOutgoing: false, participants: [], ...notTalked, encryption: 'waitingForKey', connection: 'connecting' }),
    'call-connecting': call({ participants: [{ ...amira, ...unproven }], encryption: 'waitingForKey', connection: 'connecting', startedAt: now - 1000, connectedAt: null }),
    'call-blocked-here': call({ participants: [{ ...amira, ...unproven, hearsUs: true }], connection: 'connecting', startedAt: now - 10_000, joinedAt: -10_000, connectedAt: null }),
    'call-blocked-there': call({ participants: [{ ...amira, ...unproven, hearsUs: true }], startedAt: now - 10_000, joinedAt: -10_000, connectedAt: null }),
    'call-1': call(),
    'call-1-waiting-protection': call({ showsProtection: true, encryption: 'waitingForKey', participants: [{ ...amira, ...unproven }], connectedAt: null }),
    'call-1-other-reconnecting': call({ participants: [{ ...amira, camera: null, hasPicture: false, isAway: true }] }),
    'call-1-muted': call({ isMuted: true, isCameraOn: false, participants: [{ ...amira, isMuted: true, isVideoEnabled: false }] }),
    'call-1-audio': call({ isVideo: false, isCameraOn: false, ownStream: null, participants: [{ ...amira, isVideoEnabled: false, hasPicture: false }] }),
    'call-1-no-devices': call(
        { isMuted: true, isCameraOn: false },
        { notices: [{ id: 3, text: text('call.missing.both.notFound'), tone: 'plain' }] },
    ),
    'call-1-on-hold': call({ participants: [{ ...amira, camera: null, hasPicture: false, isAway: true, isOnHold: true }] }),
    'call-2-away': call({ participants: others.slice(0, 2).map((one) => ({ ...one, isAway: true })) }),
    'call-4-on-hold': call({ participants: others.map((one) => ({ ...one, camera: null, hasPicture: false, isAway: true, isOnHold: true })) }),
    'call-1-second': call({}, { waiting: { id: 19, peer: { userId: 57, name: contacts[4].contactName }, isVideo: true, isVerified: true, canReply: true, replying: null, members: [], isBusy: false } }),
    'call-1-second-reply': call({}, { waiting: { id: 19, peer: { userId: 57, name: contacts[4].contactName }, isVideo: true, isVerified: true, canReply: true, replying: '', members: [], isBusy: false } }),
    'call-1-second-several': call({}, { waiting: { id: 19, peer: { userId: 57, name: contacts[4].contactName }, isVideo: true, isVerified: true, canReply: true, replying: null, members: peopleWith(others.slice(1, 4)), isBusy: false } }),
    'call-1-second-unverified': call({}, { waiting: { id: 19, peer: { userId: 57, name: contacts[4].contactName }, isVideo: false, isVerified: false, canReply: false, replying: null, members: [], isBusy: false } }),
    'call-1-holding': call({}, { onHold: { id: 18, people: [{ userId: 57, name: contacts[4].contactName }], isVideo: true, isBusy: false } }),
    'call-1-reconnecting': call({ connection: 'reconnecting' }),
    'call-1-weak': call({ quality: { level: 'poor', cause: 'sending' } }),
    'call-1-weak-receiving': call({ quality: { level: 'fair', cause: 'receiving' }, isVideo: false }),
    'call-1-other-weak': call({ participants: [{ ...amira, quality: 'poor', isMuted: true }] }),
    'call-1-other-silent': call({ participants: [{ ...amira, quality: 'lost' }] }),
    'call-3-weak': call({ participants: others.slice(0, 3).map((one, index) => ({ ...one, quality: ['poor', 'fair', 'lost'][index] })) }),
    'call-1-screen': call({ participants: [{ ...amira, screen: 'stream-screen' }] }),
    'call-2': call({ participants: others.slice(0, 2) }),
    'call-3': call({ participants: others.slice(0, 3) }),
    'call-4': call({ participants: others }),
    'call-away': call({}, { route: { name: 'contacts' } }),
    'call-ending': call({ phase: 'ending' }),
    'ended': ended({ reason: 'hungUp' }),
    'ended-not-answered': ended({ reason: 'notAnswered', ...notTalked }),
    'ended-declined': ended({ reason: 'declined', ...notTalked }),
    'ended-calls-back': ended({ reason: 'declined', reply: { kind: 'cannotTalkNow', minutes: 10 }, ...notTalked }),
    'ended-calls-back-words': ended({ reason: 'declined', reply: { kind: 'cannotTalkNow', minutes: 60, words: 'In a meeting until three' }, ...notTalked }),
    'ended-missed': ended({ reason: 'cancelled', isOutgoing: false, ...notTalked }),
    'ended-busy': ended({ reason: 'busy', ...notTalked }),
    'ended-their-connection': ended({ reason: 'remoteLost' }),
    'ended-elsewhere': ended({ reason: 'answeredElsewhere', isOutgoing: false, ...notTalked }),
    'ended-lost': ended({ reason: 'connectionLost' }),
    'ended-failed': ended({ reason: 'failed', problem: text('call.failure.offline'), ...notTalked }),
};
Object.assign(states, callStates(call, others));
Object.assign(states, peopleStates(call, main, others, contacts));
Object.assign(states, callLinkStates({ main, call, problem, failed, offline }, others, contacts));
Object.assign(states, stageStates(call));
Object.assign(states, deviceStates(main, call));
Object.assign(states, firstStepsStates({ signIn, main, call, problem, link, token, now }));
Object.assign(states, historyStates(main, now));
states['returning'] = call({ phase: 'joining', isOutgoing: false, isReturn: true, participants: [], ...notTalked, encryption: 'waitingForKey', connection: 'connecting' });
states['ended-not-returned'] = ended({ reason: 'failed', isReturn: true, isOutgoing: false, problem: text('call.failure.offline'), ...notTalked });
states['take-back'] = { ...states['sign-in'], question: { kind: 'takeBack', token: 'A'.repeat(43), isBusy: false } };
states['link-withdraw'] = { ...states.link, question: { kind: 'revokeLink', isBusy: true } };
Object.assign(states, settingsStates(main, now));
