import { reduceCall } from './call-reducer.js';
import { newCall } from './call-state.js';
import { GestureNews, gestureActions } from './gestures/gesture-actions.js';
import { dismissAsked, dismissOfCall, notify } from '../../state/notices.js';
import { callBackSoon, tellReplied } from './incoming/call-back.js';
import { neverShown, tellMissed, tellOver, wasMissed } from './incoming/missed-calls.js';
import { ShownCall } from './shown-call.js';
import { callable, calledPerson, isOfSeveral, othersOf, participantsOf } from './people/people-state.js';
import { namesOf } from '../../texts/names.js';
import { endedTime, endedWell, refusalLabel } from './call-labels.js';
import { canShareScreen } from '../../media/screen-capture.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('../../calls/model/call-event.js').CallEvent} CallEvent */
/** @typedef {() => import('../../calls/call-controller.js').CallController | null} Controller */
/** @typedef {import('../../media/clock.js').Clock} Clock */

/** In milliseconds: who are called together are told of together. */
const gatherTime = 300;
/** In milliseconds: how long the other's own call may come behind that they are busy. */
const busyTime = 1000;

/**
 * The call: what the person does, and what the controller notifies of.
 * @param {PageStore} store
 * @param {Controller} controller
 * @param {() => void} ended
 * @param {((id: number | null) => boolean) | undefined} givesWay whether a call gives way to another now
 * @param {Clock} clock
 * @param {boolean} [canShare] whether the browser can share a screen
 */
export function callActions(store, controller, ended, givesWay = () => false, clock, canShare = canShareScreen()) {
    const shown = new ShownCall(store, clock);
    const ownUser = () => store.state.account?.userId ?? null;
    return {
        ...eventActions(store, shown, ended, givesWay, clock),
        ...placingActions(store, shown, controller),
        ...choiceActions(shown, controller),
        ...screenActions(shown, controller, canShare),
        ...gestureActions(shown, controller, ownUser),
        closeCall: () => shown.close(),
    };
}

/**
 * @param {PageStore} store
 * @param {ShownCall} shown
 * @param {() => void} ended
 * @param {(id: number | null) => boolean} givesWay
 * @param {Clock} clock
 */
function eventActions(store, shown, ended, givesWay, clock) {
    let callOff = () => {};
    const calledNow = tellingWhoIsCalled(store, clock);
    const gestures = new GestureNews(shown, clock, () => store.state.account?.userId ?? null);
    /** @param {CallEvent} event */
    const apply = (event) => {
        callOff();
        if (shown.endWaits) shown.update({ endWaits: false });
        if (event.type === 'ended') dismissOfCall(store);
        // Who was removed is not let in again before somebody calls them.
        if (event.type === 'ended' && event.reason === 'removed') store.set({ dismissedCall: event.callId });
        if (event.type === 'incoming') store.set(({ dismissedCall }) => ({ dismissedCall: dismissedCall === event.call.id ? null : dismissedCall }));
        if (event.type === 'ended' && givesWay(event.callId)) return event.reason === 'onHold' ? store.set({ onHold: heldOf(shown.state) }) : undefined;
        const before = shown.state;
        store.set((state) => ({ call: reduceCall(state.call, event, clock.date()) }));
        gestures.took(event);
        if (event.type === 'localMedia' && event.isMuted) dismissAsked(store, 'mute');
        if (event.type === 'ringing') shown.open(event.callId);
        if (event.type === 'incoming' && event.isTaken) shown.open(event.call.id);
        if (event.type === 'ended') {
            const over = shown.state;
            if (over && before) endQuietly(store, shown, over, before);
            if (event.reason === 'answeredElsewhere') notify(store, text('call.notice.answeredElsewhere'));
            if (event.reason === 'declinedElsewhere') notify(store, text('call.notice.declinedElsewhere'));
            ended();
            leaveByItself(shown.state);
        }
        return undefined;
    };
    /** @param {import('./call-state.js').CallState | null} over */
    const leaveByItself = (over) => {
        if (!over || !endedWell(over)) return;
        clock.after(endedTime, () => {
            const call = shown.state;
            // Who has gone to one of its buttons is about to press it.
            const isInUse = globalThis.document?.activeElement?.closest('.call-ended-actions');
            if (call?.phase === 'ended' && call.endedAt === over.endedAt && !isInUse) shown.close();
        });
    };
    return {
        /** @param {CallEvent} event */
        received(event) {
            // A new device or a changed key of somebody is worth a longer look.
            if (event.type === 'notice') return notify(store, event.text, 'plain', 20_000, true);
            if (event.type === 'rings') return calledNow(event);
            if (event.type === 'missed') return tellMissed(store, neverShown(event.call));
            if (event.type === 'refused') return notify(store, refusalLabel(event.name || text('common.somebody'), event.status, event.reply), 'plain', undefined, true);
            // Nobody is muted by others: the person decides.
            if (event.type === 'muteRequested') {
                if (shown.state?.isMuted) return undefined;
                const sentence = text('call.notice.muteRequested', { name: event.name || text('common.somebody') });
                return notify(store, sentence, 'plain', 20_000, true, { act: { label: text('call.mute'), action: 'mute' } });
            }
            if (event.type === 'left' && event.isRemoved) {
                notify(store, text('call.notice.removed', { name: event.name || text('common.somebody') }), 'plain', undefined, true);
            }
            // Who is called may be calling at that moment: their call comes at once, and is all there is to say.
            if (event.type === 'ended' && event.reason === 'busy') {
                shown.update({ endWaits: true });
                callOff = clock.after(busyTime, () => void apply(event));
                return undefined;
            }
            return apply(event);
        },
    };
}

