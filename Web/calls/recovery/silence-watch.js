import { audioCounts } from './audio-counts.js';
import { InboundAudioMonitor } from './inbound-audio-monitor.js';

/** In milliseconds: how long no audio of anybody comes before the way counts as broken, and how often that is looked at. */
const silenceTime = 2500;
const checkInterval = 500;
/** For so long after a change of the network silence may come of it, and so little of it says so. */
const suspicion = 5000;
const suspectedTime = 1000;

/** Watches whether audio of the others still arrives, while the way to the media server counts as working. */
export class SilenceWatch {
    #worker;
    #clock;
    #isWorking;
    #silent;
    #monitor = new InboundAudioMonitor();
    /** How many ways there were: what was counted on an earlier one says nothing. */
    #ways = 0;
    #suspectedAt = -Infinity;
    /** @type {Set<string>} */
    #ignored = new Set();
    #isStopped = false;
    #callOff = () => {};

    /**
     * @param {Pick<import('../../media/call-worker.js').CallWorker, 'statistics'>} worker
     * @param {import('../../media/clock.js').Clock} clock
     * @param {() => boolean} isWorking
     * @param {() => void} silent
     */
    constructor(worker, clock, isWorking, silent) {
        this.#worker = worker;
        this.#clock = clock;
        this.#isWorking = isWorking;
        this.#silent = silent;
    }

    start() {
        this.#callOff = this.#clock.after(checkInterval, async () => {
            const ways = this.#ways;
            const counts = await audioCounts(this.#worker);
            if (this.#isStopped) return;
            if (ways === this.#ways && this.#isWorking() && this.#isSilent(counts)) this.#silent();
            this.start();
        });
    }

    /** @param {Map<string, number>} counts */
    #isSilent(counts) {
        const now = this.#clock.now();
        const watched = new Map([...counts].filter(([sender]) => !this.#ignored.has(sender)));
        return this.#monitor.isSilent(watched, now, now < this.#suspectedAt + suspicion ? suspectedTime : silenceTime);
    }

    /**
     * Of these devices no audio comes because they reconnect, as the server says.
     * @param {Set<string>} addresses
     */
    ignore(addresses) { this.#ignored = addresses; }

    /** The machine's network has changed: for a while, less silence than else says that something is broken. */
    suspect() { this.#suspectedAt = this.#clock.now(); }

    /** The way is another from here on. */
    forget() {
        this.#ways += 1;
        this.#monitor.forget();
    }

    stop() {
        this.#isStopped = true;
        this.#callOff();
    }
}
