import { button } from '../../components/button.js';
import { lifetimeChoices, peopleChoices } from './personal-link.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./personal-link-state.js').PersonalLinkState} PersonalLinkState */
/** @typedef {import('../../texts/text.js').Words} Words */

/** @type {import('../../texts/text.js').PlainKey[]} */
const lifetimes = ['personalLink.day', 'personalLink.week', 'personalLink.month', 'personalLink.year'];

/**
 * @param {PersonalLinkState} own
 * @param {import('../../state/actions.js').Actions} actions
 * @param {object} options
 * @param {Words} options.label of the button that does it
 * @param {Words} options.note the consequences
 * @param {import('../../dom/h.js').VNode} [options.other] what one can do instead
 * @param {boolean} [options.takesFocus] when it appears
 */
export function personalLinkForm({ choice, work }, actions, { label, note, other, takesFocus = false }) {
    const isBusy = work === 'make' || work === 'change';
    return h('form', {
        class: 'panel', key: 'form',
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.savePersonalLink();
        },
    },
    choices('people', text('personalLink.people'), peopleChoices.map((value) => [value, value]), choice.maxUses, work !== null, (maxUses) => actions.choosePersonalLink({ maxUses }), takesFocus),
    choices('lifetime', text('personalLink.lifetime'), lifetimeChoices.map((value, index) => [value, text(lifetimes[index])]), choice.lifetime, work !== null,
        (lifetime) => actions.choosePersonalLink({ lifetime })),
    h('p', { class: 'muted', id: 'personal-link-note' }, note),
    h('div', { class: 'panel-actions' },
        button({ key: 'do', label: isBusy ? busyWords(work) : label, tone: 'primary', isBusy, isDisabled: !isBusy && work !== null, description: 'personal-link-note' }), other));
}

/** @param {PersonalLinkState['work']} work */
export const busyWords = (work) => text(work === 'make' || work === 'renew' ? 'link.making' : 'name.saving');

/**
 * @param {string} name
 * @param {Words} legend
 * @param {[value: number, label: Words | number][]} values
 * @param {number} chosen
 * @param {boolean} isDisabled
 * @param {(value: number) => void} choose
 * @param {boolean} [takesFocus] the chosen one, when it appears
 */
const choices = (name, legend, values, chosen, isDisabled, choose, takesFocus = false) => h('fieldset', { class: 'choices', key: name },
    h('legend', { class: 'group-title' }, legend),
    h('div', { class: 'segments segments-short' }, values.map(([value, label]) => h('label', { class: 'segment', key: value },
        h('input', {
            type: 'radio', name: `personal-link-${name}`, value: String(value), checked: chosen === value, disabled: isDisabled, onchange: () => choose(value),
            mounted: takesFocus && chosen === value ? (/** @type {HTMLElement} */ element) => element.focus() : undefined,
        }),
        h('span', null, label)))));
