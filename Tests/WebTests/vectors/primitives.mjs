import { KeyChannel, systemWrapping } from '../../../Web/keys/channels/key-channel.js';
import { keyMessageText, openKey, readKeyMessage, sealKey } from '../../../Web/keys/channels/key-message.js';
import { openMessageText, readOpenMessage } from '../../../Web/keys/channels/open-message.js';
import { importJoinSecrets } from '../../../Web/keys/entering/join-secrets.js';
import { makeJoin, readJoin } from '../../../Web/keys/entering/join.js';
import { makeLeave, readLeave } from '../../../Web/keys/entering/leave.js';
import { makeStatus, readStatus } from '../../../Web/keys/entering/status.js';
import { makeInvite, readInvite } from '../../../Web/keys/identity/invite.js';
import { codeTextOf, digitsOf, safetyNumberOf } from '../../../Web/keys/identity/safety-number.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { makeRevoke, makeVouch, readRevoke, readVouch } from '../../../Web/keys/identity/statements.js';
import { SenderKey } from '../../../Web/keys/sender-key.js';
import { decodeBase64URL, encodeBase64URL } from '../../../Web/keys/signing/base64url.js';
import { bigEndian, concat, utf8 } from '../../../Web/frames/bytes.js';
import { importDevice } from './key-devices.mjs';

/** Makes and reads every recorded primitive; returns the differences. */
export async function checkPrimitives(vectors) {
    const devices = new Map();
    for (const [name, { identity, rsa, seed }] of Object.entries(vectors.devices)) devices.set(name, await importDevice(identity, rsa, seed));
    const wrong = [];
    const expect = (holds, what) => { if (!holds) wrong.push(what); };
    for (const [name, device] of Object.entries(vectors.devices)) await checkIdentity(device, devices.get(name), expect);
    const entries = [];
    for (const join of vectors.joins) entries.push(await checkJoin(join, devices.get(join.device), vectors.channels, expect));
    await checkStatements(vectors, devices, expect);
    for (const status of vectors.statuses) await checkStatus(status, devices.get(status.device), devices.get('bo'), expect);
    for (const number of vectors.safetyNumbers) await checkSafetyNumber(number, devices, expect);
    for (const channel of vectors.channels) await checkChannel(channel, entries, expect);
    await checkRatchet(vectors.ratchet, expect);
    for (const baseKey of vectors.baseKeys) expect(await baseKeyOf(baseKey) === baseKey.baseKey, `base key of ${baseKey.track}`);
    return wrong;
}

/** Whether something is refused. */
const refuses = (promise) => promise.then(() => false, () => true);

async function checkIdentity({ address, serial, createdAt, identity, hash }, device, expect) {
    const made = await makeIdentity({ address, serial, rsa: device.publicRSA, createdAt }, device.signing);
    expect(made.text === identity, `identity of ${address}`);
    expect(device.identity.address === address && device.identity.serial === serial && device.identity.hash === hash, `what the identity of ${address} says`);
}

/** Returns the entry, with the recorded results of ML-KEM decapsulation: Node has none. */
async function checkJoin({ name, roomId, seq, x, m, vouch, text, hash, leave }, device, channels, expect) {
    const read = await readJoin(text);
    expect(read.hash === hash && read.seq === seq && read.roomId === roomId && (read.vouch?.text ?? '') === vouch, `what ${name} says`);
    expect(Boolean(read.m) === Boolean(m), `ML-KEM of ${name}`);
    const shared = new Map(channels.flatMap(({ encapsulated }) => (encapsulated ? [[encapsulated[1], encapsulated[0]]] : [])));
    const decapsulate = async (ciphertext) => decodeBase64URL(shared.get(encodeBase64URL(ciphertext)) ?? '!');
    const secrets = await importJoinSecrets(decodeBase64URL(x), read.x, read.m ? { m: read.m, decapsulate } : null);
    const join = await makeJoin({ roomId, identity: device.identity, secrets, seq, vouch }, device.signing);
    expect(join.text === text, name);
    expect(await makeLeave(hash, device.signing) === leave, `leave of ${name}`);
    expect(await readLeave(leave, device.identity.sign) === hash, `what the leave of ${name} says`);
    return { join, secrets, device };
}

