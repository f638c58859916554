import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionActions } from '../../Web/app/question-actions.js';
import { CallFailure } from '../../Web/calls/model/call-failure.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { said } from './english.mjs';
import { settle } from './calls/doubles/time.mjs';

/** A page that records everything that can be asked about; `answer` is each result. */
function bench(answer = async () => true) {
    const [store, log] = [new Store(initialState(0)), []];
    const does = (name) => (...values) => {
        log.push([name, ...values.filter((value) => typeof value !== 'object')].join(' '));
        return answer();
    };
    const service = { setBlocked: does('setBlocked'), report: does('report'), remove: does('remove') };
    const parts = {
        signIn: { forgetKept: does('forgetKept') }, links: { revokeLink: does('revokeLink') }, personalLink: { personalLinkConfirmed: does('personalLink') },
        callLink: { withdrawCallLink: does('withdrawCallLink') }, history: { removeCalls: (ids) => does(`removeCalls ${ids}`)(), removeAllCalls: does('removeAllCalls') },
        contacts: { change: async (_, work) => await work(service) !== false, goneRead: does('goneRead') }, people: { removeFromCall: does('removeFromCall') }, calls: {}, account: { settingsConfirmed: ({ kind }) => does(`settings ${kind}`)() },
    };
    const actions = questionActions(store, parts, { signOut: does('signOut'), go: ({ name }) => log.push(`go ${name}`) });
    return { store, log, actions, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

test('confirming a question performs its action once and closes it', async () => {
    for (const [question, expected] of [
        [{ kind: 'signOut' }, ['signOut']], [{ kind: 'forget' }, ['forgetKept']], [{ kind: 'revokeLink' }, ['revokeLink']],
        [{ kind: 'renewPersonalLink' }, ['personalLink renewPersonalLink']], [{ kind: 'removePersonalLink' }, ['personalLink removePersonalLink']],
        [{ kind: 'withdrawCallLink' }, ['withdrawCallLink']], [{ kind: 'deleteCalls', ids: [3, 4] }, ['removeCalls 3,4']], [{ kind: 'deleteAllCalls' }, ['removeAllCalls']],
        [{ kind: 'blockPerson', userId: 5, name: 'Bo' }, ['setBlocked 5 true']], [{ kind: 'reportPerson', userId: 5, name: 'Bo', reason: null, note: 'x' }, ['report 5 other x']],
        [{ kind: 'removeFromCall', userId: 5, name: 'Bo' }, ['removeFromCall 5']], [{ kind: 'removeContact', userId: 5, name: 'Bo' }, ['remove 5', 'goneRead 5', 'go contacts']],
        [{ kind: 'signOutDevice', id: 7, name: 'Phone', isLost: false }, ['settings signOutDevice']], [{ kind: 'deleteAccount' }, ['settings deleteAccount']],
    ]) {
        const { store, log, actions } = bench();
        actions.ask({ ...question, isBusy: false });
        actions.confirm();
        actions.confirm();
        assert.equal(store.state.question?.isBusy, true);
        await settle();
        assert.deepEqual([question.kind, log, store.state.question], [question.kind, expected, null]);
    }
});

test('deleting a past call leaves its page, and a report that was not sent can be retried with the typed note', async () => {
    const past = bench();
    past.store.set({ route: { name: 'pastCall', id: 3 } });
    past.actions.ask({ kind: 'deleteCalls', ids: [3], isBusy: false });
    past.actions.confirm();
    await settle();
    assert.deepEqual(past.log, ['removeCalls 3', 'go calls']);
    const { store, actions, notices } = bench(async () => false);
    const report = { kind: 'reportPerson', userId: 5, name: 'Bo', reason: 'spam', note: 'typed', isBusy: false };
    actions.ask(report);
    actions.confirm();
    await settle();
    assert.deepEqual([store.state.question, notices()], [report, []]);
});

test('a failed action is reported, and another question asked meanwhile stays', async () => {
    let fail = () => {};
    const { store, actions, notices } = bench(() => new Promise((_, reject) => { fail = () => reject(new CallFailure('offline')); }));
    actions.confirm();
    assert.equal(store.state.question, null, 'nothing is asked');
    actions.ask({ kind: 'forget', isBusy: false });
    actions.confirm();
    actions.dismissQuestion();
    actions.ask({ kind: 'deleteAllCalls', isBusy: false });
    fail();
    await settle();
    assert.deepEqual([store.state.question, notices().length], [{ kind: 'deleteAllCalls', isBusy: false }, 1]);
    actions.confirm();
    fail();
    await settle();
    assert.deepEqual([store.state.question, notices().length], [null, 1]);
});
