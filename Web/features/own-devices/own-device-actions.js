import { fetching } from '../../state/fetching.js';

/** @typedef {import('../settings/settings-state.js').OwnDeviceState} OwnDeviceState */
/** @typedef {import('../../state/state.js').Route} Route */

/**
 * The person's own devices vouch for each other: digits are compared, or a code is scanned (e2ee 1).
 * @param {import('../settings/settings-store.js').SettingsStore} settings
 * @param {() => number} now Unix milliseconds
 */
export function ownDeviceActions(settings, now) {
    const fetched = fetching(() => settings.service);
    const update = (/** @type {Partial<OwnDeviceState>} */ change) => settings.update({ ownDevice: settings.state.ownDevice && { ...settings.state.ownDevice, ...change } });
    const begin = (/** @type {number} */ deviceId, /** @type {string | null} */ code) => {
        settings.update({ ownDevice: { deviceId, status: 'loading', value: null, problem: null, code, found: null } });
        void load();
    };
    const load = async () => {
        const { service, state: { ownDevice } } = settings;
        if (!service || !ownDevice) return;
        update({ status: 'loading', problem: null });
        const outcome = await fetched('ownDevice', (from) => from.ownDevice(ownDevice.deviceId));
        if (!outcome) return;
        update(outcome);
        const { code, value } = settings.state.ownDevice ?? {};
        // A scanned code is judged once the expected one is known.
        if (value && code) update({ code: null, found: code === value.code ? 'same' : 'differs' });
    };
    const loadOwnKeys = () => settings.load('ownKeys', (from) => from.ownDevices());
    const vouch = async () => {
        const { ownDevice } = settings.state;
        const shown = ownDevice?.value;
        // A device whose code didn't match isn't vouched for.
        if (!shown?.canVouch || ownDevice?.found === 'differs' || ownDevice?.found === 'saidToDiffer') return;
        const done = await settings.attempt('vouch', (service) => service.vouchFor(shown, now()));
        if (!done) return;
        if (settings.state.ownDevice?.value === shown) update({ value: done.outcome, found: null });
        await loadOwnKeys();
    };
    return {
        loadOwnKeys: () => void loadOwnKeys(),
        loadOwnDevice: () => void load(),
        vouch: () => void vouch(),
        digitsDiffer: () => update({ found: 'saidToDiffer' }),
        compareDigitsAgain: () => update({ found: null }),
        /**
         * The page of a device that shows its digits was opened; or left.
         * @param {Route} route
         */
        lookAtOwnDevice(route) {
            const { ownDevice } = settings.state;
            const own = settings.service?.account.deviceId;
            const id = route.name === 'welcome' ? own : route.name === 'settings' && route.page === 'devices' && (route.compares || route.id === own) ? route.id : undefined;
            if (id === undefined) return ownDevice && settings.update({ ownDevice: null });
            return ownDevice?.deviceId === id ? undefined : begin(Number(id), null);
        },
        /**
         * A code of one of the person's devices was scanned, which opens its comparison.
         * @param {number} deviceId
         * @param {string} code
         * @param {(route: Route) => void} go
         */
        scannedOwnDevice(deviceId, code, go) {
            begin(deviceId, code);
            go({ name: 'settings', page: 'devices', id: deviceId, compares: true });
        },
    };
}
