import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn } from '../../Web/dom/drawn.js';
import { textOf } from '../../Web/dom/h.js';
import { addActions } from '../../Web/features/add/add-actions.js';
import { addView } from '../../Web/features/add/add.js';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { english } from './english.mjs';

const token = 'aB3'.repeat(14) + 'x';
const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ana = { userId: 1, deviceId: 2, displayName: 'Ana', email: 'ana@example.org', phoneNumber: '+4915100000' };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Types this into the field; returns the requests sent, and what is then shown. */
async function typed(text, answers = {}) {
    const sent = [];
    const send = async ({ method, path }, { body } = {}) => {
        sent.push(`${method} ${path} ${JSON.stringify(body)}`);
        return answers[path];
    };
    const service = new ContactsService({ origin: 'https://calls.example.org', api: { send }, signaling: {} });
    const store = new Store({ ...initialState(0), account: ana });
    const actions = addActions(store, { signedIn: { contacts: service } }, () => {});
    actions.typeLink(text);
    actions.resolveLink();
    await settled();
    return { sent, add: store.state.add };
}

for (const [text, body] of [
    [' Bo@Example.org ', { email: 'bo@example.org' }], ['0049 (151) 12345', { phoneNumber: '+4915112345' }],
    [`SHA256:${hash.toUpperCase().match(/..../g).join(' ')}`, { publicKeyHash: hash }],
]) {
    test(`'${text}' is searched for`, async () => {
        const { sent, add } = await typed(text, { '/contacts/search': { results: [{ token, displayName: 'Bo' }] } });
        assert.deepEqual(sent, [`POST /contacts/search ${JSON.stringify(body)}`]);
        assert.deepEqual([add.status, add.displayName, add.token], ['resolved', 'Bo', token]);
    });
}

for (const [text, code] of [
    ['Bo', 'notSearchable'], ['bo@', 'notAnEmail'], ['0151 12345', 'missingCountryCode'], ['+12', 'phoneLength'], [hash.slice(1), 'notAFingerprint'],
    ['ANA@example.org', 'yourself'], ['+49 151 00000', 'yourself'], ['xY3'.repeat(13), 'notALink'], ['https://calls.example.org/', 'notAContactLink'],
]) {
    test(`'${text}' is refused before a request is sent: ${code}`, async () => {
        const { sent, add } = await typed(text);
        assert.deepEqual([sent, add.status, add.problem.code], [[], 'failed', code]);
    });
}

test('a link to something else is opened without a search', async () => {
    const store = new Store({ ...initialState(0), account: ana });
    const opened = [];
    const actions = addActions(store, { signedIn: { contacts: {} } }, () => {}, (text) => opened.push(text) > 0);
    actions.typeLink('https://calls.example.org/#/call/17/5/x');
    actions.resolveLink();
    await settled();
    assert.deepEqual([opened, store.state.add.status], [['https://calls.example.org/#/call/17/5/x'], 'empty']);
});

test('an empty result shows the same error for a hidden and a missing person', async () => {
    const { add } = await typed('bo@example.org', { '/contacts/search': { results: [] } });
    assert.deepEqual([add.status, add.problem.code], ['failed', 'nobodyFound']);
});

test('a link that was opened is looked up, and its token is not in a field', async () => {
    const sent = [];
    const send = async ({ path }) => { sent.push(path); return { token, displayName: 'Bo' }; };
    const service = new ContactsService({ origin: 'https://calls.example.org', api: { send }, signaling: {} });
    const store = new Store({ ...initialState(0), screen: 'main', route: { name: 'add' }, account: ana });
    const actions = addActions(store, { signedIn: { contacts: service } }, () => {});
    actions.openLink(token);
    for (const status of ['resolving', 'resolved']) {
        assert.deepEqual([store.state.add.status, store.state.add.isOpened, fields(store.state)], [status, true, []]);
        await settled();
    }
    assert.deepEqual(sent, ['/share-token/resolve']);
    // Someone else is to be added: there is a field for them.
    actions.startAddAgain();
    assert.deepEqual([fields(store.state), store.state.add.isOpened], [[''], false]);
    actions.typeLink(token);
    assert.deepEqual(fields(store.state), [token], 'what a person types themselves they see');
    actions.resolveLink();
    await settled();
    assert.deepEqual([store.state.add.status, fields(store.state)], ['resolved', []]);
});

/** The values of the screen's fields. */
const fields = (state) => [...inputs(drawn([addView(state, new Proxy({}, { get: () => () => {} }))], english))].map(({ props }) => props.value);
function* inputs(nodes) {
    for (const node of nodes) {
        if (typeof node === 'string') continue;
        if (node.tag === 'input') yield node;
        yield* inputs(node.children);
    }
}

const bo = { contactId: 5, contactName: 'Bo', isFavorite: false, lastInteraction: null };
for (const [what, contacts, add, buttons] of [
    ['someone new is invited', [], {}, ['Send request', 'Not them']],
    ['someone who is a contact is shown', [bo], {}, ['Show contact', 'Someone else']],
    ['someone else of that name is invited', [bo], { isOther: true }, ['Send request', 'Not them']],
    ['two contacts of that name are not told apart', [bo, { ...bo, contactId: 6 }], {}, ['Send request', 'Not them']],
    ['a contact of another name is not shown', [{ ...bo, contactName: 'Bob' }], {}, ['Send request', 'Not them']],
    ['the link of a namesake is answered', [bo], { token: undefined, isOpened: true, text: token }, ['Send request']],
    ['a contact whose request is refused as one is shown', [bo], { status: 'failed', problem: { code: 'ErrAlreadyFriends', message: '' } }, ['Show contact', 'Someone else']],
    ['a person who has accepted can be called', [bo], { status: 'accepted' }, ['Call Bo', 'Go to contacts', 'Add another']],
    ['a person who has accepted and is not listed yet is announced', [], { status: 'accepted' }, ['Go to contacts', 'Add another']],
]) {
    test(`after a search, ${what}`, () => {
        const state = { ...initialState(0), screen: 'main', route: { name: 'add' }, contacts: { status: 'ready', value: contacts, problem: null },
            add: { status: 'resolved', text: 'bo@example.org', displayName: 'Bo', token, problem: null, ...add } };
        const found = [];
        const look = (nodes) => {
            for (const node of nodes) {
                if (typeof node === 'string') continue;
                if (node.tag === 'button' && node.props.type === 'button') found.push(textOf(node, english).replace(/[\u2066-\u2069]/g, '').trim());
                look(node.children);
            }
        };
        look(drawn([addView(state, new Proxy({}, { get: () => () => {} }))], english));
        assert.deepEqual(found, buttons);
    });
}
