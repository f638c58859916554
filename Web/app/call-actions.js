import { fragmentOf, home, parseRoute } from '../state/routes.js';
import { newCall, reduceCall } from './call-reducer.js';
import { notify } from './notices.js';
import { problemOf } from './problem.js';
import { rejectionLabel } from '../views/calls/call-labels.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */
/** @typedef {import('../calls/call-controller.js').CallController} CallController */

/**
 * The call: what the person does, and what the controller notifies of.
 * @param {PageStore} store
 * @param {() => CallController | null} controller
 * @param {import('./ring-tone.js').RingTone} tone
 * @param {() => void} ended
 */
export function callActions(store, controller, tone, ended) {
    const set = (/** @type {Partial<import('../state/state.js').CallState>} */ change) =>
        store.set(({ call }) => ({ call: call && { ...call, ...change } }));
    const isInCallScreen = () => parseRoute(location.hash).name === 'call';
    /** @param {number | null} id null before the server has made the call */
    const showCall = (id) => {
        /** @type {import('../state/state.js').Route} */
        const route = { name: 'call', id: id ?? 0 };
        // Back leads out of the call, not to its first moments.
        if (isInCallScreen()) history.replaceState(null, '', fragmentOf(route));
        else location.hash = fragmentOf(route);
        // The address reports its change later; what is drawn now would be drawn as if it were somewhere else.
        store.set({ route });
    };
    const close = () => {
        store.set({ call: null });
        if (isInCallScreen()) location.hash = home;
    };
    const attempt = async (/** @type {Promise<unknown> | undefined} */ work) => {
        try {
            await work;
        } catch (error) {
            const { call } = store.state;
            const { code, message } = problemOf(error);
            if (code === 'noCall') return;
            // A call that never began reports its end here; all others have by the controller.
            if (call && call.phase !== 'ended') set({ phase: 'ended', reason: 'failed', problem: message, endedAt: Date.now() });
        }
    };
    /** What comes of what the person chose is reported by the call. */
    const choose = (/** @type {Promise<unknown> | undefined} */ work) => void work?.catch((/** @type {unknown} */ error) => {
        const { code, message } = problemOf(error);
        if (code !== 'noCall') notify(store, message, 'bad');
    });
    const call = (/** @type {number} */ userId, /** @type {string} */ name, /** @type {boolean} */ video) => {
        const calls = controller();
        if (!calls || (store.state.call && store.state.call.phase !== 'ended')) return;
        store.set({ call: newCall({ phase: 'outgoing', peer: { userId, name }, isVideo: video, isOutgoing: true }) });
        tone.play('outgoing');
        showCall(null);
        void attempt(calls.call([userId], { video }));
    };
    return {
        /** @param {import('../calls/model/call-event.js').CallEvent} event */
        received(event) {
            // A new device or a changed key of somebody is worth a longer look.
            if (event.type === 'notice') return notify(store, event.text, 'plain', 20_000);
            if (event.type === 'rejected') return notify(store, rejectionLabel(event.name || 'Somebody', event.reason));
            store.set((state) => ({ call: reduceCall(state.call, event, Date.now()) }));
            const phase = store.state.call?.phase;
            tone.play(phase === 'incoming' ? 'incoming' : phase === 'outgoing' ? 'outgoing' : null);
            if (event.type === 'ringing') showCall(event.callId);
            if (event.type === 'ended') {
                if (isSettled(store.state.call)) close();
                if (event.reason === 'answeredElsewhere') notify(store, 'Answered on another device.');
                if (event.reason === 'declinedElsewhere') notify(store, 'Declined on another device.');
                ended();
            }
            return undefined;
        },
        call,
        answer(/** @type {boolean} */ video) {
            tone.play(null);
            showCall(store.state.call?.id ?? null);
            set({ phase: 'joining', isCameraOn: video });
            void attempt(controller()?.answer({ video }));
        },
        decline: () => void attempt(controller()?.decline()),
        hangUp() {
            set({ phase: 'ending' });
            tone.play(null);
            void attempt(controller()?.hangUp());
        },
        toggleMute() {
            const isMuted = !store.state.call?.isMuted;
            set({ isMuted });
            choose(controller()?.setMuted(isMuted));
        },
        toggleCamera() {
            const isCameraOn = !store.state.call?.isCameraOn;
            set({ isCameraOn });
            choose(controller()?.setCamera(isCameraOn));
        },
        toggleProtection: () => set({ showsProtection: !store.state.call?.showsProtection }),
        callAgain() {
            const before = store.state.call;
            if (before) call(before.peer.userId, before.peer.name, before.isVideo);
        },
        closeCall: close,
    };
}

/**
 * Whether there is nothing to say about a call that rang here: the person declined it, or has it on another device.
 * @param {import('../state/state.js').CallState | null} call
 */
function isSettled(call) {
    if (!call || call.isOutgoing || call.startedAt !== null) return false;
    return call.reason === 'declined' || call.reason === 'answeredElsewhere' || call.reason === 'declinedElsewhere';
}
