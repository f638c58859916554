import { systemClock } from '../media/clock.js';
import { Listeners } from './listeners.js';

/** The average offset, in milliseconds, of a time that is given in whole seconds. */
const halfSecond = 500;
/** In milliseconds: an answer that took longer is too inaccurate. */
const slowest = 10_000;
/** The tolerated error of a wall clock, in milliseconds. */
const tolerance = 60_000;

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** An IMF-fixdate, the only form that servers may send (RFC 9110 section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** @typedef {{ amount: number, unit: 'minutes' | 'hours' | 'days', direction: 'slow' | 'fast' }} ClockNotice how a wall clock differs from the server's */
/** @typedef {Pick<import('../media/clock.js').Clock, 'now' | 'date'>} DeviceClocks */

/**
 * The server's time, according to the `Date` of its answers and this device's monotonic clock. The wall clock counts only until an answer
 * was observed. Every timestamp of another machine is compared with this one. The twin of ServerClock.swift
 * (`Tests/Vectors/server-time.json`).
 */
export class ServerClock {
    #clocks;
    /** @type {{ moment: number, at: number } | null} the server's time in Unix milliseconds, and when that was on the monotonic clock */
    #observed = null;
    /** The assumed error of the wall clock until then, in milliseconds. */
    #assumed = 0;
    /** @type {Listeners<[]>} */
    #observations = new Listeners();

    /** @param {DeviceClocks} [clocks] */
    constructor(clocks = systemClock) { this.#clocks = clocks; }

    /** The time of the monotonic clock for observations, in milliseconds. */
    monotonic() { return this.#clocks.now(); }

    /** The server's time now, in Unix milliseconds. */
    now() {
        const { now, date } = this.#clocks;
        return this.#observed === null ? date() + this.#assumed : this.#observed.moment + now() - this.#observed.at;
    }

    /** How far the server's time is ahead of this device's wall clock, in milliseconds; null before an observation. */
    difference() { return this.#observed === null ? null : this.now() - this.#clocks.date(); }

    /**
     * @param {string | null} date the answer's `Date`
     * @param {number} sentAt when the answer was requested, in milliseconds of the monotonic clock
     * @param {number} receivedAt when its headers were here
     */
    observe(date, sentAt, receivedAt) {
        const moment = readHTTPDate(date);
        const at = (sentAt + receivedAt) / 2;
        if (moment === null || receivedAt - sentAt > slowest || (this.#observed !== null && at < this.#observed.at)) return;
        this.#observed = { moment: moment + halfSecond, at };
        this.#observations.notify();
    }

    /** @param {number} difference by how much the server's time was ahead of the wall clock when it was last known, in milliseconds */
    assume(difference) { this.#assumed = difference; }

    /** @param {() => void} listener is called after each observation */
    onObserved(listener) { return this.#observations.add(listener); }
}

/**
 * Unix milliseconds; null for any other form.
 * @param {string | null} text
 */
function readHTTPDate(text) {
    const moment = text !== null && httpDate.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(moment) ? null : moment;
}

/**
 * The notice about the person's wall clock; null while it is accurate enough, or the server's time isn't known.
 * @param {number | null} difference how far the server's time is ahead, in milliseconds
 * @returns {ClockNotice | null}
 */
export function clockNotice(difference) {
    if (difference === null) return null;
    const off = Math.abs(difference);
    if (off <= tolerance) return null;
    const direction = difference > 0 ? 'slow' : 'fast';
    const [minutes, hours, days] = [minute, hour, day].map((unit) => Math.round(off / unit));
    if (minutes < 60) return { amount: minutes, unit: 'minutes', direction };
    return hours < 24 ? { amount: hours, unit: 'hours', direction } : { amount: days, unit: 'days', direction };
}
