import { canFlip, deviceToReturnTo, isReplaced, matching, waysToFlip, wishFor } from '../../media/device-choice.js';
import { deviceOfEffect, withEffects } from '../../media/track-effects.js';
import { noProblems, takesMedia } from './device-state.js';
import { text } from '../../texts/text.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('../../media/device-choice.js').DeviceKind} DeviceKind */
/** @typedef {import('../../media/device-choice.js').Device} Device */
/** @typedef {import('../../media/device-choice.js').Wish} Wish */
/** @typedef {import('../../media/track-effects.js').Effect} Effect */
/**
 * The check of devices outside a call; null: none is on.
 * @typedef {object} DeviceCheck
 * @property {(kind: DeviceKind, wish: Wish) => Promise<void> | null} checkWith has it use another device
 * @property {(effect: Effect, isOn: boolean) => Promise<void> | null} checkEffect switches an effect of its devices
 */

const kinds = /** @type {const} */ (['microphone', 'camera']);
/** @returns {Record<DeviceKind, string | null>} */
const none = () => ({ microphone: null, camera: null });

/**
 * The microphone and camera that calls use: the chosen ones if present, else the system's defaults.
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'calls'>} here
 * @param {import('../../media/capture-devices.js').DevicePort} port
 * @param {DeviceCheck} check
 */
