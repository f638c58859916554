import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { spinner } from '../../components/spinner.js';
import { countryPicker } from '../../components/country-picker.js';
import { field } from '../../components/field.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { detail } from '../../components/detail.js';
import { contactNamed } from './add-state.js';
import { isPassing, linkProblem } from './link-problems.js';
import { addTabs } from './add-tabs.js';
import { isSearchText } from './search-text.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * @param {State} state
 * @param {Actions} actions
 */
export function addView(state, actions) {
    const isLink = isShownAlone(state.add);
    return detail('add', text('add.title'),
        addTabs('add'),
        !isLink && h('p', { class: 'lead', key: 'lead' }, text('add.lead')),
        !isLink && form(state, actions),
        h('div', { class: 'outcome', key: 'outcome', 'aria-live': 'polite' }, outcome(state, actions)));
}

/**
 * Whether the person of a link is shown without a field: nobody reads its token. One that was pasted stays while it can be corrected.
 * @param {State['add']} add
 */
function isShownAlone({ status, text: written, isOpened }) {
    if (isOpened) return status !== 'empty';
    return !['empty', 'resolving', 'failed'].includes(status) && !isSearchText(written);
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
        class: 'form', key: 'form', novalidate: true,
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
function outcome(state, actions) {
    const { add } = state;
    const { displayName: name } = add;
    const contact = contactNamed(state, name);
    switch (add.status) {
    case 'resolving':
        return add.isOpened && h('p', { class: 'lead join-asking', key: 'resolving', role: 'status' }, spinner(), text('add.lookingUp'));
    case 'resolved':
        return contact && add.token && !add.isOther ? known(contact, actions) : invitation(add, actions);
    case 'sending':
        return invitation(add, actions);
    case 'sent':
        return done('check', text('add.sent.title'), text('add.sent.text', { name }), actions);
    case 'alreadyRequested':
        return done('clock', text('add.alreadyRequested.title'), text('add.alreadyRequested.text', { name }), actions);
    case 'accepted':
        return done('check', text('add.contactsNow'), text('add.accepted', { name }), actions, contact);
    case 'becameContacts':
        return done('check', text('add.contactsNow'), text('add.becameContacts', { name }), actions, contact);
    case 'failed':
        if (add.problem?.code === 'ErrAlreadyFriends' && contact) return known(contact, actions);
        return add.problem && failed(add.problem, actions);
    default:
        return null;
    }
}

/**
 * The person whom a link or a search leads to. An opened link is answered by one button: those of the page lead elsewhere.
 * @param {State['add']} add
 * @param {Actions} actions
 */
function invitation({ displayName: name, status, token, isOpened }, actions) {
    const isBusy = status === 'sending';
    return found(name, name.length, text(token ? 'add.foundBySearch' : 'add.foundByLink', { name }), [
        button({ key: 'send', label: text(isBusy ? 'add.sending' : 'add.send'), tone: 'primary', isBusy, onclick: actions.sendRequest, mounted: focus }),
        !isOpened && button({ key: 'no', label: text('add.notThem'), isDisabled: isBusy, onclick: again(actions) }),
    ]);
}

/**
 * The person found may already be a contact. The server says so only in answer to a request, which a namesake would receive.
 * @param {import('../../state/state.js').Contact} contact
 * @param {Actions} actions
 */
function known({ contactId: id, contactName: name }, actions) {
    return found(name, id, text('add.known', { name }), [
        button({ key: 'show', label: text('add.showContact'), tone: 'primary', onclick: () => actions.go({ name: 'contact', id }), mounted: focus }),
        button({ key: 'other', label: text('add.otherPerson'), onclick: actions.foundOther }),
    ]);
}

/**
 * @param {string} name
 * @param {number} id decides the colour
 * @param {import('../../texts/text.js').Words} sentence
 * @param {import('../../dom/h.js').Leaf[]} buttons
 */
function found(name, id, sentence, buttons) {
    return h('div', { class: 'panel', key: `found-${id}` },
        h('div', { class: 'panel-person' }, avatar(name, id, 'medium'), h('p', null, sentence)),
        h('div', { class: 'panel-actions' }, buttons));
}

/**
 * @param {import('../../icons.js').IconName} symbol
 * @param {import('../../texts/text.js').Text} title
 * @param {import('../../texts/text.js').Words} sentence
 * @param {Actions} actions
 * @param {import('../../state/state.js').Contact | null} [contact] who can be called now
 */
function done(symbol, title, sentence, actions, contact = null) {
    return h('div', { class: 'panel panel-good', key: title.key },
        h('p', { class: 'panel-title', tabindex: '-1', mounted: focus }, icon(symbol), title), h('p', null, sentence),
        h('div', { class: 'panel-actions' },
            contact && button({ key: 'call', label: text('contacts.call', { name: contact.contactName }), symbol: 'phone', tone: 'primary', onclick: () => actions.call(contact.contactId, contact.contactName, false) }),
            button({ key: 'back', label: text('add.toContacts'), tone: contact ? 'plain' : 'primary', onclick: () => actions.go({ name: 'contacts' }) }),
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
