import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { matching } from '../../media/device-choice.js';
import { text } from '../../texts/text.js';
import { choice } from '../settings/choice.js';
import { levelMeter } from './level-meter.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../../media/device-choice.js').Device} Device */
/** @typedef {import('../../media/device-choice.js').DeviceKind} DeviceKind */
/** @typedef {import('../../texts/text.js').Words} Words */
/** @typedef {import('../../media/track-effects.js').Effect} Effect */
/**
 * The current capture of audio and video, in a call or for a check.
 * @typedef {object} Taking
 * @property {MediaStream | null} stream
 * @property {Record<DeviceKind, import('../../calls/capture/used-device.js').UsedDevice | null>} used
 * @property {boolean} isMuted
 */

/** @type {Record<DeviceKind, { title: import('../../texts/text.js').PlainKey, nothing: import('../../texts/text.js').PlainKey, numbered: 'capture.numberedCamera' | 'capture.numberedMicrophone' }>} */
const words = {
    camera: { title: 'capture.camera', nothing: 'capture.noCamera', numbered: 'capture.numberedCamera' },
    microphone: { title: 'capture.microphone', nothing: 'capture.noMicrophone', numbered: 'capture.numberedMicrophone' },
};

/** @type {Readonly<Record<Effect, { label: import('../../texts/text.js').PlainKey, note: import('../../texts/text.js').PlainKey }>>} */
const effectWords = Object.freeze({
    backgroundBlur: { label: 'capture.backgroundBlur', note: 'capture.backgroundBlur.text' },
    noiseSuppression: { label: 'capture.noiseSuppression', note: 'capture.noiseSuppression.text' },
    voiceIsolation: { label: 'capture.voiceIsolation', note: 'capture.voiceIsolation.text' },
});

/**
 * @param {string} place several may be in the page at once
 * @param {State} state
 * @param {Taking} taking
 * @param {Actions} actions
 */
export const cameraField = (place, state, taking, actions) => captureField(place, 'camera', state, taking, actions);

/**
 * A choice of microphones, with the level of the one in use.
 * @param {string} place
 * @param {State} state
 * @param {Taking} taking
 * @param {Actions} actions
 */
export const microphoneField = (place, state, taking, actions) => captureField(place, 'microphone', state, taking, actions,
    levelMeter(taking.stream, taking.used.microphone),
    taking.used.microphone && taking.isMuted && h('p', { class: 'device-note', key: 'muted' }, text('capture.muted')));

/**
 * A choice of loudspeakers, with a test tone; if the browser offers none, a hint where to choose one.
 * @param {string} place
 * @param {State} state
 * @param {Actions} actions
 */
export function loudspeakerField(place, { outputs, devices }, actions) {
    const { canChoose, canAsk, chosen, found } = outputs;
    const tone = button({ key: 'tone', label: text('capture.tone'), symbol: 'speaker', isBusy: devices.isSounding, onclick: actions.playTone });
    const title = text('output.title');
    if (!canChoose) {
        return h('div', { class: 'device', key: 'loudspeaker' }, h('p', { class: 'device-label' }, title), h('p', { class: 'device-note' }, text('output.fixed')), h('div', { class: 'device-line' }, tone));
    }
    const there = matching(found, chosen);
    const choices = found.map(({ id, name }) => ({ id, label: name || text('output.unnamed') }));
    return h('div', { class: 'device', key: 'loudspeaker' },
        select(`${place}-loudspeaker`, title, there?.id ?? chosen?.id ?? '', withSystem(choices, there === null ? chosen : null, title),
            (id) => actions.chooseOutput(id === '' ? null : found.find((one) => one.id === id) ?? chosen), devices.problems.loudspeaker),
        h('div', { class: 'device-line' }, tone, canAsk && button({ key: 'ask', label: text('output.other'), symbol: 'more', onclick: actions.askForOutput })));
}

/**
 * @param {string} place
 * @param {DeviceKind} kind
 * @param {State} state
 * @param {Taking} taking
 * @param {Actions} actions
 * @param {import('../../dom/h.js').Content[]} more
 */
function captureField(place, kind, { devices }, { used }, actions, ...more) {
    const { title, nothing, numbered } = words[kind];
    const [found, chosen] = [devices.found[kind], devices.chosen[kind]];
    const problem = devices.problems[kind];
    if (found?.length === 0 && used[kind] === null && chosen === null) {
        return h('div', { class: 'device', key: kind }, h('p', { class: 'device-label' }, text(title)), h('p', { class: 'device-note' }, problem ?? text(nothing)));
    }
    const list = found ?? [];
    const there = kind === 'camera' && devices.isTurned ? matching(list, used.camera) : matching(list, chosen);
    const choices = list.map(({ id, name }, index) => ({ id, label: name || text(numbered, { number: index + 1 }) }));
    return h('div', { class: 'device', key: kind },
        select(`${place}-${kind}`, text(title), there?.id ?? chosen?.id ?? '', withSystem(choices, there === null ? chosen : null, text(title)),
            (id) => actions.chooseDevice(kind, id === '' ? null : list.find((one) => one.id === id) ?? chosen), problem),
        found === null && problem === null && h('p', { class: 'device-note', key: 'hidden' }, text('capture.hidden')),
        ...more, effectSwitches(place, used[kind], actions));
}

/**
 * The effects of the device in use that can be switched, as its track reports them.
 * @param {string} place
 * @param {import('../../calls/capture/used-device.js').UsedDevice | null} used
 * @param {Actions} actions
 */
const effectSwitches = (place, used, actions) => /** @type {[Effect, boolean][]} */ (Object.entries(used?.effects ?? {})).map(([effect, isOn]) =>
    choice(`${place}-${effect}`, isOn, text(effectWords[effect].label), text(effectWords[effect].note), (wanted) => actions.setEffect(effect, wanted)));

/**
 * The system's default comes first; a chosen device that is absent is listed as well.
 * @param {{ id: string, label: Words }[]} choices
 * @param {Device | null} absent
 * @param {Words} unnamed
 */
const withSystem = (choices, absent, unnamed) => [
    { id: '', label: text('output.system') }, ...choices, ...(absent === null ? [] : [{ id: absent.id, label: text('capture.absent', { name: absent.name || unnamed }) }]),
];

/**
 * @param {string} id
 * @param {Words} label
 * @param {string} value
 * @param {{ id: string, label: Words }[]} choices
 * @param {(id: string) => void} choose
 * @param {Words | null} problem
 */
const select = (id, label, value, choices, choose, problem) => [
    h('label', { class: 'device-label', key: 'label', for: id }, label),
    h('div', { class: 'device-choice', key: 'choice' }, h('select', {
        class: 'device-select', id, value, 'aria-invalid': problem ? 'true' : undefined, 'aria-describedby': problem ? `${id}-problem` : undefined,
        onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value),
    }, choices.map((choice) => h('option', { key: choice.id, value: choice.id }, choice.label))), icon('onward')),
    problem && h('p', { class: 'device-note device-problem', key: 'problem', id: `${id}-problem`, role: 'alert' }, icon('alert'), h('span', null, problem)),
];
