import { calledPerson, newCall, reduceCall } from './call-state.js';
import { GestureNews, gestureActions } from './gestures/gesture-actions.js';
import { dismissAsked, dismissOfCall, notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';
import { fragmentOf, home, parseRoute } from '../../state/routes.js';
import { fittingWords } from '../../keys/channels/call-reply.js';
import { replyWith, tellReplied } from './incoming/call-back.js';
import { neverShown, tellMissed, tellOver, wasMissed } from './incoming/missed-calls.js';
import { callable, isOfSeveral, othersOf, participantsOf } from './people/people-state.js';
import { namesOf } from '../../texts/names.js';
import { endedTime, endedWell, refusalLabel } from './call-labels.js';
import { canShareScreen } from '../../media/screen-capture.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('../../calls/model/call-event.js').CallEvent} CallEvent */
/** @typedef {import('../../state/here.js').Reach<'calls'>} Here */
/** @typedef {import('./call-state.js').CallState} CallState */
/** @typedef {import('../../media/clock.js').Clock} Clock */

/** In milliseconds: people who are called within this are announced together. */
const gatherTime = 300;
/** In milliseconds: how long after a busy answer the other person's own call may arrive. */
const busyTime = 1000;

/**
 * The requirements of a call on the page; tests provide their own.
 * @typedef {object} CallPage
 * @property {Clock} clock
 * @property {() => void} [ended]
 * @property {(id: number | null, reason: import('../../calls/lifecycle/call-machine.js').CallEndReason) => boolean} [givesWay] whether the call's end is not
 *     to be shown, because another takes its place
 * @property {(devices: ('microphone' | 'camera')[], go: () => void, options: { isNeeded: boolean }) => unknown} [before] shown before
 *     devices are used
 * @property {boolean} [canShare] whether the browser can share a screen
 * @property {(person: import('./people/people-state.js').Named, minutes: number) => void} [promised] told to whom the person has said that they
 *     call back
 */

/**
 * The call: the person's actions, and the controller's events.
 * @param {PageStore} store
 * @param {Here} here
 * @param {CallPage} page
 */
export function callActions(store, here, { clock, ended = () => {}, givesWay = () => false, before = (_, go) => go(), canShare = canShareScreen(), promised = () => {} }) {
    const shown = new ShownCall(store, clock);
    return {
        ...eventActions(store, shown, ended, givesWay, clock),
        ...placingActions(store, shown, here, promised),
        ...choiceActions(shown, here, before),
        ...screenActions(shown, here, canShare),
        ...gestureActions(shown, here),
        closeCall: () => shown.close(),
    };
}

/**
 * @param {PageStore} store
 * @param {ShownCall} shown
 * @param {() => void} ended
 * @param {NonNullable<CallPage['givesWay']>} givesWay
 * @param {Clock} clock
 */
function eventActions(store, shown, ended, givesWay, clock) {
    let callOff = () => {};
    const calledNow = tellingWhoIsCalled(store, clock);
    const gestures = new GestureNews(shown, clock);
    /** @param {CallEvent} event */
    const apply = (event) => {
        callOff();
        if (shown.endWaits) shown.update({ endWaits: false });
        if (event.type === 'ended') dismissOfCall(store);
        // A person who was removed isn't admitted again before someone calls them.
        if (event.type === 'ended' && event.reason === 'removed') store.set({ dismissedCall: event.callId });
        if (event.type === 'incoming') store.set(({ dismissedCall }) => ({ dismissedCall: dismissedCall === event.call.id ? null : dismissedCall }));
        if (event.type === 'ended' && givesWay(event.callId, event.reason)) return event.reason === 'onHold' ? store.set({ onHold: heldOf(shown.state) }) : undefined;
        const before = shown.state;
        store.set((state) => ({ call: reduceCall(state.call, event, clock.date(), clock.now()) }));
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
    /** @param {CallState | null} over */
    const leaveByItself = (over) => {
        if (!over || !endedWell(over)) return;
        clock.after(endedTime, () => {
            const call = shown.state;
            // A person who has focused one of its buttons is about to press it.
            const isInUse = globalThis.document?.activeElement?.closest('.call-ended-actions');
            if (call?.phase === 'ended' && call.endedAt === over.endedAt && !isInUse) shown.close();
        });
    };
    return {
        /** @param {CallEvent} event */
        received(event) {
            // Someone's new device or changed key is shown for longer.
            if (event.type === 'notice') return notify(store, event.text, 'plain', 20_000, true);
            if (event.type === 'rings') return calledNow(event);
            if (event.type === 'missed') return tellMissed(store, neverShown(event.call));
            if (event.type === 'refused') return notify(store, refusalLabel(event.name || text('common.somebody'), event.status, event.reply), 'plain', undefined, true);
            // No one is muted by others: the person decides.
            if (event.type === 'muteRequested') {
                if (shown.state?.isMuted) return undefined;
                const sentence = text('call.notice.muteRequested', { name: event.name || text('common.somebody') });
                return notify(store, sentence, 'plain', 20_000, true, { act: { label: text('call.mute'), action: 'mute' } });
            }
            if (event.type === 'left' && event.isRemoved) {
                notify(store, text('call.notice.removed', { name: event.name || text('common.somebody') }), 'plain', undefined, true);
            }
            // The person called may be calling at that moment: their call follows at once, and is the only news.
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
 * Announces the people who are called into the running call, in one sentence for all who are called together.
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
 * @param {Here} here
 * @param {NonNullable<CallPage['promised']>} promised
 */
function placingActions(store, shown, here, promised) {
    const callPeople = (/** @type {import('./people/people-state.js').Named[]} */ people, /** @type {boolean} */ video) => {
        const [peer] = people;
        if (!peer) return;
        const calls = here.signedIn?.calls;
        if (!calls || (shown.state && shown.state.phase !== 'ended')) return;
        // The server would answer that they are in a call, namely their own.
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
            // A person who missed a group call calls back the caller alone.
            const wasIn = before.isOutgoing || before.startedAt !== null;
            const group = wasIn && isOfSeveral(before) ? callable(othersOf(before), store.state.contacts.value) : [];
            callPeople(group.length > 0 ? group : [before.peer], before.isVideo);
        },
        answer(/** @type {boolean} */ video) {
            shown.open(shown.state?.id ?? null);
            shown.update({ phase: 'joining', isCameraOn: video });
            void shown.attempt(here.signedIn?.calls.answer({ video }));
        },
        decline: () => void shown.attempt(here.signedIn?.calls.decline()),
        writeReply: (/** @type {string | null} */ words) => shown.update({ replying: words === null ? null : fittingWords(words) }),
        callBack(/** @type {number} */ minutes) {
            const { peer = { userId: 0, name: '' }, replying = null } = shown.state ?? {};
            const reply = replyWith(minutes, replying ?? '');
            void shown.attempt(here.signedIn?.calls.decline(reply).then((isSaid) => {
                tellReplied(store, peer.name, reply, isSaid);
                if (isSaid) promised(peer, minutes);
            }));
        },
        hangUp() {
            shown.update({ phase: 'ending' });
            void shown.attempt(here.signedIn?.calls.hangUp());
        },
    };
}

/**
 * @param {ShownCall} shown
 * @param {Here} here
 * @param {NonNullable<CallPage['before']>} before
 */
const choiceActions = (shown, here, before) => ({
    ...mutingActions(shown, here, before),
    tileSized(/** @type {number | import('./stage/stage-layout.js').ScreenId} */ id, /** @type {number} */ height) {
        const subscriptions = here.signedIn?.calls.current?.subscriptions;
        if (typeof id === 'number') subscriptions?.setVisible(id, height, 'camera');
        else subscriptions?.setVisible(Number(id.slice('screen-'.length)), height, 'screen');
    },
    toggleCamera() {
        const toggle = () => {
            const isCameraOn = !shown.state?.isCameraOn;
            shown.update({ isCameraOn });
            void shown.choose(() => here.signedIn?.calls.current?.media.setCamera(isCameraOn));
        };
        if (shown.state?.isCameraOn === false) before(['camera'], toggle, { isNeeded: true });
        else toggle();
    },
    // Asks about the owner of a device in the call; the question stays until the person has answered it.
    itsThem: (/** @type {import('../../key-distribution/events.js').ShownIdentity} */ identity) => here.signedIn?.calls.current?.keys.note({ note: 'letIn', identity }),
    notThem: (/** @type {import('../../key-distribution/events.js').ShownIdentity} */ identity) => here.signedIn?.calls.current?.keys.note({ note: 'refused', identity }),
    toggleProtection: () => shown.update({ showsProtection: !shown.state?.showsProtection }),
});

/**
 * The browser asks what to share; choosing nothing isn't an error.
 * @param {ShownCall} shown
 * @param {Here} here
 * @param {boolean} canShare
 */
function screenActions(shown, here, canShare) {
    const share = (/** @type {boolean} */ isOn) => {
        const screen = here.signedIn?.calls.current?.screen;
        if (shown.state?.phase === 'inCall') void shown.choose(() => (isOn ? screen?.start() : screen?.stop()), 'plain');
    };
    return { toggleScreen: canShare ? () => share(!shown.state?.isSharing) : null, shareAnother: () => share(true) };
}

/**
 * A device is needed only to be heard again.
 * @param {ShownCall} shown
 * @param {Here} here
 * @param {NonNullable<CallPage['before']>} before
 */
function mutingActions(shown, here, before) {
    /** Whether the person is heard while they hold a key. */
    let isHeld = false;
    const set = (/** @type {boolean} */ isMuted, isTalking = false) => {
        isHeld = isTalking;
        shown.update({ isMuted, isTalking });
        void shown.choose(() => here.signedIn?.calls.current?.media.setMuted(isMuted));
    };
    return {
        toldSilent: (/** @type {import('../../calls/capture/silent-capture.js').CaptureNotice[]} */ silent) => shown.update({ silent }),
        heardMuted: (/** @type {boolean} */ isUnheard) => shown.update({ isUnheard }),
        mute: () => { if (shown.state?.isMuted === false) set(true); },
        toggleMute() {
            if (shown.state?.isMuted) before(['microphone'], () => set(!shown.state?.isMuted), { isNeeded: true });
            else set(true);
        },
        startTalking: () => { if (shown.state?.isMuted) set(false, true); },
        // Whatever the result: a person who has released the key isn't heard.
        stopTalking: () => { if (isHeld) set(true); },
    };
}

/**
 * The call on hold while the person is in another.
 * @param {CallState | null} call
 * @returns {import('./call-state.js').HeldState | null}
 */
function heldOf(call) {
    if (call?.id == null) return null;
    const there = participantsOf(call);
    const people = there.length > 0 ? there.map(({ userId, name }) => ({ userId, name })) : [call.peer];
    return { id: call.id, people, isVideo: call.isVideo, isBusy: false };
}

/**
 * The end of a call fills the window only if the call is in front: otherwise it interrupts nothing.
 * @param {PageStore} store
 * @param {ShownCall} shown
 * @param {CallState} over
 * @param {CallState} before
 */
function endQuietly(store, shown, over, before) {
    const isElsewhere = before.phase !== 'ended' && store.state.route.name !== 'call';
    if (!isElsewhere && !isSettled(over) && !wasMissed(over, before)) return;
    shown.close();
    if (wasMissed(over, before)) tellMissed(store, over);
    else if (!isSettled(over)) tellOver(store, over);
}

/**
 * Whether a call that rang here needs no notice: the person declined it, or has it on another device.
 * @param {CallState} call
 */
function isSettled(call) {
    if (call.isOutgoing || call.startedAt !== null) return false;
    return call.reason === 'declined' || call.reason === 'answeredElsewhere' || call.reason === 'declinedElsewhere';
}

/** The call that the page shows: its state, its place in the address, and failed actions. */
export class ShownCall {
    #store;
    #clock;

    /**
     * @param {PageStore} store
     * @param {Pick<import('../../media/clock.js').Clock, 'date' | 'now'>} clock
     */
    constructor(store, clock) {
        this.#store = store;
        this.#clock = clock;
    }

    get state() { return this.#store.state.call; }
    /** Whether the controller has reported the end, which is not shown yet. */
    get endWaits() { return this.state?.endWaits === true; }
    /** Whether the person is in a call that this page is not in. */
    get isElsewhere() { return this.#store.state.running !== null; }

    get ownUser() { return this.#store.state.account?.userId ?? null; }

    /** @param {CallState} call */
    begin(call) { this.#store.set({ call }); }

    /** @param {Partial<CallState>} change */
    update(change) { this.#store.set(({ call }) => ({ call: call && { ...call, ...change } })); }

    /** @param {import('../../texts/text.js').Words} why the reason why a request has no effect */
    refuse(why) { notify(this.#store, why, 'bad'); }

    /** @param {number | null} id null before the server has made the call */
    open(id) {
        /** @type {import('../../state/state.js').Route} */
        const route = { name: 'call', id: id ?? 0 };
        // The back button leads out of the call, not to its first moments.
        if (this.#isInAddress) history.replaceState(null, '', fragmentOf(route));
        else location.hash = fragmentOf(route);
        // The address changes asynchronously; until then the page would be drawn for another place.
        this.#store.set({ route });
    }

    close() {
        this.#store.set({ call: null });
        if (this.#isInAddress) location.hash = home;
    }

    /**
     * Placing, answering or ending: a failure ends the call on screen.
     * @param {Promise<unknown> | undefined} work
     */
    async attempt(work) {
        const begun = this.state;
        try {
            await work;
        } catch (error) {
            const call = this.state;
            const { code, message } = problemOf(error);
            if (code === 'noCall' || this.endWaits) return;
            // The person who couldn't be called may be calling by now.
            if (begun?.isOutgoing !== call?.isOutgoing) return;
            // A call that never began reports its end here; the controller reports all others.
            if (!call || call.phase === 'ended') return;
            const measured = call.measured && { ...call.measured, to: this.#clock.now() };
            this.update({ phase: 'ended', reason: 'failed', problem: message, endedAt: this.#clock.date(), measured });
        }
    }

    /**
     * A choice in the call: the call reports the result, and a failure is only a notice.
     * @param {() => unknown} work
     * @param {'bad' | 'plain'} [tone] of the notice
     */
    async choose(work, tone = 'bad') {
        try {
            await work();
        } catch (error) {
            const { code, message } = problemOf(error);
            if (code !== 'noCall') notify(this.#store, message, tone);
        }
    }

    get #isInAddress() { return parseRoute(location.hash).name === 'call'; }
}
