import { matching } from '../../media/device-choice.js';
import { text } from '../../texts/text.js';
import { notify } from '../../state/notices.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('../../media/audio-outputs.js').AudioOutput} AudioOutput */

/**
 * The output of calls: the loudspeaker that the person chose if it is present, else the system's default.
 * @param {PageStore} store
 * @param {import('../../media/audio-outputs.js').OutputPort} port
 */
export function outputActions(store, port) {
    /** @type {string | null} which of them the person knows to be gone */
    let toldGone = null;
    let looks = 0;
    /** @param {Partial<import('./output-state.js').OutputState>} change */
    const set = (change) => store.set(({ outputs }) => ({ outputs: { ...outputs, ...change } }));

    const lookForOutputs = async () => {
        if (!port.canChoose) return;
        const look = ++looks;
        const known = await port.list().catch(() => null);
        // Devices come and go in quick succession; the last request counts.
        if (look !== looks) return;
        const { chosen } = store.state.outputs;
        const there = matching(known ?? [], chosen);
        set({ found: known ?? [], inUse: there?.id ?? '' });
        if (there) toldGone = null;
        if (chosen === null || there || known === null || toldGone === chosen.id || !isHeard(store.state.call)) return;
        toldGone = chosen.id;
        notify(store, text('output.gone', { name: outputName(chosen) }), 'bad');
    };
    /** @param {AudioOutput | null} output null: as the system has it */
    const choose = async (output) => {
        try {
            if (output) await port.attempt(output.id);
        } catch {
            return notify(store, text('output.failed', { name: outputName(output) }), 'bad');
        }
        port.keep(output);
        return set({ chosen: output, inUse: output?.id ?? '' });
    };
    return {
        watchOutputs() {
            set({ canChoose: port.canChoose, canAsk: port.canAsk, chosen: port.canChoose ? port.kept() : null });
            if (!port.canChoose) return;
            port.onChange(() => void lookForOutputs());
            void lookForOutputs();
        },
        lookForOutputs: () => void lookForOutputs(),
        /** @type {import('../../state/news.js').Takes} some browsers tell which loudspeakers there are while a microphone is on */
        takes: { events: { localMedia: () => void lookForOutputs() } },
        chooseOutput: (/** @type {AudioOutput | null} */ output) => void choose(output),
        askForOutput: () => void (async () => {
            const output = await port.ask();
            if (output === null) return;
            await choose(output);
            // From now on the browser lists it.
            await lookForOutputs();
        })(),
    };
}

/** @param {import('../calls/call-state.js').CallState | null} call */
const isHeard = (call) => call !== null && call.phase !== 'incoming' && call.phase !== 'ended';

/** @param {AudioOutput | null} output */
const outputName = (output) => output?.name || text('output.unnamed');
