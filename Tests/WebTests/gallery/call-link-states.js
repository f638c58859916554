import { text } from '../../../Web/texts/text.js';
import { peopleWith, shownPerson } from './people-states.js';

const secret = 'a8KxR3mFvL2pNqW7Zc0YtB5uHdJ1eGs9oXkQiM4wVfE';

/**
 * The link to a call: where it is shared, and where it is opened.
 * @param {object} parts that all states are made of
 * @param {object[]} others the people of a call of five
 * @param {object[]} contacts
 */
export function callLinkStates({ main, call, problem, failed, offline }, others, contacts) {
    const people = [...peopleWith(others.slice(0, 2)), shownPerson(46, 'Kiều Trang Nguyễn', 'ringing')];
    const shared = (change = {}, around = {}) => call(
        { participants: others.slice(0, 2), people, showsPeople: true },
        { callLink: { callId: 17, link: `https://calls.example.org/#/call/17/7/${secret}`, wasCopied: false, ...change }, ...around },
    );
    const opened = (change = {}, around = {}) => main({ route: { name: 'joinCall' }, joining: { status: 'ready', callId: 23, userId: 21, by: null, request: null, problem: null, ...change }, ...around });
    const refused = (code, message) => opened({ status: 'failed', problem: problem(code, message) });
    const running = { id: 23, place: 'here', isHeld: false, isOnHold: false, isVideo: true, people: [{ userId: 21, name: 'Amira Haddad' }], until: null, isBusy: false };
    return {
        'call-people-link': shared(),
        'call-people-link-copied': shared({ wasCopied: true }),
        'call-people-link-of-another': shared({ callId: 16 }),
        'call-people-link-comes': shared({}, { notices: [{ id: 1, text: text('callLink.comes', { name: 'Ingrid Solberg' }), tone: 'plain', isOfCall: true }] }),
        'call-people-link-held': shared({}, { notices: [{ id: 1, text: text('callLink.held', { name: 'Ingrid Solberg' }), tone: 'plain', isOfCall: true }] }),
        'call-people-link-unmet': shared({}, { notices: [{ id: 1, text: text('callLink.unmet', { name: 'Ingrid Solberg' }), tone: 'plain', isOfCall: true, act: { label: text('callLink.add', { name: 'Ingrid Solberg' }), action: 'ringAgain', userId: 58 } }] }),
        'call-people-link-withdraw': shared({}, { question: { kind: 'withdrawCallLink', isBusy: false } }),
        'join-call': opened(),
        'join-call-long-name': opened({ userId: 57 }),
        'join-call-asking': opened({ status: 'asking' }),
        'join-call-nobody': opened({ status: 'nobody' }),
        'join-call-over': refused('ErrCallNotFound', text('errors.callEnded')),
        'join-call-already': refused('ErrUserAlreadyInCall', text('errors.alreadyInCall')),
        'join-call-too-often': refused('ErrTooManyRequests', text('errors.tooManyRequests')),
        'join-call-unreachable': refused('offline', offline),
        'join-call-offline': opened({}, { connection: 'offline' }),
        'join-call-stranger': opened({ userId: 99 }),
        'join-call-stranger-named': opened({ userId: 99, by: 'Priya Raman' }),
        'join-call-stranger-asked': opened({ userId: 99, by: 'Priya Raman', request: 'sent' }),
        'join-call-own': opened({ userId: 7 }),
        'join-call-blocked': opened({}, { contacts: { status: 'ready', value: contacts.map((one) => ({ ...one, isBlocked: one.contactId === 21 })), problem: null } }),
        'join-call-loading': opened({}, { contacts: { status: 'loading', value: null, problem: null } }),
        'join-call-no-contacts': opened({}, { contacts: failed('timeout', text('errors.timeout')) }),
        'join-call-damaged': opened({ status: 'damaged', callId: 0, userId: 0 }),
        'join-call-other-server': opened({ status: 'otherServer', callId: 0, userId: 0 }),
        'join-call-removed': refused('ErrRemovedFromCall', text('errors.removedFromCall')),
        'join-call-running': opened({}, { running }),
        'join-call-second': call({}, { route: { name: 'joinCall' }, joining: { status: 'ready', callId: 23, userId: 14, by: null, request: null, problem: null } }),
    };
}
