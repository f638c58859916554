import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalLinkActions } from '../../Web/features/personal-link/personal-link-actions.js';
import { APIError } from '../../Web/protocol/errors.js';
import { initialState, signedOutState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { text } from '../../Web/texts/text.js';
import { personalLinkProblem } from '../../Web/features/personal-link/personal-link-problems.js';
import { said } from './english.mjs';

const day = 86_400_000;
const link = { link: 'https://x/share/contact/one', maxUses: 10, usedCount: 3, createdAt: 0, expiresAt: 30 * day };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests wait until they are answered, with a value or an error, in any order. */
function bench(change = {}, browser = {}) {
    const asked = [];
    const request = (name) => (...values) => new Promise((resolve, reject) => {
        asked.push({ what: [name, ...values], answer: (value) => (value instanceof Error ? reject(value) : resolve(value)) });
    });
    const service = { personalLink: request('get'), setPersonalLink: request('set'), removePersonalLink: request('remove') };
    const at = { service };
    const store = new Store(initialState(0));
    store.set(({ personalLink }) => ({ personalLink: { ...personalLink, ...change } }));
    const actions = personalLinkActions(store, { get signedIn() { return at.service && { contacts: at.service }; } }, said, browser, () => 2 * day);
    const answer = async (value, index = asked.length - 1) => {
        asked[index].answer(value);
        await settled();
    };
    return { at, store, actions, asked, answer, get own() { return store.state.personalLink; }, get notices() { return store.state.notices.map(({ text: words }) => said(words)); } };
}

const [linkRoute, personalRoute, elsewhere] = [{ name: 'link' }, { name: 'personalLink' }, { name: 'contacts' }];

test('the link is fetched on its own screen and on the own link’s, and nowhere else', () => {
    for (const [route, before, change, count] of [
        [linkRoute, elsewhere, {}, 1], [personalRoute, linkRoute, { value: link }, 1], [linkRoute, personalRoute, { value: 'off' }, 1],
        // The page was opened with its address, before anyone was signed in.
        [personalRoute, personalRoute, {}, 1], [personalRoute, personalRoute, { value: 'off' }, 0], [personalRoute, personalRoute, { isLoading: true }, 0],
        [personalRoute, personalRoute, { failed: 'load' }, 0], [elsewhere, personalRoute, {}, 0],
    ]) {
        const { actions, asked } = bench(change);
        actions.linksOpened(route, before);
        assert.equal(asked.length, count, JSON.stringify([route, before, change]));
    }
});

for (const [answer, expected] of [
    [null, { value: 'off', failed: null, isLoading: false }], [link, { value: link, failed: null, isLoading: false }],
    [new APIError('offline'), { value: null, failed: 'load', isLoading: false }],
]) {
    test(`a fetch shows ${JSON.stringify(expected.value)}${expected.failed ? ' after a reported failure' : ''}`, async () => {
        const page = bench();
        page.actions.loadPersonalLink();
        assert.equal(page.own.isLoading, true);
        await page.answer(answer);
        const { value, failed, isLoading } = page.own;
        assert.deepEqual({ value, failed, isLoading }, expected);
        if (!expected.failed) return;
        page.actions.retryPersonalLink();
        assert.deepEqual([page.own.problem, page.own.isLoading], [null, true]);
        await page.answer(null);
        assert.equal(page.own.value, 'off');
    });
}

const other = { ...link, link: 'https://x/share/contact/two' };
const longer = { ...link, usedCount: 0, maxUses: 50, expiresAt: 60 * day };
for (const [what, { before, act, sent, answer, after, notice }] of Object.entries({
    'turned on': { before: 'off', act: ({ savePersonalLink }) => savePersonalLink(), sent: ['set', { maxUses: 10, lifetime: 2_592_000 }], answer: link, after: link, notice: 'Your personal link is on.' },
    'turned on with other limits': {
        before: 'off', sent: ['set', { maxUses: 500, lifetime: 86_400 }], answer: link, after: link, notice: 'Your personal link is on.',
        act: ({ choosePersonalLink, savePersonalLink }) => {
            choosePersonalLink({ maxUses: 500 });
            choosePersonalLink({ lifetime: 86_400 });
            savePersonalLink();
        },
    },
    'changed or extended': {
        before: link, sent: ['set', { maxUses: 50, lifetime: 2_592_000 }], answer: longer, after: longer, notice: 'Your personal link has new limits. The link itself stays the same.',
        act: ({ changePersonalLink, choosePersonalLink, savePersonalLink }) => {
            changePersonalLink();
            choosePersonalLink({ maxUses: 50 });
            savePersonalLink();
        },
    },
    'changed, after it was turned off elsewhere': { before: link, act: ({ savePersonalLink }) => savePersonalLink(), sent: ['set', { maxUses: 10, lifetime: 2_592_000 }], answer: other, after: other, notice: 'Your personal link is on.' },
    'renewed, with the same limit and end': {
        before: { ...link, maxUses: 7, expiresAt: 5 * day }, act: ({ personalLinkConfirmed }) => personalLinkConfirmed('renewPersonalLink'), sent: ['set', { maxUses: 7, lifetime: 259_200 }, true], answer: other, after: other,
        notice: 'You have a new personal link. The old one no longer works.',
    },
    'turned off': { before: link, act: ({ personalLinkConfirmed }) => personalLinkConfirmed('removePersonalLink'), sent: ['remove'], answer: undefined, after: 'off', notice: 'Your personal link is off. It no longer works, including where it’s printed.' },
})) {
    test(`a notice says that the link is ${what}`, async () => {
        const page = bench({ value: before, wasCopied: true });
        act(page.actions);
        // Pressed again, it is requested once.
        page.actions.savePersonalLink();
        assert.deepEqual(page.asked.map(({ what: one }) => one), [sent]);
        assert.notEqual(page.own.work, null);
        await page.answer(answer);
        const { value, work, isChanging, wasCopied, problem } = page.own;
        assert.deepEqual([value, work, isChanging, wasCopied, problem], [after, null, false, false, null]);
        assert.deepEqual(page.notices, [notice]);
    });
}

for (const [what, before, act, failed] of [
    ['turned on', 'off', ({ savePersonalLink }) => savePersonalLink(), 'make'], ['changed', link, ({ savePersonalLink }) => savePersonalLink(), 'change'],
    ['renewed', link, ({ personalLinkConfirmed }) => void personalLinkConfirmed('renewPersonalLink'), 'renew'],
    ['turned off', link, ({ personalLinkConfirmed }) => void personalLinkConfirmed('removePersonalLink'), 'remove'],
]) {
    test(`a link that could not be ${what} is reported, and can be retried unchanged`, async () => {
        const page = bench({ value: before, isChanging: failed === 'change' });
        page.actions.choosePersonalLink({ maxUses: 5 });
        act(page.actions);
        const [{ what: first }] = page.asked;
        await page.answer(new APIError('ErrTooManyShareTokens', 429));
        // Whether it was changed nevertheless is checked, without a notice.
        assert.deepEqual(page.asked[1].what, ['get']);
        await page.answer(failed === 'change' || failed === 'remove' ? new APIError('offline') : before === 'off' ? null : { ...before });
        assert.deepEqual([page.own.failed, page.own.problem.code, page.own.value, page.own.isChanging, page.own.choice.maxUses], [failed, 'ErrTooManyShareTokens', before, failed === 'change', 5]);
        page.actions.retryPersonalLink();
        assert.deepEqual([page.asked[2].what, page.own.problem], [first, null]);
    });
}

test('a new change of the link removes its last notice, and keeps the others', async () => {
    const page = bench({ value: 'off' });
    page.store.set({ notices: [{ id: 1, text: text('contacts.befriended', { name: 'Bo' }), tone: 'good' }, { id: 2, text: 'from elsewhere', tone: 'plain' }] });
    page.actions.savePersonalLink();
    await page.answer(link);
    void page.actions.personalLinkConfirmed('removePersonalLink');
    assert.deepEqual(page.notices, ['Bo is now your contact.', 'from elsewhere']);
    await page.answer(undefined);
    assert.deepEqual(page.notices.slice(2), ['Your personal link is off. It no longer works, including where it’s printed.']);
});

test('a change whose response was lost is recognized as done', async () => {
    for (const [before, kind, now] of [['off', null, link], [link, 'renewPersonalLink', other], [link, 'removePersonalLink', null], [link, null, longer]]) {
        const page = bench({ value: before });
        if (kind === null) page.actions.savePersonalLink();
        else void page.actions.personalLinkConfirmed(kind);
        await page.answer(new APIError('timeout'));
        assert.equal(page.own.problem.code, 'timeout');
        await page.answer(now);
        assert.deepEqual([page.own.value, page.own.failed, page.own.problem], [now ?? 'off', null, null]);
    }
});

test('the use count is refreshed while the screen is open, and an open form stays', async () => {
    const page = bench({ value: link });
    page.actions.changePersonalLink();
    page.actions.choosePersonalLink({ maxUses: 1 });
    page.actions.takes.connected();
    await page.answer({ ...link, usedCount: 4 });
    assert.deepEqual([page.own.value.usedCount, page.own.isChanging, page.own.choice.maxUses], [4, true, 1]);
    page.actions.takes.connected();
    await page.answer(new APIError('offline'));
    assert.deepEqual([page.own.value.usedCount, page.own.problem], [4, null]);
    // Changed on another device.
    page.actions.takes.connected();
    await page.answer(longer);
    assert.deepEqual([page.own.value, page.own.isChanging, page.own.choice.maxUses], [longer, true, 1]);
    page.actions.keepPersonalLink();
    assert.deepEqual([page.own.isChanging, page.own.choice.maxUses], [false, 50]);
    page.actions.takes.connected();
    await page.answer(link);
    assert.equal(page.own.choice.maxUses, 10);
    // The server can be reached again.
    const late = bench({ failed: 'load', problem: { code: 'offline', message: '' } });
    late.actions.takes.connected();
    await late.answer(null);
    assert.deepEqual([late.own.value, late.own.failed, late.own.problem], ['off', null, null]);
    const never = bench();
    never.actions.takes.connected();
    assert.deepEqual(never.asked, []);
});

test('an older response never overrides a later one, and a change does not wait', async () => {
    const page = bench({ value: 'off' });
    page.actions.loadPersonalLink();
    page.actions.savePersonalLink();
    page.actions.takes.connected();
    assert.deepEqual(page.asked.map(({ what: [name] }) => name), ['get', 'set']);
    await page.answer(link, 1);
    await page.answer(null, 0);
    assert.deepEqual([page.own.value, page.own.isLoading], [link, false]);
});

test('a response after the sign-out shows nothing to the next user', async () => {
    for (const act of [({ loadPersonalLink }) => loadPersonalLink(), ({ savePersonalLink }) => savePersonalLink()]) {
        for (const answer of [link, new APIError('offline')]) {
            const page = bench({ value: 'off' });
            act(page.actions);
            page.at.service = null;
            page.store.set(signedOutState());
            await page.answer(answer);
            assert.deepEqual([page.own.value, page.own.problem, page.own.work, page.notices], [null, null, null, []]);
            act(page.actions);
            assert.equal(page.asked.length, 1);
        }
    }
});

test('the link is copied and shared, and a failure of the browser is reported', async () => {
    const written = [];
    const page = bench({ value: link }, { clipboard: { writeText: async (words) => void written.push(words) }, share: async (what) => void written.push(what) });
    page.actions.copyPersonalLink();
    await settled();
    page.actions.sharePersonalLink();
    assert.deepEqual([written, page.own.wasCopied], [[link.link, { title: 'Add me on ECall', url: link.link }], true]);
    const poor = bench({ value: link }, { clipboard: { writeText: async () => { throw new Error(); } } });
    poor.actions.copyPersonalLink();
    await settled();
    assert.deepEqual([poor.actions.sharePersonalLink, poor.own.wasCopied, poor.notices.length], [null, false, 1]);
});

test('returning to the screen finds no open form and no “copied” mark', () => {
    const { actions, store } = bench({ value: link, isChanging: true, wasCopied: true, choice: { maxUses: 1, lifetime: 86_400 } });
    actions.linksOpened(personalRoute, elsewhere);
    const { isChanging, wasCopied, choice } = store.state.personalLink;
    assert.deepEqual([isChanging, wasCopied, choice], [false, false, { maxUses: 10, lifetime: 2_592_000 }]);
});

test('every failure says what to do', () => {
    const codes = ['offline', 'timeout', 'undecodable', 'signedOut', 'ErrTooManyShareTokens', 'ErrTooManyRequests', 'ErrBadRequest', 'ErrStorageUnavailable', 'ErrInternal', 'ErrSomething'];
    for (const { code, text: message } of codes.map((code) => new APIError(code, 418))) {
        assert.match(said(personalLinkProblem({ code, message })), /\b(try again|wait|choose|reload|sign in)\b/i, code);
    }
    assert.match(said(personalLinkProblem({ code: 'ErrTooManyShareTokens', message: new APIError('ErrTooManyShareTokens', 429).text })), /too many links.*in an hour/);
    assert.match(said(personalLinkProblem({ code: 'ErrBadRequest', message: '' })), /Choose another/);
    assert.match(said(personalLinkProblem({ code: '', message: text('common.failed') })), /Try again/);
});
