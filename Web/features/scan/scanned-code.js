import { readDeviceCode } from '../../keys/identity/device-code.js';

/** @typedef {{ userId: number, deviceId: number }} DeviceOf a device and whose it is */
/**
 * The purpose of a scan, and who scans.
 * @typedef {object} Scanning
 * @property {DeviceOf} own this device
 * @property {DeviceOf | null} aim the device that is to be compared with this one, of a contact or of the same person; null: whatever is seen
 * @property {(userId: number) => import('../../texts/text.js').Words | null} nameOf the name of a contact or a participant of the call;
 *     null for others
 */
/**
 * The action for a scanned text: to compare its data of a contact's device, or of an own one; or why it isn't the expected code; null for a
 * text without anything to compare, if nothing is expected.
 * @typedef {{ compares: 'contact' | 'own', device: DeviceOf } | { problem: import('./scan-state.js').ScanProblem } | null} Scanned
 */

/**
 * The device whose code two people compare, and the device it is shown to; null for a text that isn't such a code.
 * @param {string} code
 * @returns {{ of: DeviceOf, to: DeviceOf } | null}
 */
export function readPairCode(code) {
    const [, ...ids] = /^ecall:2:([1-9]\d{0,15})_([1-9]\d{0,15}):[\w-]{43}:([1-9]\d{0,15})_([1-9]\d{0,15}):[\w-]{43}$/.exec(code) ?? [];
    if (ids.length === 0) return null;
    const [userId, deviceId, otherUser, otherDevice] = ids.map(Number);
    return { of: { userId, deviceId }, to: { userId: otherUser, deviceId: otherDevice } };
}

/**
 * The meaning of a scanned text for the person who scans: a person who expects the code of one device is never led to another. The twin of
 * ScannedCode.swift (`Tests/Vectors/scanned-codes.json`).
 * @param {string} code
 * @param {Scanning} scanning
 * @returns {Scanned}
 */
export function judgeScanned(code, scanning) {
    const pair = readPairCode(code);
    const shown = readDeviceCode(code);
    const device = shown.problem === undefined ? { userId: shown.userId, deviceId: shown.deviceId } : null;
    const { own, aim, nameOf } = scanning;
    if (aim?.userId === own.userId) return judgeForOwn(pair, device, aim, scanning);
    if (pair) return judgePair(pair, scanning);
    if (aim) return { problem: { code: 'notAPairCode', name: nameOf(aim.userId) } };
    return device && judgeDevice(device, scanning);
}

/**
 * @param {DeviceOf} one
 * @param {DeviceOf} other
 */
const isSame = (one, other) => one.userId === other.userId && one.deviceId === other.deviceId;

/**
 * @param {{ of: DeviceOf, to: DeviceOf }} pair
 * @param {Scanning} scanning
 * @returns {Scanned}
 */
function judgePair({ of, to }, { own, aim, nameOf }) {
    if (of.userId === own.userId) return { problem: { code: 'ownCode' } };
    const [name, other] = [aim ? nameOf(aim.userId) : null, nameOf(of.userId)];
    if (aim && of.userId !== aim.userId) return { problem: other === null ? { code: 'strangersCode', name } : { code: 'othersCode', name, other } };
    if (aim && of.deviceId !== aim.deviceId) return { problem: { code: 'otherDevicesCode', name } };
    if (other === null) return { problem: { code: 'noContactsCode' } };
    if (!isSame(to, own)) return { problem: { code: 'codeForAnother', name: other } };
    return { compares: 'contact', device: of };
}

/**
 * @param {DeviceOf} device
 * @param {Scanning} scanning
 * @returns {Scanned}
 */
function judgeDevice(device, { own, aim }) {
    if (device.userId !== own.userId) return { problem: { code: 'notYourDevices' } };
    if (device.deviceId === own.deviceId) return { problem: { code: 'itself' } };
    if (aim && device.deviceId !== aim.deviceId) return { problem: { code: 'otherOwnDevices' } };
    return { compares: 'own', device };
}

/**
 * @param {{ of: DeviceOf, to: DeviceOf } | null} pair
 * @param {DeviceOf | null} device
 * @param {DeviceOf} aim
 * @param {Scanning} scanning
 * @returns {Scanned}
 */
function judgeForOwn(pair, device, aim, scanning) {
    if (device) return judgeDevice(device, { ...scanning, aim });
    const other = pair && pair.of.userId !== scanning.own.userId ? scanning.nameOf(pair.of.userId) : null;
    return { problem: other === null ? { code: 'notADevicesCode' } : { code: 'contactsCode', other } };
}
