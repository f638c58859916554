import { asked } from '../../calls/capture/own-media.js';
import { cannotOpen, whyMissing } from '../../calls/capture/missing-media.js';
import { usedDevice } from '../../calls/capture/used-device.js';
import { CallFailure } from '../../calls/model/call-failure.js';
import { deviceOfEffect, switchEffect, whenConfigured, withEffects } from '../../media/track-effects.js';
import { mayCheck, noProblems, takesMedia } from './device-state.js';
import { text } from '../../texts/text.js';
import { setter } from './device-actions.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('./device-state.js').CheckState} CheckState */
/** @typedef {import('../../media/device-choice.js').DeviceKind} DeviceKind */
/** @typedef {import('../../media/device-choice.js').Wish} Wish */

/**
 * This person's picture and the microphone level, before others see and hear them; and a test tone for the loudspeaker. Devices are on only
 * while these are shown.
 * @param {PageStore} store
 * @param {import('../../media/capture-devices.js').DevicePort} port
 * @param {{ wishOf: (kind: DeviceKind) => Wish, opened: () => void }} devices `opened`: the browser tells more of them now
 */
export function checkActions(store, port, devices) {
    const set = setter(store);
    /** Increases with each beginning and end: the result of an earlier attempt is dropped. */
    let attempts = 0;
    /** Devices are opened concurrently, and the first request may finish last. */
    let requests = 0;
    /** The request that opened the current track of each kind. */
    const kept = { camera: 0, microphone: 0 };
    /** @type {(() => void) | null} the call that is placed after the check */
    let go = null;
    /** @param {Partial<CheckState>} change */
    const update = (change) => set({ check: store.state.devices.check && { ...store.state.devices.check, ...change } });
    const trackOf = (/** @type {DeviceKind} */ kind) => {
        const stream = store.state.devices.check?.stream;
        return (kind === 'camera' ? stream?.getVideoTracks() : stream?.getAudioTracks())?.[0] ?? null;
    };

    const stop = () => {
        if (store.state.devices.check === null) return;
        attempts += 1;
        for (const track of store.state.devices.check.stream?.getTracks() ?? []) track.stop();
        go = null;
        set({ check: null, problems: noProblems() });
    };
    /**
     * @param {DeviceKind} kind
     * @param {MediaStreamTrack | undefined} track
     * @param {number} request
     */
    const keep = (kind, track, request) => {
        const stream = store.state.devices.check?.stream;
        if (!track || !stream) return;
        // Another device was chosen meanwhile.
        if (request < kept[kind]) return track.stop();
        kept[kind] = request;
        for (const before of kind === 'camera' ? stream.getVideoTracks() : stream.getAudioTracks()) {
            before.onended = null;
            before.stop();
            stream.removeTrack(before);
        }
        stream.addTrack(track);
        track.onended = () => void lost(kind, track);
        whenConfigured(track, () => { if (trackOf(kind) === track) told(); });
    };
    const capture = (/** @type {MediaStreamConstraints} */ constraints) => port.capture(withEffects(constraints, store.state.devices.effects));
    const told = () => update({ status: 'on', used: { microphone: usedDevice(trackOf('microphone')), camera: usedDevice(trackOf('camera')) } });
    /**
     * @param {DeviceKind} kind
     * @param {MediaStreamTrack} track
     */
    const lost = async (kind, track) => {
        store.state.devices.check?.stream?.removeTrack(track);
        await open([kind], attempts, null);
        if (trackOf(kind) === null) set({ problems: { ...store.state.devices.problems, [kind]: cannotOpen(kind, 'unplugged') } });
    };
    /**
     * Together, so that the browser asks once; separately if one is missing.
     * @param {DeviceKind[]} kinds
     * @param {number} attempt
     * @param {Wish} [wish] in the place of those of the person
     */
    const open = async (kinds, attempt, wish) => {
        const wanted = kinds.map((kind) => asked(kind, wish === undefined ? devices.wishOf(kind) : wish));
        const request = requests += 1;
        let failed = true;
        try {
            const opened = await capture(Object.assign({}, ...wanted));
            failed = false;
            // The screen was left while the browser asked.
            if (attempt !== attempts) return opened.getTracks().forEach((track) => track.stop());
            for (const kind of kinds) keep(kind, (kind === 'camera' ? opened.getVideoTracks() : opened.getAudioTracks())[0], request);
        } catch (error) {
            if (!failed) throw error;
            if (attempt !== attempts) return undefined;
            if (kinds.length === 1) set({ problems: { ...store.state.devices.problems, [kinds[0]]: cannotOpen(kinds[0], whyMissing(error)) } });
            else for (const kind of kinds) await open([kind], attempt, wish);
        }
        if (attempt === attempts) told();
        return undefined;
    };
    /**
     * @param {CheckState['place']} place
     * @param {boolean} hasCamera
     * @param {CheckState['planned']} [planned]
     */
    const start = async (place, hasCamera, planned = null) => {
        stop();
        attempts += 1;
        const attempt = attempts;
        set({ check: { place, status: 'starting', hasCamera, stream: port.makeStream(), used: { microphone: null, camera: null }, planned }, problems: noProblems() });
        await open(hasCamera ? ['microphone', 'camera'] : ['microphone'], attempt);
        devices.opened();
    };
    const sound = async () => {
        if (store.state.devices.isSounding) return;
        set({ isSounding: true, problems: { ...store.state.devices.problems, loudspeaker: null } });
        const { inUse, chosen } = store.state.outputs;
        const problem = await port.playTone(inUse).then(() => null, () => text('output.failed', { name: chosen?.name || text('output.unnamed') }));
        set({ isSounding: false, problems: { ...store.state.devices.problems, loudspeaker: problem } });
    };
    /**
     * Another device for the check; null: none is on.
     * @param {DeviceKind} kind
     * @param {Wish} wish
     */
    const checkWith = (kind, wish) => {
        const { check } = store.state.devices;
        if (check === null || (kind === 'camera' && !check.hasCamera)) return null;
        const attempt = attempts;
        const request = requests += 1;
        return capture(asked(kind, wish, 'must')).then((opened) => {
            if (attempt !== attempts) return opened.getTracks().forEach((track) => track.stop());
            keep(kind, opened.getTracks()[0], request);
            return told();
        }, (error) => { throw new CallFailure('media', cannotOpen(kind, whyMissing(error))); });
    };
    return {
        startCheck: (/** @type {CheckState['place']} */ place, /** @type {boolean} */ hasCamera) => void start(place, hasCamera),
        stopCheck: stop,
        playTone: () => void sound(),
        startPlanned() {
            const call = go;
            const { planned } = store.state.devices.check ?? {};
            if (!call || !planned) return;
            go = null;
            call();
            // This camera stays on until the call's is, so that the call starts without delay.
            update({ planned: null });
        },
        /** Must be called with each change of the state: devices whose preview is no longer shown are closed. */
        watchCheck: () => { if (!mayCheck(store.state)) stop(); },
        watchHiding: () => port.onHidden(stop),
        /**
         * @param {CheckState['planned']} planned
         * @param {() => void} call
         */
        beforeCall(planned, call) {
            if (!store.state.devices.checksFirst || planned === null || takesMedia(store.state.call)) return call();
            void start('before', planned.isVideo, planned);
            go = call;
            return undefined;
        },
        /** @type {import('../../state/news.js').Takes} a person who wants to check first, does so as it rings */
        takes: {
            events: {
                incoming({ call, isTaken }) { if (!isTaken && store.state.devices.checksFirst && store.state.devices.check === null) void start('incoming', call.isVideo); },
            },
        },
        checkWith,
        /**
         * Switches an effect of the check's device; null: it isn't on.
         * @param {import('../../media/track-effects.js').Effect} effect
         * @param {boolean} isOn
         */
        checkEffect(effect, isOn) {
            const track = trackOf(deviceOfEffect(effect));
            if (track === null) return null;
            return switchEffect(track, effect, isOn).then((isDone) => {
                if (store.state.devices.check !== null) told();
                if (!isDone) throw new CallFailure('media', text('capture.effectLater'));
            });
        },
    };
}

/**
 * The actions that place a call, each after the check if the person wants that.
 * @template {Pick<import('../../state/actions.js').Actions, 'call' | 'callPeople' | 'callAgain'>} Placing
 * @param {Placing} calls
 * @param {ReturnType<typeof checkActions>['beforeCall']} beforeCall
 * @returns {Placing}
 */
export const withCheck = (calls, beforeCall) => ({
    ...calls,
    call: (/** @type {number} */ userId, /** @type {string} */ name, /** @type {boolean} */ isVideo) => void beforeCall({ people: [{ userId, name }], isVideo }, () => calls.call(userId, name, isVideo)),
    callPeople: (/** @type {import('../calls/people/people-state.js').Named[]} */ people, /** @type {boolean} */ isVideo) => void beforeCall({ people, isVideo }, () => calls.callPeople(people, isVideo)),
});
