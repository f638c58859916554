// Against a running development server: node live.mjs ORIGIN DATA. Two devices sign in, become contacts, signal, attach.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ContactsService } from '../../Web/contacts/contacts-service.js';
import { JanusClient } from '../../Web/protocol/janus-client.js';
import { endpoints } from '../../Web/protocol/endpoints.js';
import { SignIn } from '../../Web/session/sign-in.js';
import { Session } from '../../Web/session/session.js';

const [origin, data] = process.argv.slice(2);
globalThis.navigator ??= { userAgent: 'node' };
const { WebSocket } = globalThis.WebSocket ? globalThis : { WebSocket: createRequire(import.meta.url)('/usr/share/nodejs/ws') };

/** A database in memory. */
function memory() {
    const values = new Map();
    return {
        values, get: async (name) => values.get(name), put: async (name, value) => void values.set(name, value),
        remove: async (name) => void values.delete(name), clear: async () => values.clear(),
    };
}

const environment = () => ({ origin, database: memory(), makeSocket: (url, protocols) => new WebSocket(url, protocols) });
const event = (subscribe, isIt, what) => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} within 5 s`)), 5000);
    subscribe((value) => { if (isIt(value)) { clearTimeout(timer); resolve(value); } });
});

async function code(address) {
    for (const name of (await readdir(join(data, 'outbox'))).sort().reverse()) {
        const text = await readFile(join(data, 'outbox', name), 'utf8');
        if (text.includes(address)) return /\b(\d{6})\b/.exec(text.replace(/\d{7,}/g, ''))[1];
    }
    throw new Error('no code in the outbox');
}

async function signIn(name) {
    const where = environment();
    const flow = new SignIn(where);
    const email = `${name.toLowerCase()}@example.org`;
    await flow.begin({ email, displayName: name });
    await assert.rejects(flow.verify('12'), { code: 'malformedCode' });
    const session = await flow.verify(await code(email));
    assert.equal(session.account.displayName, name);
    assert.ok((await Session.restore(where))?.deviceAddress === session.deviceAddress, 'restored');
    return { session, where };
}

const started = performance.now();
const said = (what) => console.log(`${Math.round(performance.now() - started)} ms ${what}`);
const { session: ada, where } = await signIn('Ada');
const { session: bob } = await signIn('Bob');
said('signed in');

for (const session of [ada, bob]) {
    const online = event((listener) => session.signaling.onState(listener), (state) => state === 'connected', 'connection');
    session.signaling.start();
    await online;
}
said('STOMP connected');

const [hers, his] = [new ContactsService(ada), new ContactsService(bob)];
const changed = (service, what) => event((listener) => service.onChange(listener), () => true, what)
    .then(() => said(`live: ${what}`), (error) => said(`NOT LIVE: ${error.message}`));
const { link } = await hers.createShareToken();
assert.equal((await his.resolve(link)).displayName, 'Ada');
const arrived = changed(hers, 'request');
await his.requestByToken(link);
await arrived;
await assert.rejects(hers.requestByToken(link));
const [request] = await hers.received();
assert.equal(request.user, bob.account.userId);
const accepted = changed(his, 'acceptance');
await hers.accept(request.user);
await accepted;
assert.equal((await his.contacts())[0].contactName, 'Ada');
await his.setFavorite(ada.account.userId, true);
assert.equal((await his.contacts())[0].isFavorite, true);
said('contacts');

const { publicKeys } = await bob.api.send(endpoints.publicKeys, { body: { userIds: [ada.account.userId] } });
assert.equal(publicKeys[ada.deviceAddress], ada.deviceKey.publicKeyText);
const credentials = await ada.credentials();
assert.ok(credentials.stomp.passcode && credentials.turnUsername);
said('keys and credentials');

const janus = new JanusClient({ session: ada, makeSocket: where.makeSocket });
const states = [];
janus.onState((state) => states.push(state));
await janus.connect();
const handle = await janus.attach();
await assert.rejects(handle.request({ request: 'join', ptype: 'publisher', room: 12345, display: `${ada.account.userId}:Ada` }), { name: 'JanusError' });
const { data: { room } } = await handle.request({ request: 'create' });
await handle.request({ request: 'join', ptype: 'publisher', room, display: `${ada.account.userId}:Ada` }).then(
    ({ data: joined }) => assert.equal(joined.videoroom, 'joined'),
    // Without identity a room is joined only in a call: the server did not take the bearer subprotocol.
    (error) => said(`NOT JOINED: ${error.code}`));
await janus.close();
assert.deepEqual(states, ['connected', 'closed']);
said('Janus: session, handle, destroyed');

await ada.api.accessToken(await where.database.get('tokens').then(({ accessToken }) => accessToken));
await hers.contacts();
said('refreshed');

const replacement = await Session.restore(where);
const replaced = event((listener) => ada.signaling.onState(listener), (state) => state === 'replaced', 'replacement');
replacement.signaling.start();
await replaced;
said('replaced by another window');
assert.equal(await replacement.signOut(), true);
assert.equal(where.database.values.size, 0);
bob.signaling.stop();
said('signed out');
process.exit(0);
