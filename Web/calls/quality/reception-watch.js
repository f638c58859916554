import { EncoderStrength } from './encoder-strength.js';
import { ReceiverLimits } from './receiver-limits.js';
import { ReceptionReports } from './reception-reports.js';

/** How often the connections are looked at, in milliseconds. */
const interval = 500;

/** Receivers tell senders what reaches them, for the media server does not; senders do as they are told. */
export class ReceptionWatch {
    #reports = new ReceptionReports();
    #limits = new ReceiverLimits();
    #encoder = new EncoderStrength();
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
     * @param {(layers: Map<string, number>, mostPictures: number | null) => void} options.carries which layer the line carries of each device, and how many pictures; null for any number
     * @param {() => Set<string>} options.receivers the devices that are in the call beside this one
     * @param {(plan: import('../room/layers.js').LayerPlan, screen: number) => void} options.send what of video may be sent, and how many bits a second of a screen
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
        const now = this.#options.clock.now();
        this.#options.report(this.#reports.make(receptions, now));
        this.#options.carries(this.#reports.layers, this.#reports.mostPictures);
        this.#encoder.take(sending?.isSlow ?? false, this.#limits.plan, now);
        this.#limits.tick();
        this.#send();
        this.#wait();
    }

    #send() {
        if (this.#isOver) return;
        this.#limits.are(this.#options.receivers());
        this.#options.send(this.#encoder.of(this.#limits.plan), this.#limits.screen);
    }

    /** @param {boolean} isSharing whether a screen is sent beside the camera */
    shares(isSharing) {
        this.#limits.isSharing = isSharing;
        this.#send();
    }

    /**
     * How the own media arrives at another device, and what it wants of it.
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} receiver
     */
    reported(report, receiver) {
        this.#limits.take(report, receiver);
        this.#send();
    }

    /** Somebody came or went. */
    membersChanged() { this.#send(); }

    stop() {
        this.#isOver = true;
        this.#callOff();
    }
}
