import { LineSampler, sampleOfReport, sampleOfSending } from './line-sampler.js';
import { judge } from './quality-cause.js';
import { QualityMeter } from './quality-level.js';

/** @typedef {import('./reception.js').Reception} Reception */
/** @typedef {import('./quality-level.js').QualityLevel} QualityLevel */

/** In milliseconds: how often the connections are judged, and how long a report is valid. */
const interval = 950;
const reportTime = 10_000;
/** In milliseconds: a round trip above this makes this device's connection less than good (`quality-level`). */
const far = 400;

/** The quality of a call's connections, second by second; reports changes. Times are passed in: pure except for the meters. */
export class QualityWatch {
    #changed;
    /** @type {Map<number, { sampler: LineSampler, meter: QualityMeter, level: QualityLevel | null }>} by person */
    #received = new Map();
    /** @type {{ meter: QualityMeter, level: QualityLevel | null }} */
    #sending = { meter: new QualityMeter(), level: null };
    /** @type {Map<number, { report: import('../../keys/channels/reception-report.js').ReceptionReport, at: number, meter: QualityMeter }>} */
    #reports = new Map();
    #at = -Infinity;
    #said = '';

    /** @param {(judgement: import('./quality-cause.js').Judgement) => void} changed */
    constructor(changed) { this.#changed = changed; }

    /**
     * @param {number} user
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {number} now
     */
    reported(user, report, now) { this.#reports.set(user, { meter: new QualityMeter(), ...this.#reports.get(user), report, at: now }); }

    /**
     * The connections at present; each counts at most once a second.
     * @param {Map<number, Reception>} receptions by person: those who aren't there are left out
     * @param {import('./reception.js').Sending | null} sending
     * @param {number} now
     * @param {ReadonlySet<number>} [withoutVideo] the people who send no video by their own choice
     */
    look(receptions, sending, now, withoutVideo = new Set()) {
        if (now < this.#at + interval) return;
        this.#at = now;
        for (const user of [...this.#received.keys()]) if (!receptions.has(user)) this.#received.delete(user);
        for (const [user, reception] of receptions) this.#receive(user, reception, now, !withoutVideo.has(user));
        const sample = sending && sampleOfSending(sending);
        if (sample) this.#sending.level = this.#sending.meter.take(sample);
        this.#say([...receptions.values()].some(({ roundTrip }) => (roundTrip ?? 0) * 1000 >= far), this.#judgeReports(now));
    }

    /**
     * @param {number} user
     * @param {Reception} reception
     * @param {number} now
     * @param {boolean} hasVideo
     */
    #receive(user, reception, now, hasVideo) {
        const line = this.#received.get(user) ?? { sampler: new LineSampler(), meter: new QualityMeter(), level: null };
        const sample = line.sampler.take(reception, now, hasVideo);
        if (sample) line.level = line.meter.take(sample);
        this.#received.set(user, line);
    }

    /**
     * @param {number} now
     * @returns {Map<number, QualityLevel>}
     */
    #judgeReports(now) {
        for (const [user, { at }] of [...this.#reports]) if (now > at + reportTime) this.#reports.delete(user);
        return new Map([...this.#reports].map(([user, { report, meter }]) => [user, meter.take(sampleOfReport(report))]));
    }

    /**
     * @param {boolean} isFar
     * @param {Map<number, QualityLevel>} reported
     */
    #say(isFar, reported) {
        /** @type {Map<number, QualityLevel>} */
        const received = new Map();
        for (const [user, { level }] of this.#received) if (level) received.set(user, level);
        const judgement = judge({ sending: this.#sending.level, received, reported, isFar });
        const text = JSON.stringify([judgement.own, ...judgement.others]);
        if (text === this.#said) return;
        this.#said = text;
        this.#changed(judgement);
    }

    /** From here on the connections are new ones. */
    forget() {
        this.#received.clear();
        this.#reports.clear();
        this.#sending = { meter: new QualityMeter(), level: null };
    }

    /** @param {number} user has left: their quality is news again when they are back */
    left(user) {
        this.#said = '';
        this.#received.delete(user);
        this.#reports.delete(user);
    }
}
