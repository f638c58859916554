import { avatar } from '../../../components/avatar.js';
import { button } from '../../../components/button.js';
import { heading } from '../../../components/heading.js';
import { empty, message } from '../../../components/message.js';
import { spinner } from '../../../components/spinner.js';
import { h } from '../../../dom/h.js';
import { linkMaker, placeInCall } from './call-link-state.js';
import { calling } from '../../../state/calling.js';
import { text } from '../../../texts/text.js';
import { detail } from '../../../components/detail.js';

/** @typedef {import('../../../state/state.js').State} State */
/** @typedef {import('../../../state/state.js').Contact} Contact */
/** @typedef {import('../../../state/state.js').Problem} Problem */
/** @typedef {import('./call-link-state.js').JoiningState} JoiningState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * The screen of a link to a call: its owner, and the button to join.
 * @param {State} state
 * @param {JoiningState} joining
 * @param {Actions} actions
 */
export function joinCallView(state, joining, actions) {
    if (joining.status === 'damaged') return said('link', text('joinCall.damaged.title'), text('joinCall.damaged.text'), [toContacts(actions)]);
    if (joining.status === 'otherServer') return said('link', text('add.problem.otherServer.title'), text('add.problem.otherServer.text'), [toContacts(actions)]);
    const maker = linkMaker(state, joining);
    // The banner above leads back.
    if (placeInCall(state, joining) !== null) return said('answer', text('joinCall.already'), null, [toContacts(actions)]);
    if (joining.userId === state.account?.userId) return said('link', text('joinCall.own'), text('callLink.text'), [toContacts(actions)]);
    if (maker === null && state.contacts.value === null) return unknown(state);
    if (maker === null) {
        return stranger(joining, actions);
    }
    const { contactId: id, contactName: name, isBlocked } = maker;
    return detail('join-call', null,
        h('div', { class: 'person' },
            avatar(name, id, 'large'),
            heading(text('joinCall.of', { name }), { key: 'title' }),
            isBlocked ? blocked(maker, state, actions) : way(state, joining, maker, actions)));
}

/**
 * @param {import('../../../icons.js').IconName} symbol
 * @param {import('../../../texts/text.js').Text} title
 * @param {import('../../../texts/text.js').Words | null} sentence
 * @param {import('../../../dom/h.js').VNode[]} buttons
 */
const said = (symbol, title, sentence, buttons) => detail('join-call', title, empty({ symbol, text: sentence ?? undefined, actions: buttons }));

/**
 * The owner isn't a contact. Their name is only claimed by the link; the request goes to the owner's account, whatever the link claims.
 * @param {JoiningState} joining
 * @param {Actions} actions
 */
function stranger({ by, userId, request, problem }, actions) {
    const title = text('joinCall.stranger.title');
    if (by === null) {
        const add = button({ key: 'add', label: text('add.title'), symbol: 'addPerson', tone: 'primary', onclick: () => actions.go({ name: 'add' }) });
        return said('people', title, text('joinCall.stranger'), [add, toContacts(actions)]);
    }
    const [sentence, doing] = request === 'sent' ? [text('joinCall.contactAsked', { name: by }), toContacts(actions)] : [
        problem?.message ?? text('joinCall.strangerOf', { name: by }),
        button({ key: 'ask', label: text('joinCall.askContact', { name: by }), symbol: 'addPerson', tone: 'primary', isBusy: request === 'sending', onclick: actions.askToBeContact }),
    ];
    return detail('join-call', null,
        h('div', { class: 'person' },
            avatar(by, userId, 'large'),
            heading(title, { key: 'title' }),
            h('p', { class: 'lead', key: 'lead', role: 'status' }, sentence),
            h('div', { class: 'person-actions', key: 'doing' }, doing)));
}

/** @param {Actions} actions */
const toContacts = (actions) => button({ key: 'contacts', label: text('add.toContacts'), onclick: () => actions.go({ name: 'contacts' }) });
/** @param {Actions} actions */
const back = (actions) => button({ key: 'return', label: text('main.return'), tone: 'good', onclick: actions.returnByLink });

/**
 * The owner is shown once the contacts are loaded, which are fetched again at the next connection.
 * @param {State} state
 */
function unknown({ contacts: { problem, status } }) {
    const isMissing = status === 'failed' && problem !== null;
    return detail('join-call', text('joinCall.title'), isMissing ? message('bad', problem.message) : h('p', { class: 'lead', role: 'status' }, text('contact.loading')));
}

/**
 * @param {Contact} maker
 * @param {State} state
 * @param {Actions} actions
 */
const blocked = ({ contactId: id, contactName: name }, { pending }, actions) => [
    h('p', { class: 'lead', key: 'lead' }, text('joinCall.blocked', { name })),
    h('div', { class: 'person-actions', key: 'doing' }, button({ key: 'unblock', label: text('contact.unblock'), tone: 'primary', isBusy: pending.includes(id), onclick: () => actions.unblock(id) })),
];

/**
 * @param {State} state
 * @param {JoiningState} joining
 * @param {Contact} maker
 * @param {Actions} actions
 */
function way(state, { status, problem }, { contactName: name }, actions) {
    if (status === 'asking') {
        return [
            h('p', { class: 'lead join-asking', key: 'asking', role: 'status' }, spinner(), text('joinCall.asking', { name })),
            h('div', { class: 'person-actions', key: 'doing' }, button({ key: 'cancel', label: text('common.cancel'), onclick: actions.stopAsking, mounted: (element) => element.focus() })),
        ];
    }
    const isSecond = state.call !== null && state.call.phase === 'inCall';
    const what = status === 'nobody' ? text('joinCall.nobody') : problem && sentenceOf(problem);
    // The call rings beside the running one, and the person decides.
    const can = calling({ ...state, call: isSecond || state.call?.phase === 'ended' ? null : state.call });
    return [
        what ? h('div', { class: 'join-problem', key: 'problem' }, message('bad', what)) : h('p', { class: 'lead', key: 'lead' }, text(isSecond ? 'joinCall.second' : 'joinCall.text')),
        h('div', { class: 'person-actions', key: 'doing' }, problem && isOver(problem) ? toContacts(actions) : problem?.code === 'ErrUserAlreadyInCall' ? back(actions) : [
            button({ key: 'sound', label: text('joinCall.sound'), symbol: 'phone', tone: isSecond ? 'plain' : 'primary', ...can, onclick: () => actions.askToJoin(false) }),
            button({ key: 'video', label: text('joinCall.video'), symbol: 'video', ...can, onclick: () => actions.askToJoin(true) }),
        ]),
    ];
}

/** @param {Problem} problem after which asking again is of no use */
const isOver = ({ code }) => code === 'ErrCallNotFound' || code === 'ErrCallNotAvailable' || code === 'ErrRemovedFromCall';

/** @param {Problem} problem */
function sentenceOf(problem) {
    if (problem.code === 'ErrUserAlreadyInCall') return text('joinCall.already');
    // The server tells a person that they were removed.
    return isOver(problem) && problem.code !== 'ErrRemovedFromCall' ? text('joinCall.over') : problem.message;
}