/**
 * Says who is rung into the call that goes on, in one sentence of all who are called together.
 * @param {PageStore} store
 * @param {Clock} clock
 */
function tellingWhoIsCalled(store, clock) {
    /** @type {{ userId: number, name: string }[]} */
    let called = [];
    const tell = () => {
        const people = called;
        called = [];
        if (store.state.call?.phase !== 'inCall') return;
        notify(store, text(people.length > 1 ? 'call.areCalled' : 'call.isCalled', { names: namesOf(people) }), 'plain', undefined, true);
    };
    return (/** @type {{ userId: number, name: string }} */ { userId, name }) => {
        if (called.length === 0) clock.after(gatherTime, tell);
        called.push({ userId, name });
    };
}

/**
 * @param {PageStore} store
 * @param {ShownCall} shown
 * @param {Controller} controller
 */
function placingActions(store, shown, controller) {
    const callPeople = (/** @type {import('./people/people-state.js').Named[]} */ people, /** @type {boolean} */ video) => {
        const [peer] = people;
        if (!peer) return;
        const calls = controller();
        if (!calls || (shown.state && shown.state.phase !== 'ended')) return;
        // The server would say that they are in a call, and it is their own.
        if (shown.isElsewhere) return shown.refuse(text('running.first'));
        shown.begin(newCall({ phase: 'outgoing', peer, isVideo: video, isOutgoing: true, members: people.map(calledPerson) }));
        shown.open(null);
        void shown.attempt(calls.call(people.map(({ userId }) => userId), { video }));
    };
    const call = (/** @type {number} */ userId, /** @type {string} */ name, /** @type {boolean} */ video) => callPeople([{ userId, name }], video);
    return {
        call, callPeople,
        callAgain() {
            const before = shown.state;
            if (!before) return;
            // Who was not in a call of several calls back who called.
            const wasIn = before.isOutgoing || before.startedAt !== null;
            const group = wasIn && isOfSeveral(before) ? callable(othersOf(before), store.state.contacts.value) : [];
            callPeople(group.length > 0 ? group : [before.peer], before.isVideo);
        },
        answer(/** @type {boolean} */ video) {
            shown.open(shown.state?.id ?? null);
            shown.update({ phase: 'joining', isCameraOn: video });
            void shown.attempt(controller()?.answer({ video }));
        },
        decline: () => void shown.attempt(controller()?.decline()),
        callBack() {
            const name = shown.state?.peer.name ?? '';
            const declined = controller()?.decline(callBackSoon);
            void shown.attempt(declined?.then((isSaid) => tellReplied(store, name, isSaid)));
        },
        hangUp() {
            shown.update({ phase: 'ending' });
            void shown.attempt(controller()?.hangUp());
        },
    };
}

/**
 * @param {ShownCall} shown
 * @param {Controller} controller
 */