export function deviceActions(store, here, port, { checkWith, checkEffect }) {
    const set = setter(store);
    /** The state of the running call: the chosen devices in use, those known to be gone, and those that couldn't be returned to. */
    let [wasUsed, gone, failed] = [none(), none(), none()];
    /** @type {Wish} the camera on the other side, in this call */
    let turned = null;
    let looks = 0;
    /** @type {Set<Effect>} the effects that a running track has ignored */
    const waiting = new Set();

    /** @param {DeviceKind} kind */
    const wishOf = (kind) => {
        const { found, chosen } = store.state.devices;
        return (kind === 'camera' ? turned : null) ?? wishFor(found[kind], chosen[kind]);
    };
    const lookForDevices = async () => {
        const look = ++looks;
        const found = await port.list().catch(() => null);
        // Devices come and go in quick succession; the last request counts.
        if (look !== looks || found === null) return;
        set({ found });
        if (takesMedia(store.state.call)) for (const kind of kinds) follow(kind);
    };
    /**
     * Goes back to the chosen device once it is there again; reports a failure.
     * @param {DeviceKind} kind
     */
    const follow = (kind) => {
        const { devices, call } = store.state;
        const [found, chosen, used] = [devices.found[kind], devices.chosen[kind], call?.used[kind] ?? null];
        if (chosen === null || used === null || (kind === 'camera' && turned !== null)) return;
        if (matching([used], chosen) !== null) {
            wasUsed[kind] = chosen.id;
            return;
        }
        const there = deviceToReturnTo(found, chosen, used);
        if (there !== null && failed[kind] !== there.id) return void goBack(kind, there);
        if (!isReplaced(found, chosen, used)) return;
        failed[kind] = null;
        if (gone[kind] === chosen.id) return;
        gone[kind] = chosen.id;
        // For a device that was in use, the call itself has announced it.
        if (wasUsed[kind] !== chosen.id) notify(store, text('capture.notThere', { name: nameOf(kind, chosen), used: used.name || text('capture.another') }), 'plain', 20_000, true);
    };
    /**
     * @param {DeviceKind} kind
     * @param {Device} there
     */
    const goBack = async (kind, there) => {
        const isBack = gone[kind] !== null || wasUsed[kind] !== null;
        // Tried once each time it appears, whatever the result.
        failed[kind] = there.id;
        try {
            await here.signedIn?.calls.current?.media.useDevice(kind, { id: there.id });
        } catch {
            return;
        }
        gone[kind] = null;
        failed[kind] = null;
        if (isBack) notify(store, text('capture.back', { name: nameOf(kind, there) }), 'good', undefined, true);
    };
    /**
     * Applies to the running call or check; otherwise to the next one.
     * @param {DeviceKind} kind
     * @param {Wish} wish
     */
    const use = async (kind, wish) => {
        set({ switching: kind, problems: noProblems() });
        try {
            await (takesMedia(store.state.call) ? here.signedIn?.calls.current?.media.useDevice(kind, wish) : checkWith(kind, wish));
        } finally {
            set({ switching: null });
        }
    };
    /**
     * @param {DeviceKind} kind
     * @param {unknown} error
     * @param {boolean} [stays] whether the device before is used further
     */
    const tell = (kind, error, stays = true) => {
        const { call, devices } = store.state;
        const { code, message } = problemOf(error);
        if (code === 'noCall') return;
        const isInUse = (takesMedia(call) ? call?.used[kind] : devices.check?.used[kind]) != null;
        const problem = isInUse && stays ? text('common.twoSentences', { first: message, second: text('capture.oneBeforeStays') }) : message;
        if (devices.isShown || devices.check !== null) set({ problems: { ...noProblems(), [kind]: problem } });
        else notify(store, problem, 'bad', undefined, true);
    };
    /**
     * @param {DeviceKind} kind
     * @param {Device | null} device null: as the system has it
     */
    const choose = async (kind, device) => {
        try {
            await use(kind, device && { id: device.id });
        } catch (error) {
            return tell(kind, error);
        }
        if (kind === 'camera') turned = null;
        const { chosen } = store.state.devices;
        set({ chosen: { ...chosen, [kind]: device }, isTurned: turned !== null });
        return keep();
    };
    const keep = () => {
        const { chosen, checksFirst, effects } = store.state.devices;
        port.keep({ ...chosen, checksFirst, effects });
    };
    /**
     * @param {Effect} effect
     * @param {boolean} isOn
     */
    const setEffect = async (effect, isOn) => {
        const kind = deviceOfEffect(effect);
        // Drawn again, because the browser has already turned the switch.
        if (store.state.devices.switching !== null) return set({});
        const { effects } = store.state.devices;
        // Pressed again before the device was opened with it: the person thinks better of it.
        const isTakenBack = waiting.delete(effect) && effects[effect] === isOn;
        set({ effects: { ...effects, [effect]: isOn !== isTakenBack }, problems: noProblems() });
        keep();
        if (isTakenBack) return undefined;
        set({ switching: kind });
        try {
            await (takesMedia(store.state.call) ? here.signedIn?.calls.current?.media.useEffect(effect, isOn) : checkEffect(effect, isOn));
        } catch (error) {
            waiting.add(effect);
            tell(kind, error, false);
        } finally {
            set({ switching: null });
        }
        return undefined;
    };
    const flip = async () => {
        const { call, devices } = store.state;
        const used = call?.used.camera;
        if (!used || devices.switching !== null || !canFlip({ isTouch: devices.isTouch, cameras: devices.found.camera })) return;
        /** @type {unknown} */
        let failure = null;
        for (const wish of waysToFlip(devices.found.camera ?? [], used)) {
            try {
                await use('camera', wish);
                turned = wish;
                return set({ isTurned: true });
            } catch (error) {
                failure ??= error;
            }
        }
        tell('camera', failure);
    };
    return {
        wishOf,
        /** @param {MediaStreamConstraints} constraints */
        capture: (constraints) => port.capture(withEffects(constraints, store.state.devices.effects)),
        watchDevices() {
            const { checksFirst, effects, ...chosen } = port.kept();
            set({ chosen, checksFirst, effects, isTouch: port.isTouch });
            port.onChange(() => void lookForDevices());
            void lookForDevices();
        },
        lookForDevices: () => void lookForDevices(),
        /** @type {import('../../state/news.js').Takes} */
        takes: {
            events: {
                localMedia: () => void lookForDevices(),
                // The next call starts with the chosen devices.
                ended() {
                    [wasUsed, gone, failed, turned] = [none(), none(), none(), null];
                    set({ isShown: false, isTurned: false, switching: null, problems: noProblems() });
                },
            },
        },
        chooseDevice: (/** @type {DeviceKind} */ kind, /** @type {Device | null} */ device) => void choose(kind, device),
        setEffect: (/** @type {Effect} */ effect, /** @type {boolean} */ isOn) => void setEffect(effect, isOn),
        flipCamera: () => void flip(),
        toggleDevices: () => set({ isShown: !store.state.devices.isShown, problems: noProblems() }),
        setChecksFirst(/** @type {boolean} */ checksFirst) {
            set({ checksFirst });
            keep();
        },
    };
}

/**
 * @param {PageStore} store
 * @returns {(change: Partial<import('./device-state.js').DeviceState>) => void}
 */
export const setter = (store) => (change) => store.set(({ devices }) => ({ devices: { ...devices, ...change } }));

/**
 * @param {DeviceKind} kind
 * @param {Device} device
 */
const nameOf = (kind, { name }) => name || text(kind === 'camera' ? 'capture.yourCamera' : 'capture.yourMicrophone');
