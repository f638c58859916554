import { nameView } from '../features/profile/name.js';
import { isCoveredByCall } from './covered.js';
import { noticesView } from './notices.js';
import { brokenView, loadingView, otherWindowView } from './other-window.js';
import { questionView } from './question.js';
import { signInView } from '../features/sign-in/sign-in.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/actions.js').Actions} Actions */
/** @typedef {Pick<typeof import('../signed-in.js'), 'mainView' | 'personCard' | 'callView' | 'callEndedView' | 'incomingView' | 'waitingView' | 'addPeople' | 'beforeCallDialog' | 'permissionDialog'>} Views */

/**
 * Everything in the page, derived from the state alone.
 * @param {State} state
 * @param {Actions} actions
 * @param {Views | null} views for signed-in people; null before they are loaded, when no one is signed in
 * @returns {import('../dom/h.js').VNode[]}
 */
export function pageView(state, actions, views) {
    const card = state.screen === 'main' && views !== null && isCoveredByCall(state) ? views.personCard(state, actions) : null;
    return [...screen(state, actions, views), noticesView(state.notices, actions, card)];
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {Views | null} views
 */
function screen(state, actions, views) {
    switch (state.screen) {
    case 'loading': return [loadingView()];
    case 'broken': return [brokenView(actions)];
    case 'otherWindow': return [otherWindowView(state, actions)];
    case 'signIn': return [signInView(state, actions), ...question(state, actions)];
    case 'name': return [nameView(state, actions)];
    case 'main': return views === null ? [loadingView()] : [views.mainView(state, actions), ...call(state, actions, views), ...adding(state, actions, views), ...planned(state, actions, views), ...waiting(state, actions, views), ...question(state, actions), ...permission(state, actions, views)];
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
 * @param {Views} views
 */
function permission({ permissions: { dialog, family } }, actions, views) {
    return dialog ? [views.permissionDialog(dialog, family, actions)] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {Views} views
 */
function adding(state, actions, views) {
    const dialog = views.addPeople(state, actions);
    return dialog ? [dialog] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {Views} views
 */
function planned(state, actions, views) {
    const dialog = views.beforeCallDialog(state, actions);
    return dialog ? [dialog] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {Views} views
 */
function waiting(state, actions, views) {
    return state.waiting ? [views.waitingView(state.waiting, actions)] : [];
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {Views} views
 */
function call(state, actions, views) {
    if (state.call === null) return [];
    switch (state.call.phase) {
    case 'incoming': return [views.incomingView(state, state.call, actions)];
    case 'ended': return [views.callEndedView(state.call, actions, state.connection === 'suspended')];
    default: return [views.callView(state, state.call, actions)];
    }
}
