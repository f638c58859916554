import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { canChooseOutput } from '../../state/output-state.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/output-state.js').OutputState} OutputState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Where calls are heard, one of what there is; nothing where there is no choice.
 * @param {string} place both may be in the page at once
 * @param {OutputState} outputs
 * @param {Actions} actions
 */
export function outputChoice(place, outputs, actions) {
    if (!canChooseOutput(outputs)) return null;
    const { found, inUse, canAsk } = outputs;
    /** @type {[import('../../media/audio-outputs.js').AudioOutput | null, import('../../texts/text.js').Words][]} */
    const choices = [[null, text('output.system')], ...found.map((output) => /** @type {[typeof output, import('../../texts/text.js').Words]} */ ([output, output.name || text('output.unnamed')]))];
    return h('fieldset', { class: 'outputs', key: 'outputs' },
        h('legend', { class: 'group-title' }, text('output.title')),
        choices.map(([output, label]) => h('label', { class: 'output', key: output?.id ?? '' },
            h('input', { type: 'radio', name: `output-${place}`, checked: inUse === (output?.id ?? ''), onchange: () => actions.chooseOutput(output) }),
            h('span', null, label))),
        canAsk && h('button', { type: 'button', class: 'output', key: 'ask', onclick: actions.askForOutput }, icon('more'), h('span', null, text('output.other'))));
}

/**
 * The same in a call: over the picture, whose place it does not take.
 * @param {OutputState} outputs
 * @param {Actions} actions
 */
export function outputMenu(outputs, actions) {
    if (!canChooseOutput(outputs)) return null;
    const label = text('output.title');
    return h('div', { class: 'menu call-output', key: 'output' },
        h('button', { type: 'button', class: 'icon-button menu-button', popovertarget: 'call-outputs', title: label, 'aria-label': label },
            h('span', { class: 'icon-button-face' }, icon('speaker'))),
        h('div', { class: 'menu-items', id: 'call-outputs', popover: 'auto' }, outputChoice('call', outputs, actions)));
}
