import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { field } from '../../components/field.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { detail } from '../page/detail.js';
import { isPassing, linkProblem } from '../page/problems.js';
import { addTabs } from './add-tabs.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Adding somebody by their link or token, or by their address or number.
 * @param {State} state
 * @param {Actions} actions
 */
export function addView(state, actions) {
    return detail('add', 'Add a contact',
        addTabs('add'),
        h('p', { class: 'lead' }, 'Paste the link that somebody sent you, or give their e-mail address or phone number.'),
        form(state, actions),
        h('div', { class: 'outcome', 'aria-live': 'polite' }, outcome(state, actions)));
}

/**
 * Back to the field, with the focus in it.
 * @param {Actions} actions
 */
const again = (actions) => () => {
    actions.startAddAgain();
    document.getElementById('link')?.focus();
};
/**
 * What came of it takes the focus from the button that asked for it.
 * @param {HTMLElement} element
 */
const focus = (element) => element.focus();

/**
 * @param {State} state
 * @param {Actions} actions
 */
function form({ add }, actions) {
    const isFixed = !['empty', 'failed'].includes(add.status);
    return h('form', {
        class: 'form', novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.resolveLink();
        },
    },
    field({
        id: 'link', label: 'Link or token, e-mail or phone', value: add.text, onType: actions.typeLink, takesFocus: add.text === '',
        input: {
            autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', inputmode: 'url', maxlength: 2048, readonly: isFixed,
            placeholder: `${placeholderHost}/share/contact/…`,
        },
    }),
    add.status === 'empty' && button({ label: 'Look up', tone: 'primary', isWide: true, isDisabled: add.text.trim() === '' }),
    add.status === 'resolving' && button({ label: 'Looking up…', tone: 'primary', isWide: true, isBusy: true }));
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
        return found(name, add.token ? 'can be found by this address or number.' : 'wants to be found by this link.', [
            button({ key: 'send', label: add.status === 'sending' ? 'Sending…' : 'Send request', tone: 'primary', isBusy: add.status === 'sending', onclick: actions.sendRequest, mounted: focus }),
            button({ key: 'no', label: 'Not them', isDisabled: add.status === 'sending', onclick: again(actions) }),
        ]);
    case 'sent':
        return done('check', 'Request sent', `${name} can accept it now. You will see each other in your contacts then.`, actions);
    case 'alreadyRequested':
        return done('clock', 'Already requested', `Your earlier request to ${name} is still open.`, actions);
    case 'accepted':
        return done('check', 'You are contacts now', `${name} has accepted your request. You can call each other.`, actions);
    case 'becameContacts':
        return done('check', 'You are contacts now', `${name} had asked you already.`, actions);
    case 'failed':
        return add.problem && failed(add.problem, actions);
    default:
        return null;
    }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {import('../../dom/h.js').VNode[]} buttons
 */
function found(name, text, buttons) {
    return h('div', { class: 'panel', key: 'found' },
        h('div', { class: 'panel-person' }, avatar(name, name.length, 'medium'), h('p', null, h('strong', null, name), ` ${text}`)),
        h('div', { class: 'panel-actions' }, buttons));
}

/**
 * @param {import('../../icons.js').IconName} symbol
 * @param {string} title
 * @param {string} text
 * @param {Actions} actions
 */
function done(symbol, title, text, actions) {
    return h('div', { class: 'panel panel-good', key: title },
        h('p', { class: 'panel-title', tabindex: '-1', mounted: focus }, icon(symbol), title), h('p', null, text),
        h('div', { class: 'panel-actions' },
            button({ key: 'back', label: 'To the contacts', tone: 'primary', onclick: () => actions.go({ name: 'contacts' }) }),
            button({ key: 'more', label: 'Add another', onclick: again(actions) })));
}

/**
 * @param {import('../../state/state.js').Problem} problem
 * @param {Actions} actions
 */
function failed(problem, actions) {
    const { title, text } = linkProblem(problem);
    return h('div', { class: problem.code === 'ErrAlreadyFriends' ? 'panel' : 'panel panel-bad', key: problem.code, role: 'alert' },
        h('p', { class: 'panel-title', tabindex: '-1', mounted: focus }, icon(problem.code === 'ErrAlreadyFriends' ? 'check' : 'alert'), title), h('p', null, text),
        h('div', { class: 'panel-actions' },
            isPassing(problem) && button({ key: 'retry', label: 'Try again', symbol: 'retry', tone: 'primary', onclick: actions.resolveLink }),
            button({ key: 'clear', label: 'Use another link', onclick: again(actions) })));
}
