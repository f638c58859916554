import { loadPublishedKeys } from '../../calls/keys/published-keys.js';
import { judgeDevices } from '../../contacts/contact-devices.js';
import { DevicePins } from '../../key-distribution/device-pins.js';
import { deviceCodeOf } from '../../keys/identity/device-code.js';
import { digitsOf } from '../../keys/identity/safety-number.js';
import { makeRevoke, makeVouch, readRevoke, readVouch } from '../../keys/identity/statements.js';
import { endpoints } from '../../protocol/http/endpoints.js';

/** @typedef {import('../../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {Pick<import('../../session/session.js').Session, 'account' | 'api' | 'identity' | 'pins' | 'vouch'>} OwnDevicesSession */
/**
 * The knowledge of this device about the others of its person (e2ee 1).
 * @typedef {object} OwnDevices
 * @property {Record<number, DeviceTrust>} trusts by device; a device that isn't in it has no identity
 * @property {Record<number, string>} says what they say they are, by device
 * @property {number[]} older devices that signed in before this one: it cannot vouch for them
 * @property {boolean} isVouched another device has vouched for this one
 * @property {boolean} isRevoked another device has said that this one is lost
 * @property {boolean} isRevokedByOlder one that signed in before this one has: one that came later may be a stranger's
 */
/**
 * The digits of one device, to be compared: 30 digits and a code. They belong to one identity, and not to one that the server shows later.
 * @typedef {object} OwnDevice
 * @property {number} deviceId
 * @property {string} digits
 * @property {string} code
 * @property {DeviceTrust} trust
 * @property {boolean} canVouch whether what this device says of it counts
 * @property {boolean} isOlder whether it signed in before this one
 * @property {boolean} isVouchedHere whether this device has vouched for it
 * @property {{ address: string, sign: string, serial: number, hash: string }} identity
 */

/** @param {OwnDevicesSession} session */
async function load({ account: { userId }, api, identity, pins, vouch }) {
    const [published, stored, own] = await Promise.all([loadPublishedKeys({ api }, [userId]), pins.read(), identity.registered()]);
    await vouch.take(published, own.identity);
    // The statements of this device itself count here.
    const known = new DevicePins(stored);
    known.confirm(own.identity, 'verified');
    const others = new Map([...published.devices].filter(([address]) => address !== own.identity.address));
    const { devices } = await judgeDevices({ ...published, devices: others }, known.stored);
    const trusts = Object.fromEntries(devices.map(({ deviceId, trust }) => [deviceId, trust]));
    const says = Object.fromEntries(devices.flatMap(({ deviceId, says: said }) => (said === null ? [] : [[deviceId, said]])));
    const isVouched = await vouch.text(own.identity) !== '';
    const before = new Map([...others].filter(([, { createdAt }]) => createdAt <= own.identity.createdAt));
    const isRevokedBy = (/** @type {typeof others} */ issuers) => isSaid(published.revokes, readRevoke, ({ sign, by }) => (sign === own.identity.sign ? issuers.get(by)?.sign : undefined));
    const [isRevoked, isRevokedByOlder] = [await isRevokedBy(others), await isRevokedBy(before)];
    const older = [...before.values()].map(({ address }) => Number(address.split('_')[1]));
    return { published, others, own, known: { trusts, says, older, isVouched, isRevoked, isRevokedByOlder } };
}

/**
 * @param {OwnDevicesSession} session
 * @returns {Promise<OwnDevices>}
 */
export const loadOwnDevices = async (session) => (await load(session)).known;

/**
 * Looking changes nothing.
 * @param {OwnDevicesSession} session
 * @param {number} deviceId this one, or another of the person
 * @returns {Promise<OwnDevice | null>} null if it shows no identity
 */
export async function loadOwnDevice(session, deviceId) {
    const { published, others, own, known: { trusts, older, isRevoked } } = await load(session);
    const address = `${session.account.userId}_${deviceId}`;
    const isThis = address === own.identity.address;
    const identity = isThis ? own.identity : others.get(address);
    if (!identity) return null;
    const { sign, serial, hash } = identity;
    return {
        deviceId, digits: await digitsOf(identity), code: deviceCodeOf(identity), trust: isThis ? 'verified' : trusts[deviceId] ?? 'new',
        canVouch: !isThis && !older.includes(deviceId) && !isRevoked,
        isOlder: older.includes(deviceId), isVouchedHere: await hasVouched(own, hash, published.vouches), identity: { address, sign, serial, hash },
    };
}

