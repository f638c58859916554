import { emptyPermissions } from '../../../Web/features/permissions/permission-state.js';
import { allNotifications } from '../../../Web/notifications/settings.js';
import { emptyNetworkCheck } from '../../../Web/features/network-check/network-check-state.js';
import { emptyLanguage } from '../../../Web/features/language/language-state.js';
import { emptyAddress, emptySettings } from '../../../Web/features/settings/settings-state.js';
import { text } from '../../../Web/texts/text.js';

const minutes = 60_000;
const ready = (value) => ({ status: 'ready', value, problem: null });
const problem = (code, message) => ({ code, message });

/**
 * Every page of the settings in every state.
 * @param {(change: object) => object} main the signed-in page
 * @param {number} now Unix milliseconds
 */
export function settingsStates(main, now) {
    const ago = (milliseconds) => new Date(now - milliseconds).toISOString();
    const account = { userId: 7, deviceId: 70, displayName: 'Wren Oakley', email: 'wren@example.org', phoneNumber: '' };
    const leaving = { ...account, deletedAt: new Date(now + 15 * 24 * 60 * minutes).toISOString() };
    const methods = [
        { id: 1, type: 'email', value: 'wren@example.org', isPrimary: true, verifiedAt: ago(minutes) },
        { id: 2, type: 'phone', value: '+4915112345678', isPrimary: false, verifiedAt: ago(minutes) },
        { id: 3, type: 'google', value: 'wren.oakley.with.a.very.long.name@gmail.com', isPrimary: false, verifiedAt: ago(minutes) },
    ];
    const devices = [
        { id: 70, deviceName: 'Firefox on Linux', systemName: 'Linux', systemVersion: '153.0', identifier: 'Web (Firefox)', ip: '192.0.2.17', location: 'Leipzig, Germany', updatedAt: ago(minutes) },
        { id: 71, deviceName: 'Wren’s iPhone', systemName: 'iOS', systemVersion: '26.1', identifier: 'iPhone15,2', ip: '2001:db8:85a3::8a2e:370:7334', location: '', updatedAt: ago(3 * 60 * minutes) },
        { id: 72, deviceName: '', systemName: 'Linux', systemVersion: '6.12', identifier: 'ecall', ip: '198.51.100.4', location: '', updatedAt: null },
    ];
    const keys = (trusts, change = {}) => ready({ trusts, says: { 71: 'Firefox on Linux' }, older: [], isVouched: false, isRevoked: false, isRevokedByOlder: false, ...change });
    const settings = { ...emptySettings(), channels: { email: true, phone: true, issuers: ['google', 'apple'] }, server: 'https://calls.example.org', fingerprint: '9f86d081884c7d659a2fe1a0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', ownKeys: keys({ 71: 'held:newDevice' }) };
    /**
     * @param {string | undefined} page
     * @param {object} [change] of the settings
     * @param {object} [around] of the state
     */
    const at = (page, change = {}, around = {}) => main({ account, route: page ? { name: 'settings', page } : { name: 'settings' }, settings: { ...settings, methods: ready(methods), devices: ready(devices), ...change }, ...around });
    const form = (purpose, kind, change) => ({ ...emptyAddress(purpose, kind), ...change });
    const coded = { step: 'code', identifier: 'oakley@example.org', resendAt: now + 23_000 };
    const permissions = (change) => ({ permissions: { ...emptyPermissions(), family: 'chromium', ...change } });
    const asked = (about, devices, goesOn) => main({ account, ...permissions({ dialog: { about, devices, goesOn } }) });
    const sign = 'q-P2Mh0DrDSih3oTeIFESiT68Z0_jRfh2GS_WKT29Rs';
    const shows = (deviceId, change = {}, around = {}) => ({ ownDevice: {
        deviceId, status: 'ready', problem: null, code: null, found: null, ...around, value: around.value === null ? null : {
            deviceId, digits: '012345678901234567890123456789', code: `ecall:2:7_${deviceId}:${sign}`, trust: 'held:newDevice', canVouch: deviceId !== 70, isVouchedHere: false,
            identity: { address: `7_${deviceId}`, sign, serial: 1, hash: '' }, ...change,
        },
    } });
    const comparing = (change = {}, around = {}, more = {}) => at('devices', { ...shows(71, change, around), ...more }, { route: { name: 'settings', page: 'devices', id: 71, compares: true } });
    const knows = (trust, change = {}) => at('devices', { ownKeys: keys({ 71: trust }, change) }, device(71));
    const asks = (change) => at('devices', {}, { ...device(71), question: { kind: 'signOutDevice', id: 71, name: 'Wren’s iPhone', isBusy: false, isLost: false, canBeLost: true, ...change } });
    const device = (id) => ({ route: { name: 'settings', page: 'devices', id } });
    const relay = (...ways) => ({ ...emptyNetworkCheck(), ways: Object.fromEntries(['udp', 'tcp', 'tls'].map((transport, index) => [transport, typeof ways[index] === 'number' ? { status: 'works', roundTrip: ways[index] } : { status: ways[index] }])) });
    const networks = {
        'running': { ...relay('fails', 'checking', 'waiting'), stage: 'running' },
        'good': { ...relay(23.4, 25, 'notOffered'), stage: 'done', advice: [text('networkCheck.passes')], verdict: 'good' },
        'no-udp': { ...relay('fails', 'fails', 431), stage: 'done', advice: [text('networkCheck.noUdp', { transport: 'TLS', port: '3478' }), text('networkCheck.longRoundTrip', { milliseconds: '431' })], verdict: 'limited' },
        'none': { ...relay('fails', 'fails', 'fails'), stage: 'done', advice: [text('networkCheck.noRelay', { ports: text('networkCheck.ports.both', { udp: '3478', tcp: '3478' }) })], verdict: 'none' },
        'no-server': { ...emptyNetworkCheck(), stage: 'done', advice: [text('networkCheck.noServer')] },
    };
    return {
        'welcome': main({ account, settings, route: { name: 'welcome' } }),
        'welcome-confirm': main({ account, settings: { ...settings, ...shows(70) }, route: { name: 'welcome' }, confirmsFirst: true }),
        'welcome-confirmed': main({ account, settings: { ...settings, ownKeys: keys({}, { isVouched: true }) }, route: { name: 'welcome' }, confirmsFirst: true }),
        'welcome-allowed': main({ account, settings, route: { name: 'welcome' }, ...permissions({ known: { microphone: 'granted', camera: 'denied', notifications: 'granted' } }) }),
        'settings': at(undefined),
        'settings-nameless': at(undefined, {}, { account: { ...account, displayName: '' } }),
        'settings-deletion': at(undefined, {}, { account: leaving }),
        'contacts-deletion': main({ account: leaving, route: { name: 'contacts' } }),
        'contacts-deletion-keeping': main({ account: leaving, route: { name: 'contacts' }, settings: { ...settings, pending: ['keep'] } }),
        'settings-profile': at('profile'),
        'settings-profile-name': at('profile', {}, { profile: { name: 'Wren', isBusy: false, problem: null } }),
        'settings-profile-nameless': at('profile', {}, { profile: { name: '', isBusy: false, problem: problem('nameMissing', text('errors.input.nameMissing')) } }),
        'settings-profile-no-messages': at('profile', { channels: { email: true, phone: false, issuers: [] } }),
        'settings-address': at('profile', { address: form('change', 'email', { identifier: 'oakley@' }) }),
        'settings-address-bad': at('profile', { address: form('change', 'email', { identifier: 'oakley@', problem: problem('notAnEmail', text('errors.input.notAnEmail')) }) }),
        'settings-address-taken': at('profile', { address: form('change', 'phone', { identifier: '+4915112345678', problem: problem('ErrPhoneAlreadyRegistered', text('errors.numberTaken')) }) }),
        'settings-address-sending': at('profile', { address: form('change', 'email', { identifier: 'oakley@example.org', isBusy: true }) }),
        'settings-address-code': at('profile', { address: form('change', 'email', coded) }),
        'settings-address-wrong': at('profile', { address: form('change', 'email', { ...coded, code: '407193', problem: problem('ErrOTPMismatched', text('errors.wrongCode')) }) }),
        'settings-methods': at('methods'),
        'settings-methods-one': at('methods', { methods: ready(methods.slice(0, 1)) }),
        'settings-methods-busy': at('methods', { pending: ['method-2'] }),
        'settings-methods-leaving': at('methods', { methods: ready(methods.slice(0, 1)), pending: ['issuer'] }),
        'settings-methods-codes-only': at('methods', { channels: { email: true, phone: true, issuers: [] } }),
        'settings-methods-loading': at('methods', { methods: emptySettings().methods }),
        'settings-methods-failed': at('methods', { methods: { status: 'failed', value: null, problem: problem('offline', text('errors.offline')) } }),
        'settings-methods-add': at('methods', { address: form('add', 'phone', {}) }),
        'settings-methods-code': at('methods', { address: form('add', 'email', { ...coded, hasResent: true }) }),
        'settings-methods-remove': at('methods', {}, { question: { kind: 'removeMethod', id: 2, value: '+4915112345678', isBusy: false } }),
        'settings-network': at('network'),
        ...Object.fromEntries(Object.entries(networks).map(([name, networkCheck]) => [`settings-network-${name}`, at('network', {}, { networkCheck })])),
        'settings-devices': at('devices'),
        'settings-devices-one': at('devices', { devices: ready(devices.slice(0, 1)) }),
        'settings-devices-failed': at('devices', { devices: { ...ready(devices), status: 'failed', problem: problem('timeout', text('errors.timeout')) } }),
        'settings-devices-others': at('devices', {}, { question: { kind: 'signOutOthers', isBusy: false } }),
        'settings-device': at('devices', {}, device(71)),
        'settings-device-own': at('devices', shows(70), device(70)),
        'settings-device-own-vouched': at('devices', { ...shows(70), ownKeys: keys({}, { isVouched: true }) }, device(70)),
        'settings-device-own-lost': at('devices', { ...shows(70), ownKeys: keys({}, { isRevoked: true, isRevokedByOlder: true }) }, device(70)),
        'settings-device-own-loading': at('devices', shows(70, {}, { status: 'loading', value: null }), device(70)),
        'settings-device-own-failed': at('devices', shows(70, {}, { status: 'failed', value: null, problem: problem('offline', text('errors.offline')) }), device(70)),
        ...Object.fromEntries(['verified', 'vouched', 'held:changedKey', 'held:revoked'].map((trust) => [`settings-device-${trust.replace('held:', '')}`, knows(trust)])),
        'settings-device-older': at('devices', {}, device(72)),
        'settings-compare': comparing(),
        'settings-compare-busy': comparing({}, {}, { pending: ['vouch'] }),
        'settings-compare-scanned': comparing({}, { found: 'same' }),
        'settings-compare-differs': comparing({}, { found: 'differs' }),
        'settings-compare-said-to-differ': comparing({}, { found: 'saidToDiffer' }),
        'settings-compare-vouched-differs': comparing({ trust: 'verified', isVouchedHere: true }, { found: 'saidToDiffer' }),
        'settings-compare-vouched': comparing({ trust: 'verified', isVouchedHere: true }),
        'settings-compare-cannot': comparing({ canVouch: false }),
        'settings-compare-lost': comparing({ trust: 'held:revoked' }),
        'settings-compare-loading': comparing({}, { status: 'loading', value: null }),
        'settings-compare-none': comparing({}, { value: null }),
        'settings-device-sign-out-lost': asks({ isLost: true }),
        'settings-device-sign-out-choice': asks({}),
        'contacts-new-device': main({ account, notices: [{ id: 4, text: text('notices.newDevice'), tone: 'bad', link: { label: text('notices.newDevice.look'), route: { name: 'settings', page: 'devices', id: 71 } } }] }),
        'settings-device-gone': at('devices', {}, device(73)),
        'settings-device-sign-out': at('devices', {}, { ...device(71), question: { kind: 'signOutDevice', id: 71, name: 'Wren’s iPhone', isBusy: true, isLost: false, canBeLost: false } }),
        'settings-notifications': at('notifications', {}, { notifications: { ...allNotifications(), quiet: { isOn: true, from: 22 * 60, to: 7 * 60 } }, ...permissions({ known: { microphone: 'granted', camera: 'granted', notifications: 'prompt' } }) }),
        'settings-notifications-refused': at('notifications', {}, { notifications: { ...allNotifications(), missed: false }, ...permissions({ known: { microphone: 'granted', camera: 'granted', notifications: 'denied' } }) }),
        'settings-notifications-no-service': at('notifications', {}, { notifications: allNotifications(), pushReach: 'noService', ...permissions({ known: { microphone: 'granted', camera: 'granted', notifications: 'granted' } }) }),
        'settings-permissions': at('permissions', {}, permissions({ known: { microphone: 'prompt', camera: 'prompt', notifications: 'prompt' } })),
        'settings-permissions-some': at('permissions', {}, permissions({ known: { microphone: 'granted', camera: 'denied', notifications: 'prompt' }, asking: 'notifications' })),
        'settings-permissions-none': at('permissions', {}, permissions({ known: { microphone: 'denied', camera: 'denied', notifications: 'missing' }, family: 'safari' })),
        'permission-microphone': asked('explain', ['microphone'], true),
        'permission-both': asked('explain', ['microphone', 'camera'], true),
        'permission-refused': asked('refused', ['microphone'], true),
        'permission-refused-camera': asked('refused', ['camera'], false),
        'permission-refused-both': main({ account, ...permissions({ family: 'firefox', dialog: { about: 'refused', devices: ['microphone', 'camera'], goesOn: true } }) }),
        'settings-privacy': at('privacy'),
        'settings-blocked': at('privacy', {}, {
            isSearchable: false, pending: [62],
            blocked: ready([
                { contactId: 35, contactName: 'Bo', isFavorite: false, isBlocked: true, lastInteraction: null },
                { contactId: 62, contactName: 'Yusuf Demir', isFavorite: false, isBlocked: true, lastInteraction: null },
            ]),
        }),
        'settings-appearance': at('appearance'),
        'settings-language': at('language'),
        'settings-language-chosen': at('language', {}, { language: { ...emptyLanguage(), choice: 'km', system: 'vi' } }),
        'settings-language-found': at('language', {}, { language: { ...emptyLanguage(), search: 'an' } }),
        'settings-language-nothing': at('language', {}, { language: { ...emptyLanguage(), search: 'xyz' } }),
        'settings-keys': at('keys'),
        'settings-account': at('account'),
        'settings-account-exporting': at('account', { pending: ['export'] }),
        'settings-sign-out': at('account', {}, { question: { kind: 'signOut', isBusy: false } }),
        'settings-delete': at('account', {}, { question: { kind: 'deleteAccount', isBusy: false } }),
        'settings-account-deletion': at('account', {}, { account: leaving }),
        'settings-about': at('about'),
    };
}