const choiceActions = (shown, controller) => ({
    ...mutingActions(shown, controller),
    tileSized(/** @type {number | import('./stage/stage-layout.js').ScreenId} */ id, /** @type {number} */ height) {
        if (typeof id === 'number') controller()?.current?.subscriptions.setVisible(id, height, 'camera');
        else controller()?.current?.subscriptions.setVisible(Number(id.slice('screen-'.length)), height, 'screen');
    },
    toggleCamera() {
        const isCameraOn = !shown.state?.isCameraOn;
        shown.update({ isCameraOn });
        void shown.choose(() => controller()?.running().media.setCamera(isCameraOn));
    },
    itsThem: (/** @type {import('../../key-distribution/events.js').ShownIdentity} */ identity) => say(shown, controller, 'letIn', identity),
    notThem: (/** @type {import('../../key-distribution/events.js').ShownIdentity} */ identity) => say(shown, controller, 'refused', identity),
    toggleProtection: () => shown.update({ showsProtection: !shown.state?.showsProtection }),
});

/**
 * The browser asks what is to be shared; that nothing is, is no fault.
 * @param {ShownCall} shown
 * @param {Controller} controller
 * @param {boolean} canShare
 */
function screenActions(shown, controller, canShare) {
    const share = (/** @type {boolean} */ isOn) => {
        const screen = () => controller()?.running().screen;
        if (shown.state?.phase === 'inCall') void shown.choose(() => (isOn ? screen()?.start() : screen()?.stop()), 'plain');
    };
    return { toggleScreen: canShare ? () => share(!shown.state?.isSharing) : null, shareAnother: () => share(true) };
}

/**
 * @param {ShownCall} shown
 * @param {Controller} controller
 */
function mutingActions(shown, controller) {
    /** Whether the person is heard for as long as they hold a key. */
    let isHeld = false;
    const set = (/** @type {boolean} */ isMuted, isTalking = false) => {
        isHeld = isTalking;
        shown.update({ isMuted, isTalking });
        void shown.choose(() => controller()?.running().media.setMuted(isMuted));
    };
    return {
        toldSilent: (/** @type {import('../../calls/capture/silent-capture.js').CaptureNotice[]} */ silent) => shown.update({ silent }),
        heardMuted: (/** @type {boolean} */ isUnheard) => shown.update({ isUnheard }),
        mute: () => { if (shown.state?.isMuted === false) set(true); },
        toggleMute: () => set(!shown.state?.isMuted),
        startTalking: () => { if (shown.state?.isMuted) set(false, true); },
        // Whatever has come of it: who has let go is not heard.
        stopTalking: () => { if (isHeld) set(true); },
    };
}

/**
 * The person says whose device a key of the call is: it is asked about until that is so.
 * @param {ShownCall} shown
 * @param {Controller} controller
 * @param {'letIn' | 'refused'} note
 * @param {import('../../key-distribution/events.js').ShownIdentity} identity
 */
function say(shown, controller, note, identity) {
    void shown.choose(() => controller()?.running().keys.note({ note, identity }));
}

/**
 * The call that waits, as long as the person is in another.
 * @param {import('./call-state.js').CallState | null} call
 * @returns {import('./call-state.js').HeldState | null}
 */
function heldOf(call) {
    if (call?.id == null) return null;
    const there = participantsOf(call);
    const people = there.length > 0 ? there.map(({ userId, name }) => ({ userId, name })) : [call.peer];
    return { id: call.id, people, isVideo: call.isVideo };
}

/**
 * The end of a call fills the window for who has the call before them alone: nothing is taken from anybody who does something else.
 * @param {PageStore} store
 * @param {ShownCall} shown
 * @param {import('./call-state.js').CallState} over
 * @param {import('./call-state.js').CallState} before as it was before its end
 */
function endQuietly(store, shown, over, before) {
    const isElsewhere = before.phase !== 'ended' && store.state.route.name !== 'call';
    if (!isElsewhere && !isSettled(over) && !wasMissed(over, before)) return;
    shown.close();
    if (wasMissed(over, before)) tellMissed(store, over);
    else if (!isSettled(over)) tellOver(store, over);
}

/**
 * Whether there is nothing to say about a call that rang here: the person declined it, or has it on another device.
 * @param {import('./call-state.js').CallState} call
 */
function isSettled(call) {
    if (call.isOutgoing || call.startedAt !== null) return false;
    return call.reason === 'declined' || call.reason === 'answeredElsewhere' || call.reason === 'declinedElsewhere';
}