async function checkStatements({ vouches, revokes, invites }, devices, expect) {
    const [ana, bo] = [devices.get('ana'), devices.get('bo')];
    for (const vouch of vouches) {
        expect(await makeVouch(vouch, bo.signing) === vouch.text, 'vouch');
        const { identity, by, object } = readVouch(vouch.text);
        expect(identity === vouch.identity && by === vouch.by, 'what a vouch says');
        expect(await object.isSignedBy(bo.identity.sign) && !await object.isSignedBy(ana.identity.sign), 'who vouches');
    }
    for (const revoke of revokes) {
        expect(await makeRevoke(revoke, bo.signing) === revoke.text, 'revoke');
        const { sign, by, object } = readRevoke(revoke.text);
        expect(sign === revoke.sign && by === revoke.by, 'what a revoke says');
        expect(await object.isSignedBy(bo.identity.sign) && !await object.isSignedBy(ana.identity.sign), 'who revokes');
    }
    for (const invite of invites) {
        expect(await makeInvite(invite, ana.signing) === invite.text, 'invite');
        expect(JSON.stringify(sorted(await readInvite(invite.text, ana.identity.sign))) === JSON.stringify(sorted(invite)), 'what an invite says');
        expect(await refuses(readInvite(invite.text, bo.identity.sign)), 'an invite of another');
    }
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

async function checkStatus(status, device, other, expect) {
    const { join, seq, generation, have, isRecording, isSilent = false, text } = status;
    expect(await makeStatus({ join, seq, generation, have, isRecording, isSilent }, device.signing) === text, `status ${seq}`);
    const read = await readStatus(text, device.identity.sign);
    expect(read.join === join && read.seq === seq && read.generation === generation && read.isRecording === isRecording && read.isSilent === isSilent, `what status ${seq} says`);
    expect(JSON.stringify(read.have.map(sorted)) === JSON.stringify(have.map(sorted)), `entries of status ${seq}`);
    expect(await refuses(readStatus(text, other.identity.sign)), 'a status of another');
}

async function checkSafetyNumber({ own, other, digits, number, code }, devices, expect) {
    const [one, two] = [devices.get(own).identity, devices.get(other).identity];
    expect(await digitsOf(one) === digits[own] && await digitsOf(two) === digits[other], `digits of ${own} and ${other}`);
    expect(await safetyNumberOf(one, two) === number && await safetyNumberOf(two, one) === number, `number of ${own} and ${other}`);
    expect(codeTextOf(one, two) === code, `code of ${own}`);
}

const sealingKey = ({ generation, step, key }) => ({ generation, step, key: new SenderKey(decodeBase64URL(key)) });
const isSame = (found, { generation, step, key }) =>
    found?.generation === generation && found.step === step && encodeBase64URL(found.key.bytes) === key;

/** Makes the channel of the recorded results, and opens it at its other end, for real where Node can. */
async function checkChannel({ name, call, from, to, secret, wrapped, encapsulated, first, open, keys }, entries, expect) {
    const [own, peer] = [entries[from], entries[to]];
    const wrapping = {
        ...systemWrapping(own.device.privateKey, null),
        wrap: async () => decodeBase64URL(wrapped),
        encapsulate: async () => ({ secret: decodeBase64URL(encapsulated[0]), ciphertext: decodeBase64URL(encapsulated[1]) }),
    };
    const opened = await new KeyChannel(call, own.join, own.secrets, wrapping).open(peer.join, decodeBase64URL(secret));
    const sealed = await sealKey(sealingKey(first), 0, opened.key);
    const text = openMessageText({ from: own.join.hash, to: peer.join.hash, wrapped: opened.wrapped, encapsulated: opened.encapsulated, sealed });
    expect(text === open, `${name}: the opening`);
    const accept = (number) => new KeyChannel(number, peer.join, peer.secrets, systemWrapping(peer.device.privateKey, null)).accept(readOpenMessage(open), own.join);
    const key = await accept(call);
    expect(isSame(key && await openKey(readOpenMessage(open).sealed, 0, key), first), `${name}: what the opening brings`);
    for (const further of keys) {
        const message = { n: further.n, sealed: await sealKey(sealingKey(further.key), further.n, opened.key) };
        expect(keyMessageText(message) === further.text, `${name}: key ${further.n}`);
        const read = readKeyMessage(further.text);
        expect(read?.n === further.n && isSame(await openKey(read.sealed, read.n, key), further.key), `${name}: what key ${further.n} brings`);
    }
    const another = await accept(call + 1);
    expect(await openKey(readOpenMessage(open).sealed, 0, another) === null, `${name}: the call is in the channel`);
}

async function checkRatchet({ key, steps }, expect) {
    let current = new SenderKey(decodeBase64URL(key));
    for (let step = 0; step <= SenderKey.lastStep; step += 1) {
        if (steps[step]) expect(encodeBase64URL(current.bytes) === steps[step], `step ${step}`);
        current = await current.ratcheted();
    }
}

/** Independently of the code that seals frames: the key schedule of e2ee 8. */
async function baseKeyOf({ call, sender, track, key }) {
    const texts = [sender, track].map(utf8).map((bytes) => concat(bigEndian(BigInt(bytes.length), 2), bytes));
    const info = concat(utf8('base key'), Uint8Array.of(0), bigEndian(BigInt(call), 8), ...texts);
    const input = await crypto.subtle.importKey('raw', decodeBase64URL(key), 'HKDF', false, ['deriveBits']);
    const derivation = { name: 'HKDF', hash: 'SHA-512', salt: utf8('ECall SFrame v2'), info };
    return encodeBase64URL(new Uint8Array(await crypto.subtle.deriveBits(derivation, input, 256)));
}
