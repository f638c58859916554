import { ReceiverLimits } from './receiver-limits.js';
import { ReceptionReports } from './reception-reports.js';

/** How often the connections are looked at, in milliseconds. */
const interval = 500;

/** Receivers tell senders what reaches them, for the media server does not; senders do as they are told. */
export class ReceptionWatch {
    #reports = new ReceptionReports();
    #limits = new ReceiverLimits();
    #options;
    #callOff = () => {};
    #isOver = false;

    /**
     * @param {object} options
     * @param {import('../../media/clock.js').Clock} options.clock
     * @param {() => Promise<Map<string, import('./reception.js').Reception>>} options.receptions
     * @param {(receptions: Map<string, import('./reception.js').Reception>, sending: import('./reception.js').Sending | null) => void} options.seen
     * @param {() => Promise<import('./reception.js').Sending | null>} options.sending
     * @param {(reports: Record<string, import('../../keys/channels/reception-report.js').ReceptionReport>) => void} options.report
     * @param {(bitrate: number | null) => void} options.limit how many bits a second of video may be sent; null for any
     */
    constructor(options) {
        this.#options = options;
        this.#wait();
    }

    #wait() {
        if (!this.#isOver) this.#callOff = this.#options.clock.after(interval, () => void this.#look());
    }

    async #look() {
        const [receptions, sending] = await Promise.all([this.#options.receptions().catch(() => new Map()), this.#options.sending().catch(() => null)]);
        if (this.#isOver) return;
        this.#options.seen(receptions, sending);
        this.#options.report(this.#reports.make(receptions, this.#options.clock.now()));
        this.#limits.tick();
        this.#options.limit(this.#limits.limit);
        this.#wait();
    }

    /**
     * How the own media arrives at another device.
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} receiver
     */
    reported(report, receiver) {
        this.#limits.take(report, receiver);
        this.#options.limit(this.#limits.limit);
    }

    /** @param {string} receiver */
    left(receiver) { this.#limits.forget(receiver); }

    stop() {
        this.#isOver = true;
        this.#callOff();
    }
}
