import { nobodyChosen } from '../../../Web/features/calls/people/people-state.js';
import { text } from '../../../Web/texts/text.js';

/** A person in a call, as reported to the page. */
export const shownPerson = (userId, name, status = 'joined', change = {}) => ({
    userId, name, status, isHost: false, isMuted: false, isVideoEnabled: true, isSelf: false, volume: 100, isHeard: true, ...change,
});
/** The own user and these people, who are in the call. */
export const peopleWith = (participants, isHost = true) => [
    shownPerson(7, 'Wren Oakley', 'joined', { isSelf: true, isHost }),
    ...participants.map(({ userId, name, isMuted, isAway, isOnHold }) => shownPerson(userId, name, isOnHold ? 'onHold' : isAway ? 'reconnecting' : 'joined', { isMuted })),
];

/**
 * Calls of several: choosing people, ringing, and the running call.
 * @param {(change?: object, around?: object) => object} call
 * @param {(change?: object) => object} main
 * @param {object[]} others the people of a call of five
 * @param {object[]} contacts
 */
export function peopleStates(call, main, others, contacts) {
    const [amira, tomas, bo, trang] = others;
    const long = contacts[4].contactName;
    const choosing = (change) => ({ ...nobodyChosen('call'), ...change });
    const adding = (change) => ({ choosing: { ...nobodyChosen('add'), ...change } });
    const open = (participants, people, change = {}, around = {}) => call({ participants, people, showsPeople: true, ...change }, around);
    const all = [
        ...peopleWith([{ ...amira, isSpeaking: true }, tomas, bo]), shownPerson(46, 'Kiều Trang Nguyễn', 'ringing'), shownPerson(57, long, 'declined', { reply: { kind: 'cannotTalkNow', minutes: 10 } }),
        shownPerson(58, 'Ingrid Solberg', 'noAnswer'), shownPerson(59, 'Yusuf Demir', 'busy'), shownPerson(60, 'Priya Raman', 'left'), shownPerson(61, 'Ola', 'removed'),
    ];
    const there = [{ ...amira, isSpeaking: true, trust: 'verified' }, { ...tomas, quality: 'poor' }, bo];
    const outgoing = (people, change = {}) => call({
        phase: 'outgoing', isRinging: true, participants: [], startedAt: null, encryption: 'waitingForKey', connection: 'connecting',
        people: [shownPerson(7, 'Wren Oakley', 'joined', { isSelf: true, isHost: true }), ...people], ...change,
    });
    const incoming = (people, change = {}) => call({
        phase: 'incoming', isOutgoing: false, participants: [], ownStream: null, startedAt: null,
        people: [shownPerson(7, 'Wren Oakley', 'ringing', { isSelf: true }), shownPerson(21, 'Amira Haddad', 'joined', { isHost: true }), ...people], ...change,
    }, { route: { name: 'contacts' } });
    const many = Array.from({ length: 30 }, (_, index) => shownPerson(100 + index, `Person ${index + 1}`, index % 7 === 0 ? 'ringing' : 'joined', { isMuted: index % 3 === 0 }));
    return {
        'call-3-people': open(there, all),
        'call-3-people-hands': open(there, all, { hands: [14, 7] }),
        'call-3-people-guest': open([amira, { ...tomas, isAway: true }, { ...bo, trust: 'held:newDevice' }], [
            ...peopleWith([amira, { ...tomas, isAway: true }, bo], false).map((one) => (one.userId === 21 ? { ...one, isHost: true, isHeard: false } : one.userId === 35 ? { ...one, volume: 150 } : one)),
            shownPerson(46, 'Kiều Trang Nguyễn', 'ringing'),
        ]),
        'call-1-people': open([amira], peopleWith([amira])),
        'call-people-many': open([amira], [...peopleWith([amira]), ...many]),
        'call-people-add': call({ participants: [amira], people: peopleWith([amira]) }, adding({ userIds: [14, 57] })),
        'call-people-add-failed': call({ participants: [amira], people: peopleWith([amira]) }, adding({ userIds: [14], problem: { code: 'offline', message: text('errors.offline') } })),
        'call-people-add-nobody': call({ participants: others, people: [...peopleWith(others), shownPerson(57, long, 'ringing')] }, adding({})),
        'call-people-remove': call({ participants: others.slice(0, 3), people: peopleWith(others.slice(0, 3)) }, { question: { kind: 'removeFromCall', userId: 21, name: 'Amira Haddad', isBusy: false } }),
        'outgoing-several': outgoing([shownPerson(21, 'Amira Haddad', 'ringing'), shownPerson(14, 'Tomás Ribeiro', 'declined', { reply: { kind: 'cannotTalkNow', minutes: 10 } }), shownPerson(57, long, 'ringing'), shownPerson(35, 'Bo', 'noAnswer')]),
        'outgoing-several-audio': outgoing([shownPerson(21, 'Amira Haddad', 'ringing'), shownPerson(14, 'Tomás Ribeiro', 'ringing')], { isVideo: false, isCameraOn: false, ownStream: null, isRinging: false }),
        'incoming-with-one': incoming([shownPerson(14, 'Tomás Ribeiro', 'ringing')]),
        'incoming-met': incoming([], { callerDevice: { address: '21_210', trust: 'known', says: 'Firefox on Linux' } }),
        'incoming-verified': incoming([], { callerDevice: { address: '21_210', trust: 'verified', says: null } }),
        'incoming-renamed': incoming([], { doubt: { doubt: 'renamed', kept: 'Amira Haddad', said: 'Bo' } }),
        'incoming-namesake': incoming([], { doubt: { doubt: 'namesake', of: 36, name: 'Amira Haddad', isVerified: true } }),
        'incoming-with-many': incoming([shownPerson(14, 'Tomás Ribeiro', 'ringing'), shownPerson(57, long, 'ringing'), ...[1, 2, 3].map((id) => shownPerson(200 + id, `Person ${id}`, 'ringing'))]),
        'incoming-into-a-call': incoming([shownPerson(14, 'Tomás Ribeiro'), ...[1, 2, 3].map((id) => shownPerson(200 + id, `Person ${id}`))], { isVideo: false, isVerified: false }),
        'ended-nobody-came': call({
            phase: 'ended', reason: 'notAnswered', participants: [], startedAt: null, endedAt: 1,
            people: [shownPerson(7, 'Wren Oakley', 'joined', { isSelf: true }), shownPerson(21, 'Amira Haddad', 'noAnswer'), shownPerson(14, 'Tomás Ribeiro', 'declined'), shownPerson(35, 'Bo', 'busy')],
        }),
        'contacts-choose': main({ choosing: choosing({}) }),
        'contacts-chosen': main({ choosing: choosing({ userIds: [21, 57, 35] }) }),
        'contacts-choose-search': main({ choosing: choosing({ userIds: [21], search: 'tom' }) }),
        'contacts-choose-nobody': main({ choosing: choosing({ search: 'zoe' }) }),
    };
}
