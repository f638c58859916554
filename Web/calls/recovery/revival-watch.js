import { audioCounts } from './inbound-audio-monitor.js';

/** How often a silent connection is checked while another is being made, in milliseconds. */
const interval = 200;
/** This many audio frames of one sender are not left over from before: a fifth of a second. */
const enough = 10;

/** Checks whether a connection that fell silent carries media again: the network may only have been down for a while. */
export class RevivalWatch {
    #worker;
    #clock;
    #revived;
    #runs = 0;
    #callOff = () => {};
    isRunning = false;

    /**
     * @param {Pick<import('../../media/call-worker.js').CallWorker, 'statistics'>} worker
     * @param {import('../../media/clock.js').Clock} clock
     * @param {() => void} revived
     */
    constructor(worker, clock, revived) {
        this.#worker = worker;
        this.#clock = clock;
        this.#revived = revived;
    }

    start() {
        this.stop();
        this.isRunning = true;
        void this.#look(this.#runs, null);
    }

    /**
     * @param {number} run
     * @param {Map<string, number> | null} first what had come when it fell silent
     */
    async #look(run, first) {
        const counts = await audioCounts(this.#worker);
        if (run !== this.#runs) return;
        if (first && [...counts].some(([sender, count]) => count >= (first.get(sender) ?? 0) + enough)) {
            this.stop();
            return this.#revived();
        }
        this.#callOff = this.#clock.after(interval, () => void this.#look(run, first ?? counts));
    }

    /** The connection is replaced, or lost for good. */
    stop() {
        this.#runs += 1;
        this.isRunning = false;
        this.#callOff();
    }
}
