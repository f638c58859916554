import { addPeople } from '../contacts/choose.js';
import { callEndedView } from '../calls/call-ended.js';
import { callView } from '../calls/call.js';
import { beforeCallDialog } from '../devices/before-call.js';
import { incomingView } from '../calls/incoming.js';
import { waitingView } from '../calls/waiting.js';
import { mainView } from './main.js';
import { nameView } from '../sign-in/name.js';
import { noticesView } from './notices.js';
import { brokenView, loadingView, otherWindowView } from './other-window.js';
import { permissionDialog } from '../permissions/permission-dialog.js';
import { questionView } from './question.js';
import { signInView } from '../sign-in/sign-in.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Everything in the page, from the state alone.
 * @param {State} state
 * @param {Actions} actions
 * @returns {import('../../dom/h.js').VNode[]}
 */
export function pageView(state, actions) {
    return [...screen(state, actions), noticesView(state.notices, actions)];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function screen(state, actions) {
    switch (state.screen) {
    case 'loading': return [loadingView()];
    case 'broken': return [brokenView(actions)];
    case 'otherWindow': return [otherWindowView(state, actions)];
    case 'signIn': return [signInView(state, actions), ...question(state, actions)];
    case 'name': return [nameView(state, actions)];
    case 'main': return [mainView(state, actions), ...call(state, actions), ...adding(state, actions), ...planned(state, actions), ...waiting(state, actions), ...question(state, actions), ...permission(state, actions)];
    }
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function question(state, actions) {
    return state.question ? [questionView(state.question, actions)] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function permission({ permissions: { dialog, family } }, actions) {
    return dialog ? [permissionDialog(dialog, family, actions)] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function adding(state, actions) {
    const dialog = addPeople(state, actions);
    return dialog ? [dialog] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function planned(state, actions) {
    const dialog = beforeCallDialog(state, actions);
    return dialog ? [dialog] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function waiting(state, actions) {
    return state.waiting ? [waitingView(state.waiting, actions)] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function call(state, actions) {
    if (state.call === null) return [];
    switch (state.call.phase) {
    case 'incoming': return [incomingView(state, state.call, actions)];
    case 'ended': return [callEndedView(state.call, actions, state.connection === 'suspended')];
    default: return [callView(state, state.call, actions)];
    }
}
