import { button } from '../../components/button.js';
import { field } from '../../components/field.js';
import { heading } from '../../components/heading.js';
import { entrance } from '../../components/screen.js';
import { h } from '../../dom/h.js';
import { languageMenu } from '../language/language-menu.js';
import { linkCard } from '../opened-link/link-card.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * @param {State['profile']} profile
 * @param {string} known the name so far
 * @param {Actions} actions
 * @param {{ label: import('../../texts/text.js').Words, hint?: import('../../texts/text.js').Words, takesFocus: boolean, isWide: boolean }} options of the button and the field
 */
export function nameForm({ name, isBusy, problem }, known, actions, { label, hint, takesFocus, isWide }) {
    const isChanged = name !== null && name !== known;
    return h('form', {
        class: 'form', key: 'name', novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.saveName();
        },
    },
    field({
        id: 'own-name', label: text('name.label'), value: name ?? known, onType: actions.typeOwnName, takesFocus,
        hint, error: problem?.message ?? null, input: { autocomplete: 'name', maxlength: 200 },
    }),
    button({ key: 'save', label: isBusy ? text('name.saving') : label, tone: isWide ? 'primary' : 'plain', isBusy, isWide, isDisabled: !isWide && !isChanged }));
}

/**
 * Asks a person without a name for one: otherwise those whom they call wouldn't know who is calling.
 * @param {State} state
 * @param {Actions} actions
 */
export function nameView({ profile, language, opened }, actions) {
    return entrance('name',
        heading(text('name.title'), { key: 'title', takesFocus: false }),
        linkCard(opened),
        h('p', { class: 'lead' }, text('name.lead')),
        // The server has made one of the address, which is not theirs.
        nameForm(profile, '', actions, { label: text('common.continue'), takesFocus: true, isWide: true }),
        languageMenu(language, actions));
}
