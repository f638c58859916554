import { memberOf, participantsOf } from '../people/people-state.js';
import { namesOf } from '../../../texts/names.js';
import { handPlace, reactionName } from './gestures.js';
import { text } from '../../../texts/text.js';

/** @typedef {import('../../../keys/channels/gestures.js').Reaction} Reaction */
/** @typedef {import('../call-state.js').CallState} CallState */

/** In milliseconds: how long a reaction is shown. */
export const reactionTime = 4000;
/** In milliseconds: the shortest interval between gestures announced to screen readers. */
const saidTime = 1000;

/**
 * @param {import('../call-actions.js').ShownCall} shown
 * @param {import('../../../state/here.js').Reach<'calls'>} here
 */
export const gestureActions = (shown, here) => ({
    toggleHand() {
        const call = shown.state;
        const own = shown.ownUser;
        if (call?.phase === 'inCall' && own !== null) void shown.choose(() => here.signedIn?.calls.current?.gestures.setHand(handPlace(call, own) === null));
    },
    react(/** @type {Reaction} */ reaction) {
        if (shown.state?.phase === 'inCall') void shown.choose(() => here.signedIn?.calls.current?.gestures.react(reaction));
    },
});

/** Removes reactions from the tiles after a while, and announces the others' gestures to screen readers. */
export class GestureNews {
    #shown;
    #clock;
    /** @type {{ raised: number[], lowered: number[], reactions: { userId: number, reaction: Reaction }[] }} what is still to be said */
    #waiting = { raised: [], lowered: [], reactions: [] };
    #isPaused = false;

    /**
     * @param {import('../call-actions.js').ShownCall} shown
     * @param {import('../../../media/clock.js').Clock} clock
     */
    constructor(shown, clock) {
        this.#shown = shown;
        this.#clock = clock;
    }

    /** @param {import('../../../calls/model/call-event.js').CallEvent} event */
    took(event) {
        if (event.type === 'incoming' || event.type === 'ended') this.#waiting = { raised: [], lowered: [], reactions: [] };
        if (event.type === 'hand') {
            this.#handMoved(event.userId, event.isOn);
            // Several at once are announced in one sentence.
            return queueMicrotask(() => this.#say());
        }
        if (event.type === 'members') return this.#forgetGone();
        if (event.type === 'reaction') {
            this.#endLater();
            if (event.userId === this.#shown.ownUser) return;
            const others = this.#waiting.reactions.filter(({ userId }) => userId !== event.userId);
            this.#waiting.reactions = [...others, { userId: event.userId, reaction: event.reaction }];
            this.#say();
        }
        return undefined;
    }

    /**
     * A hand that was raised and lowered since needs no announcement.
     * @param {number} userId
     * @param {boolean} isRaised
     */
    #handMoved(userId, isRaised) {
        const { raised, lowered } = this.#waiting;
        const [to, from] = isRaised ? [raised, lowered] : [lowered, raised];
        this.#waiting.raised = raised.filter((one) => one !== userId);
        this.#waiting.lowered = lowered.filter((one) => one !== userId);
        if (from.includes(userId)) return;
        if (isRaised) this.#waiting.raised = [...to, userId];
        else this.#waiting.lowered = [...to, userId];
    }

    /** A participant who left before the announcement no longer has a raised hand. */
    #forgetGone() {
        const call = this.#shown.state;
        if (call) this.#waiting.raised = this.#waiting.raised.filter((userId) => participantsOf(call).some((one) => one.userId === userId));
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
            // The same gesture is announced again.
            this.#shown.update({ gestureSaid: '' });
            this.#say();
        });
    }

    /**
     * Raised hands come first; many at once are announced in one sentence.
     * @param {CallState} call
     */
    #next(call) {
        const { raised, lowered, reactions } = this.#waiting;
        const named = (/** @type {number[]} */ userIds) => namesOf(userIds.map((userId) => ({ name: memberOf(call, userId)?.name ?? '' })));
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
        return text('reaction.by', { name: memberOf(call, userId)?.name || text('common.somebody'), reaction: reactionName(reaction) });
    }
}
