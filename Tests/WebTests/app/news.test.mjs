import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesOf } from '../../../Web/app/features.js';
import { News } from '../../../Web/state/news.js';

/** Features that record the events they get, and the dispatcher of events. `answers`: the results of the functions of call features. */
function page(answers = {}) {
    const log = [];
    const note = (name) => (...values) => {
        log.push([name, ...values.map((value) => (typeof value === 'object' ? value?.type : value)).filter((value) => value !== undefined)].join(' '));
        return answers[name];
    };
    /** A feature that handles everything in its table. */
    const taker = (name, { events = [], signals = [], connects = false }) => ({
        takes: {
            events: Object.fromEntries(events.map((type) => [type, (event) => { note(name)(event); }])),
            signals: Object.fromEntries(signals.map((type) => [type, note(name)])),
            connected: connects ? note(name) : undefined,
        },
    });
    const features = {
        callLink: { comesByLink: note('comesByLink'), callLinkTold: note('callLink'), invitationRequested: note('callLink') },
        joining: { ringsByLink: note('ringsByLink'), answeredByLink: (event) => { note('answeredByLink')(event); return answers.answeredByLink ?? event; } },
        waiting: {
            waitingChanged: (call) => note('waitingChanged')(call?.id ?? null), waitingPeople: note('waitingPeople'), heldIsOver: note('heldIsOver'),
            checkHeld: note('checkHeld'), givesWay: (id) => { note('givesWay')(id); return answers.givesWay === true; },
        },
        swap: { foundHeld: note('foundHeld'), isSwapped: (id, reason) => reason === 'onHold' },
        running: { found: (call) => note('found')(call?.id), lookAgain: note('lookAgain'), returnToHeld: note('returnToHeld') },
        calls: { received: (event) => note(event.isTaken ? 'calls, taken' : 'calls')(event) },
        outputs: taker('outputs', { events: ['localMedia'] }), devices: taker('devices', { events: ['localMedia', 'ended'] }), check: taker('check', { events: ['incoming'] }),
        history: taker('history', { events: ['ended', 'missed'], connects: true }), account: taker('account', { signals: ['user_updated', 'login_warning'], connects: true }),
        profile: taker('profile', { signals: ['user_updated'], connects: true }), contacts: taker('contacts', { signals: ['friend_accepted'] }),
        links: taker('links', { signals: ['friend_request'], connects: true }), personalLink: taker('personalLink', { signals: ['friend_request'], connects: true }),
    };
    const here = { signedIn: { session: { api: {}, vouch: { refresh: async () => note('vouch')() } } } };
    const news = new News(takesOf(features, here));
    return { log, news, here };
}

for (const [what, event, wanted, answers] of [
    ['a person who comes by the link is not announced', { type: 'rings', userId: 5 }, ['comesByLink 5'], { comesByLink: true }],
    ['other callees are announced', { type: 'rings', userId: 5 }, ['comesByLink 5', 'calls rings'], { comesByLink: false }],
    ['a call requested by a link is answered before it is shown', { type: 'incoming' }, ['vouch', 'answeredByLink incoming', 'calls, taken incoming', 'check incoming'],
        { answeredByLink: { type: 'incoming', isTaken: { video: false } } }],
    ['an incoming call is checked once it is shown', { type: 'incoming' }, ['vouch', 'answeredByLink incoming', 'calls incoming', 'check incoming']],
    ['a second call does not become the shown one', { type: 'waiting', call: { id: 7 } }, ['ringsByLink', 'waitingChanged 7']],
    ['the end of a second call does not change the shown one', { type: 'waiting', call: null }, ['waitingChanged']],
    ['the people of a second call do not change the shown one', { type: 'waitingPeople' }, ['waitingPeople waitingPeople']],
    ['a call that is found on hold does not change the shown one', { type: 'held', id: 8 }, ['foundHeld 8']],
    ['a call that is swapped for another leads back to none', { type: 'ended', callId: 8, reason: 'onHold' }, ['callLink ended', 'calls ended', 'devices ended', 'givesWay 8', 'history ended']],
    ['a call that this page is not in does not change the shown one', { type: 'running', call: { id: 8 } }, ['found 8']],
    ['the end is shown before devices, the held call and the history follow', { type: 'ended', callId: 9 },
        ['callLink ended', 'calls ended', 'devices ended', 'givesWay 9', 'returnToHeld', 'history ended']],
    ['a call that gives way to another does not bring the held one back', { type: 'ended', callId: 9 },
        ['callLink ended', 'calls ended', 'devices ended', 'givesWay 9', 'history ended'], { givesWay: true }],
    ['the own media is shown before devices are listed', { type: 'localMedia' }, ['calls localMedia', 'outputs localMedia', 'devices localMedia']],
    ['a missed call is written down', { type: 'missed', call: { id: 9 } }, ['calls missed', 'history missed']],
    ['whoever joins may have come by the link', { type: 'joined', userId: 5 }, ['callLink joined', 'calls joined']],
    ['anything else is for the call alone', { type: 'speaking', userIds: [5] }, ['calls speaking']],
]) {
    test(`an event reaches the features concerned: ${what}`, () => {
        const { news, log } = page(answers);
        news.told(event);
        assert.deepEqual(log, wanted);
    });
}

for (const [signal, wanted] of [
    [{ type: 'call_ended', callId: 9 }, ['heldIsOver 9', 'lookAgain']], [{ type: 'call_cancelled', callId: 9 }, ['heldIsOver 9', 'lookAgain']],
    [{ type: 'invitation_requested' }, ['callLink invitation_requested']], [{ type: 'login_warning' }, ['account login_warning']],
    [{ type: 'user_updated' }, ['account user_updated', 'profile user_updated']], [{ type: 'friend_accepted' }, ['contacts friend_accepted']],
    [{ type: 'friend_request' }, ['links friend_request', 'personalLink friend_request']], [{ type: 'e2ee' }, []],
]) {
    test(`the signal ${signal.type} is passed to its subscribers`, () => {
        const { news, log } = page();
        news.heard(signal);
        assert.deepEqual(log, wanted);
    });
}

test('after a reconnection everything that signals could have changed is fetched', () => {
    const { news, log } = page();
    news.connected();
    assert.deepEqual(log, ['checkHeld', 'history', 'account', 'profile', 'links', 'personalLink']);
});
