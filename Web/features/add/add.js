import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { countryPicker } from '../../components/country-picker.js';
import { field } from '../../components/field.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { detail } from '../../components/detail.js';
import { isPassing, linkProblem } from './link-problems.js';
import { addTabs } from './add-tabs.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * @param {State} state
 * @param {Actions} actions
 */
export function addView(state, actions) {
    return detail('add', text('add.title'),
        addTabs('add'),
        h('p', { class: 'lead' }, text('add.lead')),
        form(state, actions),
        h('div', { class: 'outcome', 'aria-live': 'polite' }, outcome(state, actions)));
}

/**
 * Returns to the field and focuses it.
 * @param {Actions} actions
 */
const again = (actions) => () => {
    actions.startAddAgain();
    document.getElementById('link')?.focus();
};
/**
 * The result takes the focus from the button that requested it.
 * @param {HTMLElement} element
 */
const focus = (element) => element.focus();

/**
 * @param {State} state
 * @param {Actions} actions
 */
function form({ add, country }, actions) {
    const isFixed = !['empty', 'failed'].includes(add.status);
    return h('form', {
        class: 'form', novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.resolveLink();
        },
    },
    field({
        id: 'link', label: text('add.label'), value: add.text, onType: actions.typeLink, takesFocus: add.text === '',
        input: {
            dir: 'ltr', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', inputmode: 'url', maxlength: 4096, readonly: isFixed,
            placeholder: `${placeholderHost}/share/contact/…`,
        },
    }),
    !isFixed && countryPicker('link-country', add.text, country, actions.chooseCountry),
    add.status === 'empty' && button({ label: text('add.lookUp'), tone: 'primary', isWide: true, isDisabled: add.text.trim() === '' }),
    add.status === 'resolving' && button({ label: text('add.lookingUp'), tone: 'primary', isWide: true, isBusy: true }));
}

const placeholderHost = 'https://example.org';

/**
 * @param {State} state
 * @param {Actions} actions
 */
function outcome({ add }, actions) {
    const { displayName: name } = add;
    switch (add.status) {
    case 'resolved':
    case 'sending':
        return found(name, text(add.token ? 'add.foundBySearch' : 'add.foundByLink', { name }), [
            button({ key: 'send', label: text(add.status === 'sending' ? 'add.sending' : 'add.send'), tone: 'primary', isBusy: add.status === 'sending', onclick: actions.sendRequest, mounted: focus }),
            button({ key: 'no', label: text('add.notThem'), isDisabled: add.status === 'sending', onclick: again(actions) }),
        ]);
    case 'sent':
        return done('check', text('add.sent.title'), text('add.sent.text', { name }), actions);
    case 'alreadyRequested':
        return done('clock', text('add.alreadyRequested.title'), text('add.alreadyRequested.text', { name }), actions);
    case 'accepted':
        return done('check', text('add.contactsNow'), text('add.accepted', { name }), actions);
    case 'becameContacts':
        return done('check', text('add.contactsNow'), text('add.becameContacts', { name }), actions);
    case 'failed':
        return add.problem && failed(add.problem, actions);
    default:
        return null;
    }
}

/**
 * @param {string} name
 * @param {import('../../texts/text.js').Words} sentence
 * @param {import('../../dom/h.js').VNode[]} buttons
 */
function found(name, sentence, buttons) {
    return h('div', { class: 'panel', key: 'found' },
        h('div', { class: 'panel-person' }, avatar(name, name.length, 'medium'), h('p', null, sentence)),
        h('div', { class: 'panel-actions' }, buttons));
}

/**
 * @param {import('../../icons.js').IconName} symbol
 * @param {import('../../texts/text.js').Text} title
 * @param {import('../../texts/text.js').Words} sentence
 * @param {Actions} actions
 */
function done(symbol, title, sentence, actions) {
    return h('div', { class: 'panel panel-good', key: title.key },
        h('p', { class: 'panel-title', tabindex: '-1', mounted: focus }, icon(symbol), title), h('p', null, sentence),
        h('div', { class: 'panel-actions' },
            button({ key: 'back', label: text('add.toContacts'), tone: 'primary', onclick: () => actions.go({ name: 'contacts' }) }),
            button({ key: 'more', label: text('add.another'), onclick: again(actions) })));
}

/**
 * @param {import('../../state/state.js').Problem} problem
 * @param {Actions} actions
 */
function failed(problem, actions) {
    const { title, sentence } = linkProblem(problem);
    return h('div', { class: problem.code === 'ErrAlreadyFriends' ? 'panel' : 'panel panel-bad', key: problem.code, role: 'alert' },
        h('p', { class: 'panel-title', tabindex: '-1', mounted: focus }, icon(problem.code === 'ErrAlreadyFriends' ? 'check' : 'alert'), title), h('p', null, sentence),
        h('div', { class: 'panel-actions' },
            isPassing(problem) && button({ key: 'retry', label: text('common.tryAgain'), symbol: 'retry', tone: 'primary', onclick: actions.resolveLink }),
            button({ key: 'clear', label: text('add.lookUpAnother'), onclick: again(actions) })));
}
