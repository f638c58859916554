import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addActions } from '../../Web/features/add/add-actions.js';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

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
