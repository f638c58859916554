import { emptyHistory, noPages } from '../../../Web/features/history/history-state.js';
import { text } from '../../../Web/texts/text.js';

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;
const people = {
    amira: { userId: 21, name: 'Amira Haddad' }, tomas: { userId: 14, name: 'Tomás Ribeiro' }, bo: { userId: 35, name: 'Bo' },
    max: { userId: 57, name: 'Maximilian-Alexander von und zu Hohenlohe-Langenb' }, stranger: { userId: 91, name: 'Priya Raman' }, asked: { userId: 63, name: 'Ingrid Solberg' },
};

/** The history of calls and the call to return to, in every state. */
export function historyStates(main, now) {
    let id = 200;
    const call = (names, ago, result, change = {}) => ({
        id: --id, isOutgoing: false, isVideo: false, isGroup: names.length > 1, result, startedAt: now - ago, duration: result === 'answered' ? 187_000 : 0,
        people: names.map((name) => ({ ...people[name], tookPart: result === 'answered' || result === 'running' })), ...change,
    });
    const out = { isOutgoing: true };
    const calls = [
        call(['amira'], 8 * minutes, 'missed'), call(['amira'], 11 * minutes, 'missed'), call(['amira'], 12 * minutes, 'missed'),
        call(['tomas'], 2 * hours, 'answered', { ...out, isVideo: true }), call(['bo'], 3 * hours, 'unanswered', out),
        call(['amira', 'tomas', 'stranger', 'asked'], 20 * hours, 'answered', { isVideo: true, duration: 4_980_000 }), call(['max'], 26 * hours, 'missed', { isVideo: true }),
        call(['stranger'], 3 * days, 'answered', { duration: 42_000 }), call(['tomas'], 3 * days + hours, 'busy', out), call(['bo'], 20 * days, 'declined', out),
        call(['bo', 'amira'], 400 * days, 'cancelled', out), call(['max'], 401 * days, 'unconnected'),
    ];
    const pages = (change = {}) => ({ status: 'ready', calls, total: calls.length, next: null, problem: null, ...change });
    const history = (change = {}) => ({ ...emptyHistory(), all: pages(), lastSeen: now, ...change });
    const inCalls = (change, around = {}) => main({ route: { name: 'calls' }, history: history(change), ...around });
    const detail = (index, around = {}) => main({ route: { name: 'pastCall', id: calls[index].id }, history: history(), ...around });
    const problem = { code: 'offline', message: text('errors.offline') };
    const goesOn = { ...calls[0], id: 300, result: 'running', duration: 60_000, isVideo: true };
    const withRunning = history({ all: pages({ calls: [goesOn, ...calls] }) });
    const running = (change = {}) => ({ id: 300, place: 'here', isHeld: false, isOnHold: false, isVideo: true, people: [people.amira], until: now + 12_000, isBusy: false, ...change });
    return {
        'calls': inCalls(),
        'calls-promised': inCalls({}, { promises: [{ userId: 21, name: 'Amira Haddad', at: now + 10 * minutes, isTold: false }, { userId: 57, name: people.max.name, at: now + hours, isTold: false }] }),
        'calls-promise-due': inCalls({ all: pages({ calls: [], total: 0 }) }, { promises: [{ userId: 21, name: 'Amira Haddad', at: now - minutes, isTold: true }], notices: [{ id: 1, text: text('promise.due', { name: 'Amira Haddad' }), tone: 'plain', act: { label: text('call.callBack'), action: 'call', userId: 21, name: 'Amira Haddad' } }] }),
        'calls-missed-badge': main({ history: history({ lastSeen: now - 10 * minutes }) }),
        'calls-loading': inCalls({ all: noPages() }),
        'calls-failed': inCalls({ all: { ...noPages(), status: 'failed', problem } }, { connection: 'offline' }),
        'calls-not-renewed': inCalls({ all: pages({ status: 'failed', problem, next: 'x' }) }, { connection: 'offline' }),
        'calls-empty': inCalls({ all: pages({ calls: [], total: 0 }) }),
        'calls-more': inCalls({ all: pages({ next: 'x', total: 80 }) }),
        'calls-loading-more': inCalls({ all: pages({ next: 'x', total: 80 }), isLoadingMore: true }),
        'calls-missed': inCalls({ filter: { isMissed: true, name: '' }, found: pages({ calls: calls.filter(({ result }) => result === 'missed') }) }),
        'calls-none-missed': inCalls({ filter: { isMissed: true, name: '' }, found: pages({ calls: [] }) }),
        'calls-nobody': inCalls({ filter: { isMissed: false, name: 'Zoë' }, found: pages({ calls: [] }) }),
        'calls-delete-all': inCalls({}, { question: { kind: 'deleteAllCalls', isBusy: false } }),
        'past-call': detail(3),
        'past-call-missed': detail(0),
        'past-call-group': detail(5),
        'past-call-stranger': detail(7, { pending: [91] }),
        'past-call-unconnected': detail(11),
        'past-call-missing': main({ route: { name: 'pastCall', id: 999 }, history: history() }),
        'past-call-delete': detail(3, { question: { kind: 'deleteCalls', ids: [1], isBusy: false } }),
        'past-call-goes-on': main({ route: { name: 'pastCall', id: 300 }, history: withRunning }),
        'past-call-held': main({ route: { name: 'pastCall', id: 300 }, history: withRunning, running: running({ place: 'elsewhere', isHeld: true, until: null }) }),
        'contacts-recent': main({ history: history() }),
        'running': main({ history: withRunning, running: running() }),
        'running-busy': inCalls({}, { running: running({ isBusy: true, people: [people.max, people.amira, people.bo] }) }),
        'running-on-hold': inCalls({}, { running: running({ isOnHold: true, until: null }) }),
        'running-elsewhere': inCalls({}, { running: running({ place: 'elsewhere', isHeld: true, until: null }) }),
        'running-lost-elsewhere': inCalls({}, { running: running({ place: 'elsewhere', until: null }) }),
    };
}
