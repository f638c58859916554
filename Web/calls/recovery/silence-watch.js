import { InboundAudioMonitor } from './inbound-audio-monitor.js';

/** In milliseconds: how long no audio of anybody comes before the way counts as broken, and how often that is looked at. */
const silenceTime = 2500;
const checkInterval = 500;

/** Watches whether audio of the others still arrives, while the way to the media server counts as working. */
export class SilenceWatch {
    #worker;
    #clock;
    #isWorking;
    #silent;
    #monitor = new InboundAudioMonitor(silenceTime);
    /** How many ways there were: what was counted on an earlier one says nothing. */
    #ways = 0;
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
            const counts = audioFramesOf((await this.#worker.statistics()).counts);
            if (this.#isStopped) return;
            if (ways === this.#ways && this.#isWorking() && this.#monitor.isSilent(counts, this.#clock.now())) this.#silent();
            this.start();
        });
    }

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

/**
 * How many audio frames came so far, opened or not, by who sent them.
 * @param {Record<string, import('../../media/counts.js').Counts>} counts
 */
function audioFramesOf(counts) {
    return new Map(Object.entries(counts).flatMap(([name, { passed, drops }]) =>
        (/^received .* audio$/.test(name) ? [[name, Object.values(drops).reduce((sum, count) => sum + count, passed)]] : [])));
}