/**
 * The digits or the code matched: this device vouches for it, to everyone who requests the person's keys.
 * @param {OwnDevicesSession} session
 * @param {OwnDevice} shown what was compared
 * @param {number} now Unix milliseconds
 * @returns {Promise<OwnDevice>}
 */
export async function vouchFor({ api, identity, pins }, shown, now) {
    if (!shown.canVouch || shown.trust === 'held:revoked') return shown;
    const own = await identity.registered();
    // One statement is enough: there is no room for many.
    if (!shown.isVouchedHere) {
        const statement = await makeVouch({ identity: shown.identity.hash, by: own.identity.address, issuedAt: now }, own.signing);
        await api.send(endpoints.addDeviceStatement, { body: { statement } });
    }
    const { address, sign, serial } = shown.identity;
    const isVerified = await pins.note({ note: 'verified', identity: { address, sign, serial } });
    return { ...shown, isVouchedHere: true, trust: isVerified ? 'verified' : shown.trust };
}

/**
 * Revokes a device that is in other hands: its earlier and current identities no longer count, and it is signed out in any case. A
 * statement that found no room is sent again once the device is gone, along with its statements.
 * @param {OwnDevicesSession} session
 * @param {number} deviceId
 * @param {number} now Unix milliseconds
 * @param {() => Promise<unknown>} signOut
 * @returns {Promise<{ said: 'revoked' | 'nothingToRevoke' | 'notRevoked', signedOut: { error?: unknown } }>}
 */
export async function giveUp(session, deviceId, now, signOut) {
    /** @type {Awaited<ReturnType<typeof revocationsDue>> | null} */
    let due = null;
    let isDone = false;
    const say = async () => {
        // Once it is gone, no one shows its keys any more.
        due ??= await revocationsDue(session, deviceId);
        for (let sign = due.keys.at(-1); sign !== undefined; sign = due.keys.at(-1)) {
            const statement = await makeRevoke({ sign, by: due.own.identity.address, issuedAt: now }, due.own.signing);
            await session.api.send(endpoints.addDeviceStatement, { body: { statement } });
            due.keys.pop();
        }
        isDone = true;
    };
    await say().catch(() => {});
    const outcome = () => (isDone ? due?.hadKeys ? 'revoked' : 'nothingToRevoke' : 'notRevoked');
    try {
        await signOut();
    } catch (error) {
        return { said: outcome(), signedOut: { error } };
    }
    if (!isDone && due) await say().catch(() => {});
    return { said: outcome(), signedOut: {} };
}

/**
 * The signing keys of a device that this one has not revoked yet.
 * @param {OwnDevicesSession} session
 * @param {number} deviceId
 */
async function revocationsDue(session, deviceId) {
    const { published, own, others } = await load(session);
    const address = `${session.account.userId}_${deviceId}`;
    const pinned = (await session.pins.read())?.pins[address]?.sign;
    const all = new Set([pinned, others.get(address)?.sign].flatMap((sign) => (sign === undefined || sign === own.identity.sign ? [] : [sign])));
    const keys = [];
    for (const sign of all) {
        if (!await isSaid(published.revokes, readRevoke, (said) => (said.sign === sign && said.by === own.identity.address ? own.identity.sign : undefined))) keys.unshift(sign);
    }
    return { own, keys, hadKeys: all.size > 0 };
}

/**
 * @param {import('../../session/device-identity.js').OwnIdentity} own
 * @param {string} hash of an identity
 * @param {string[]} vouches
 */
const hasVouched = ({ identity }, hash, vouches) =>
    isSaid(vouches, readVouch, (vouch) => (vouch.identity === hash && vouch.by === identity.address ? identity.sign : undefined));

/**
 * Whether one of the statements is signed by the right device.
 * @template {{ object: import('../../keys/signing/signed-object.js').UnverifiedObject }} Statement
 * @param {string[]} texts
 * @param {(text: string) => Statement} read
 * @param {(statement: Statement) => string | undefined} signer its key; none: it is about something else
 */
async function isSaid(texts, read, signer) {
    for (const one of texts) {
        try {
            const statement = read(one);
            const key = signer(statement);
            if (key !== undefined && await statement.object.isSignedBy(key)) return true;
        } catch {
            // No statements.
        }
    }
    return false;
}
