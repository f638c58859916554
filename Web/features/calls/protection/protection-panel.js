import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { deviceName, trustWords } from '../../../components/device-words.js';
import { compareButton, heldActions, heldDevices, notThemButton } from './held.js';
import { heldAdvice, isHeld, trustLabel, trustSymbol } from './trust-labels.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').Participant} Participant */
/** @typedef {import('../../../state/actions.js').Actions} Actions */
/** @typedef {import('../../../dom/h.js').Content} Content */
/** @typedef {import('../../../components/device-words.js').Past} Past */

/**
 * The people who can hear this person, and how they are known; whether the call is protected against future quantum computers; what the
 * server could still do. The last two on demand.
 * @param {CallState} call
 * @param {Actions} actions
 * @param {import('../../../texts/text.js').Text} name
 * @param {Past} past
 */
export function protectionPanel(call, actions, name, past) {
    return h('div', { class: 'protection-panel', id: 'protection-panel', hidden: !call.showsProtection, role: 'region', 'aria-label': text('protection.panel') },
        call.encryption === 'protected' ? told(call, actions, name, past) : [h('p', { key: 'wait' }, text('protection.wait')), heldPart(call, actions, past)]);
}

/**
 * The participants who are held, the reason, and what to do: for as long as they are held, whatever the person answered.
 * @param {CallState} call
 * @param {Actions} actions
 * @param {Past} past
 */
function heldPart(call, actions, past) {
    const held = heldDevices(call);
    return held.length > 0 && part('held', text('protection.held'),
        h('ul', { class: 'protection-people' }, held.map((one) => person(one, heldActions(one, actions), past))));
}

/**
 * @param {CallState} call
 * @param {Actions} actions
 * @param {import('../../../texts/text.js').Text} name
 * @param {Past} past
 */
function told(call, actions, name, past) {
    const participants = participantsOf(call);
    const others = participants.filter(({ trust }) => !isHeld(trust));
    const members = others.filter(({ trust }) => trust !== null);
    const hearing = members.filter(({ keepsOut }) => !keepsOut);
    return [
        // Used if the button has no room for it.
        h('p', { class: 'protection-name', key: 'name', 'aria-hidden': 'true' }, name),
        part('hear', text('protection.hear'), hearing.length > 0
            ? h('ul', { class: 'protection-people' }, hearing.map((one) => person(one, one.trust !== 'verified' && [compareButton(one, actions), notThemButton(one, actions)], past)))
            : h('p', null, text(participants.length > 0 ? 'protection.nobody' : 'protection.alone')),
            members.some(({ isRecording }) => isRecording) && h('p', { key: 'recording', class: 'protection-note' }, text('protection.recording'))),
        hearing.length < members.length && part('kept-out', text('protection.keptOut'),
            h('ul', { class: 'protection-people' }, members.filter(({ keepsOut }) => keepsOut).map((one) => keptOut(one, actions)))),
        others.length > members.length && part('unheard', text('protection.unheard'),
            h('ul', { class: 'protection-people' }, others.filter(({ trust }) => trust === null).map(({ userId, name }) => h('li', { key: userId }, icon('key'), h('p', null, name))))),
        heldPart(call, actions, past),
        members.length > 0 && quantum(call, members),
        server(members),
    ];
}

/**
 * @param {string} key
 * @param {import('../../../texts/text.js').Words} title
 * @param {...Content} contents
 */
const part = (key, title, ...contents) => h('section', { key, 'aria-labelledby': `protection-${key}` }, h('h2', { class: 'protection-title', id: `protection-${key}` }, title), ...contents);

/**
 * @param {Participant} participant
 * @param {(import('../../../dom/h.js').VNode | false | null)[] | false} doing
 * @param {Past} past
 */
function person({ userId, deviceId, name, trust, isRecording, says }, doing, past) {
    if (trust === null) return null;
    const address = `${userId}_${deviceId}`;
    return h('li', { key: `${userId}-${deviceId}`, class: isHeld(trust) ? 'protection-held' : undefined },
        icon(trustSymbol(trust)),
        h('p', null, trustLabel(name, trust, trustWords(past, address, trust, true) ?? undefined), isHeld(trust) && ' ', isHeld(trust) && heldAdvice(trust),
            h('span', { class: 'protection-device muted' }, deviceName(past, address, trust, says))),
        isRecording && h('p', { key: 'recording', class: 'protection-recording' }, icon('record'), text('call.recording', { name })),
        doing && doing.some(Boolean) && h('div', { class: 'held-actions', role: 'group', 'aria-label': name }, doing));
}

/**
 * A participant who knows this device and holds it: only they can change that.
 * @param {Participant} participant
 * @param {Actions} actions
 */
function keptOut(participant, actions) {
    const { userId, name, trust } = participant;
    return h('li', { key: userId, class: 'protection-held' }, icon('alert'),
        h('p', null, text('protection.keepsOut', { name })),
        trust !== 'verified' && h('div', { class: 'held-actions', role: 'group', 'aria-label': name }, compareButton(participant, actions)));
}

/**
 * @param {CallState} call
 * @param {Participant[]} members
 */
function quantum({ isPostQuantum: isOwn }, members) {
    const names = members.filter(({ isPostQuantum }) => !isPostQuantum).map(({ name }) => name);
    if (names.length === 0) return more('quantum', 'check', text('protection.quantum.safe'), h('p', null, text('protection.quantum.safe.text')));
    return more('quantum', 'info', text('protection.quantum.unsafe'),
        h('p', { key: 'what' }, text('protection.quantum.unsafe.text')),
        h('p', { key: 'who' }, isOwn ? text('protection.quantum.others', { names: { format: 'list', items: names } }) : text('protection.quantum.own')));
}

/** @param {Participant[]} members */
function server(members) {
    // A device that is the same as before may still belong to anyone.
    const names = members.filter(({ trust }) => trust === 'new' || trust === 'known').map(({ name }) => name);
    return more('server', 'info', text('protection.server'),
        h('p', { key: 'sees' }, text('protection.server.sees')),
        names.length > 0 && h('p', { key: 'between' }, text('protection.server.between', { names: { format: 'list', items: names } })),
        h('p', { key: 'page' }, text('protection.server.page')));
}

/**
 * @param {string} key
 * @param {import('../../../icons.js').IconName} symbol
 * @param {import('../../../texts/text.js').Words} summary
 * @param {...Content} contents
 */
const more = (key, symbol, summary, ...contents) => h('details', { key, class: 'protection-more', 'aria-labelledby': `protection-${key}` },
    h('summary', null, icon(symbol), h('span', { id: `protection-${key}` }, summary), h('span', { class: 'protection-turn' }, icon('onward'))), ...contents);
