/** @typedef {import('../calls/model/call-event.js').CallEvent} CallEvent */
/** @typedef {import('../protocol/signaling/signals.js').Signal} Signal */
/**
 * The events that a feature handles while someone is signed in.
 * @typedef {object} Takes
 * @property {{ [Type in CallEvent['type']]?: (event: CallEvent & { type: Type }) => CallEvent | null | void }} [events] of calls; a function that
 *     returns an event has the features behind it take that one instead, and null ends it
 * @property {(event: CallEvent) => void} [everyEvent] the events that no other handler has ended before
 * @property {{ [Type in Signal['type']]?: (signal: Signal & { type: Type }) => void }} [signals] of the server
 * @property {() => void} [connected] signals may have been lost, so everything that they would have changed is fetched
 *     (docs/wire-protocol.md 3.6)
 */

/** Passes events of calls and signals of the server to the features that handle them. */
export class News {
    #features;

    /** @param {Takes[]} features in the order in which they take an event */
    constructor(features) { this.#features = features; }

    /** @param {CallEvent} event */
    told(event) {
        for (const { events, everyEvent } of this.#features) {
            const answer = taking(events, event.type)?.(event);
            if (answer === null) return;
            event = answer ?? event;
            everyEvent?.(event);
        }
    }

    /** @param {Signal} signal */
    heard(signal) { for (const { signals } of this.#features) taking(signals, signal.type)?.(signal); }

    connected() { for (const { connected } of this.#features) connected?.(); }
}

/**
 * The function matches this type, which the checker cannot infer.
 * @param {object | undefined} table
 * @param {string} type
 */
const taking = (table, type) => /** @type {{ [type: string]: ((happened: CallEvent | Signal) => CallEvent | null | undefined) | undefined } | undefined} */ (table)?.[type];
