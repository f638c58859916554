import { namesOf } from '../texts/names.js';
import { reactionName } from '../views/calls/gestures.js';
import { text } from '../texts/text.js';

/** @typedef {import('../keys/channels/gestures.js').Reaction} Reaction */
/** @typedef {import('../calls/model/call-event.js').GestureEvent} GestureEvent */
/** @typedef {import('../state/state.js').CallState} CallState */

/** In milliseconds: how long a reaction is seen. */
export const reactionTime = 4000;
/** In milliseconds: who hears what is seen is told of gestures at most as often. */
const saidTime = 1000;

/**
 * The hand and the reactions of the person.
 * @param {import('./shown-call.js').ShownCall} shown
 * @param {() => import('../calls/call-controller.js').CallController | null} controller
 * @param {() => number | null} ownUser
 */
export const gestureActions = (shown, controller, ownUser) => ({
    toggleHand() {
        const call = shown.state;
        const own = ownUser();
        if (call?.phase === 'inCall' && own !== null) void shown.choose(Promise.resolve().then(() => controller()?.setHandRaised(!call.hands.includes(own))));
    },
    react(/** @type {Reaction} */ reaction) {
        if (shown.state?.phase === 'inCall') void shown.choose(Promise.resolve().then(() => controller()?.react(reaction)));
    },
});

/** Takes reactions from the tiles after a while, and says what others show to who does not see it. */
export class GestureNews {
    #shown;
    #clock;
    #ownUser;
    /** @type {{ raised: number[], lowered: number[], reactions: { userId: number, reaction: Reaction }[] }} what is still to be said */
    #waiting = { raised: [], lowered: [], reactions: [] };
    #isPaused = false;

    /**
     * @param {import('./shown-call.js').ShownCall} shown
     * @param {import('../media/clock.js').Clock} clock
     * @param {() => number | null} ownUser
     */
    constructor(shown, clock, ownUser) {
        this.#shown = shown;
        this.#clock = clock;
        this.#ownUser = ownUser;
    }

    /**
     * An event that the call on screen has taken.
     * @param {import('../calls/model/call-event.js').CallEvent} event
     */
    took(event) {
        if (event.type === 'incoming' || event.type === 'ended') this.#waiting = { raised: [], lowered: [], reactions: [] };
        if (event.type === 'hands') {
            const { raised, lowered } = this.#waiting;
            // Who has raised and lowered it since has shown nothing that is still to be said.
            this.#waiting.raised = [...raised.filter((one) => event.userIds.includes(one)), ...event.raised];
            this.#waiting.lowered = [...lowered.filter((one) => !event.userIds.includes(one)), ...event.lowered.filter((one) => !raised.includes(one))];
        } else if (event.type === 'reaction') {
            this.#endLater();
            if (event.userId === this.#ownUser()) return;
            const others = this.#waiting.reactions.filter(({ userId }) => userId !== event.userId);
            this.#waiting.reactions = [...others, { userId: event.userId, reaction: event.reaction }];
        } else return;
        this.#say();
    }

    /** The newest reaction is shown for a while. */
    #endLater() {
        const call = this.#shown.state;
        const newest = call?.reactions.at(-1)?.id;
        this.#clock.after(reactionTime, () => {
            const now = this.#shown.state;
            if (now && newest !== undefined) this.#shown.update({ reactions: now.reactions.filter(({ id }) => id !== newest) });
        });
    }

    #say() {
        if (this.#isPaused) return;
        const call = this.#shown.state;
        const sentence = call && this.#next(call);
        if (!sentence) return;
        this.#isPaused = true;
        this.#shown.update({ gestureSaid: sentence });
        this.#clock.after(saidTime, () => {
            this.#isPaused = false;
            // The same once more is said again.
            this.#shown.update({ gestureSaid: '' });
            this.#say();
        });
    }

    /**
     * Hands before all else; of many at once one sentence.
     * @param {CallState} call
     */
    #next(call) {
        const { raised, lowered, reactions } = this.#waiting;
        const named = (/** @type {number[]} */ userIds) => namesOf(userIds.map((userId) => ({ name: nameOf(call, userId) })));
        if (raised.length > 0) {
            this.#waiting.raised = [];
            return text(raised.length > 1 ? 'hand.areRaised' : 'hand.isRaised', { names: named(raised) });
        }
        if (lowered.length > 0) {
            this.#waiting.lowered = [];
            return text(lowered.length > 1 ? 'hand.areLowered' : 'hand.isLowered', { names: named(lowered) });
        }
        if (reactions.length === 0) return null;
        this.#waiting.reactions = [];
        const [{ userId, reaction }] = reactions;
        if (reactions.length > 1) return text('reaction.several', { names: named(reactions.map((one) => one.userId)) });
        return text('reaction.by', { name: nameOf(call, userId) || text('common.somebody'), reaction: reactionName(reaction) });
    }
}

/**
 * @param {CallState} call
 * @param {number} userId
 */
const nameOf = ({ participants, people }, userId) => [...participants, ...people].find((one) => one.userId === userId)?.name ?? '';
