/**
 * The pages of the settings that aren't drawn from state the page has anyway.
 * @typedef {object} SettingsState
 * @property {Loadable<import('../account/account-service.js').LoginMethod[]>} methods
 * @property {Loadable<import('../own-devices/devices.js').Device[]>} devices
 * @property {Loadable<import('../own-devices/own-devices.js').OwnDevices>} ownKeys as whose the devices are known here
 * @property {OwnDeviceState | null} ownDevice the device whose digits are shown
 * @property {{ email: boolean, phone: boolean, issuers: import('../../session/page-sign-in.js').Issuer[] } | null} channels how this server
 *     sends codes, and the issuers that one can sign in with; null: not known yet
 * @property {AddressForm | null} address what is being changed or added
 * @property {string[]} pending what is under way: `export`, `keep`, `method-17`, `issuer`
 * @property {string} server
 * @property {string} fingerprint the hash of this device's public key, hexadecimal
 */
/**
 * A device of the person, and the digits to compare. `code`: a scanned code that is not checked yet; `found`: the result of the check, or
 * that the person found the digits to be different.
 * @typedef {Loadable<import('../own-devices/own-devices.js').OwnDevice> & { deviceId: number, code: string | null, found: 'same' | 'differs' | 'saidToDiffer' | null }} OwnDeviceState
 */
/**
 * @template Value
 * @typedef {import('../../state/state.js').Loadable<Value>} Loadable
 */
/**
 * An address or number to be added to the account: instead of the displayed one, or as another way to sign in.
 * @typedef {import('../sign-in/sign-in-state.js').CodeEntry & { purpose: 'change' | 'add', kind: 'email' | 'phone', step: 'identify' | 'code' }} AddressForm
 */
/**
 * @typedef {{ kind: 'signOut', isBusy: boolean } | { kind: 'removeMethod', id: number, value: string, isBusy: boolean }
 *     | { kind: 'signOutDevice', id: number, name: import('../../texts/text.js').Words, isBusy: boolean, isLost: boolean, canBeLost: boolean } | { kind: 'signOutOthers', isBusy: boolean }
 *     | { kind: 'deleteAccount', isBusy: boolean }} SettingsQuestion
 */

/** @returns {SettingsState} */
export const emptySettings = () => ({
    methods: { status: 'loading', value: null, problem: null }, devices: { status: 'loading', value: null, problem: null },
    ownKeys: { status: 'loading', value: null, problem: null }, ownDevice: null, channels: null, address: null, pending: [], server: '', fingerprint: '',
});

/**
 * @param {'change' | 'add'} purpose
 * @param {'email' | 'phone'} kind
 * @returns {AddressForm}
 */
export const emptyAddress = (purpose, kind) => ({
    purpose, kind, step: 'identify', identifier: '', code: '', isBusy: false, resendAt: 0, hasResent: false, problem: null,
});
