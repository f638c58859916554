import { readIdentity } from '../../keys/identity/signed-identity.js';
import { endpoints } from '../../protocol/http/endpoints.js';

/** `"<userId>_<deviceId>"`, one string for each. */
const addressForm = /^([1-9]\d{0,15})_([1-9]\d{0,15})$/;

/**
 * The server's published data about people: their devices' identities and the statements these sign about each other (e2ee 1). None of it
 * counts without the signatures.
 * @typedef {object} PublishedKeys
 * @property {Map<string, import('../../keys/identity/signed-identity.js').SignedIdentity>} devices those that can be called, by address
 * @property {Map<string, string[]>} videoCodecs
 * @property {string[]} vouches
 * @property {string[]} revokes
 * @property {boolean} hasOlderApps whether there are devices whose apps make no identities
 */

/**
 * @param {{ api: Pick<import('../../protocol/http/api-client.js').APIClient, 'send'> }} session
 * @param {number[]} users
 * @returns {Promise<PublishedKeys>}
 */
export async function loadPublishedKeys({ api }, users) {
    const answer = await api.send(endpoints.publicKeys, { body: { userIds: users } });
    /** @type {PublishedKeys} */
    const published = {
        devices: new Map(), videoCodecs: new Map(), vouches: texts(answer?.vouches), revokes: texts(answer?.revokes), hasOlderApps: false,
    };
    for (const address of Object.keys(answer?.publicKeys ?? {}).sort()) {
        const [userId, deviceId] = (addressForm.exec(address) ?? []).slice(1).map(Number);
        if (!users.includes(userId) || !Number.isSafeInteger(deviceId)) continue;
        const text = answer.identities?.[address];
        const identity = typeof text === 'string' ? await readIdentity(text).catch(() => null) : null;
        if (identity?.address === address) {
            published.devices.set(address, identity);
            published.videoCodecs.set(address, answer.videoCodecs?.[address] ?? ['h264']);
        } else published.hasOlderApps = true;
    }
    return published;
}

/** @param {unknown} value */
const texts = (value) => (Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []);

/**
 * The codec that all of the devices and this browser support: H.264 if they do, else VP8.
 * @param {PublishedKeys} published
 * @param {string[]} own
 * @returns {'h264' | 'vp8'}
 */
export function commonVideoCodec({ videoCodecs }, own) {
    return [own, ...videoCodecs.values()].every((codecs) => codecs.includes('h264')) ? 'h264' : 'vp8';
}

/**
 * @param {PublishedKeys} published
 * @returns {import('../../key-distribution/events.js').KeyEvent}
 */
export const publishedEvent = ({ devices, vouches, revokes }) =>
    ({ type: 'published', identities: [...devices.values()].map(({ text }) => text).sort(), vouches, revokes });
