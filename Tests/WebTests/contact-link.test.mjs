import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkActions } from '../../Web/features/contact-link/link-actions.js';
import { isLive } from '../../Web/features/contact-link/link-state.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { said } from './english.mjs';

const turn = () => new Promise((resolve) => { setImmediate(resolve); });
const ready = (expiresAt = 2_000) => ({ status: 'ready', link: 'https://x/share/contact/kept', expiresAt, wasCopied: false, problem: null });

/** A page with the own link, in a browser that can `share` or not; `answers` come to the requests for a link. */
function page({ link = undefined, answers = [], share = undefined } = {}) {
    const [store, log] = [new Store(initialState(0)), []];
    if (link) store.set({ link });
    const contacts = {
        createShareToken: async () => {
            log.push('makes');
            const answer = await answers.shift();
            if (answer instanceof Error) throw answer;
            return { link: answer, expiresAt: 2_000 };
        },
    };
    const browser = { clipboard: { writeText: async (text) => void log.push(`copies ${text}`) }, ...(share && { share: async ({ title, url }) => { log.push(`shares ${url} as ${title}`); await share(); } }) };
    return { store, log, actions: linkActions(store, { signedIn: { contacts } }, said, browser, () => 1_000) };
}

for (const [what, options, log, wasCopied] of [
    ['a link that is there is copied', { link: ready() }, ['copies https://x/share/contact/kept'], true],
    ['a link that is there is shared where the browser can', { link: ready(), share: async () => {} }, ['shares https://x/share/contact/kept as Add me on ECall'], false],
    ['an expired link is replaced first', { link: ready(1_000), answers: ['https://x/new'] }, ['makes', 'copies https://x/new'], true],
    ['a used link is replaced first', { link: { ...ready(), status: 'used' }, answers: ['https://x/new'] }, ['makes', 'copies https://x/new'], true],
    ['a link is made where there is none', { answers: ['https://x/new'], share: async () => {} }, ['makes', 'shares https://x/new as Add me on ECall'], false],
    ['nothing is handed out if none can be made', { answers: [new Error('offline')] }, ['makes'], false],
    ['closing the share sheet is an answer', { link: ready(), share: async () => { throw Object.assign(new Error('closed'), { name: 'AbortError' }); } }, ['shares https://x/share/contact/kept as Add me on ECall'], false],
    ['a browser that refuses to share copies', { link: ready(), share: async () => { throw Object.assign(new Error('no gesture'), { name: 'NotAllowedError' }); } },
        ['shares https://x/share/contact/kept as Add me on ECall', 'copies https://x/share/contact/kept'], true],
]) {
    test(`in one tap ${what}`, async () => {
        const { store, log: done, actions } = page(options);
        actions.handOutLink();
        await turn();
        assert.deepEqual([done, store.state.link.wasCopied], [log, wasCopied]);
    });
}

test('a tap while the link is being made waits for that link', async () => {
    let come = () => {};
    const { log, actions } = page({ answers: [new Promise((resolve) => { come = resolve; })] });
    actions.makeLink();
    actions.handOutLink();
    await turn();
    assert.deepEqual(log, ['makes']);
    come('https://x/late');
    await turn();
    assert.deepEqual(log, ['makes', 'copies https://x/late']);
});

test('a link is live until its time is over, or it was used', () => {
    for (const [status, expiresAt, is] of [['ready', 1_001, true], ['revoking', 1_001, true], ['ready', 1_000, false], ['used', 1_001, false], ['none', 0, false], ['making', 0, false], ['failed', 0, false]]) {
        assert.equal(isLive({ status, expiresAt }, 1_000), is, status);
    }
});
