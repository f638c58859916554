import { audioCounts, InboundAudioMonitor } from './inbound-audio-monitor.js';

/** In milliseconds: how long no audio at all may arrive before the connection counts as broken, and how often that is checked. */
const silenceTime = 2500;
const checkInterval = 500;
/** How long after a network change silence may result from it, and how little silence then suffices. */
const suspicion = 5000;
const suspectedTime = 1000;

/** Checks whether audio of the others still arrives while the connection to the media server counts as working. */
export class SilenceWatch {
    #worker;
    #clock;
    #room;
    #monitor = new InboundAudioMonitor();
    /** The number of connections so far: counters of an earlier one don't count. */
    #ways = 0;
    #suspectedAt = -Infinity;
    /** @type {Set<string>} */
    #ignored = new Set();
    #isStopped = false;
    #callOff = () => {};

    /**
     * @param {Pick<import('../../media/call-worker.js').CallWorker, 'statistics'>} worker
     * @param {import('../../media/clock.js').Clock} clock
     * @param {{ isWorking: () => boolean, isSuspected: () => boolean, silent: () => void }} room whether its media connection counts as
     *     working; whether something else indicates that it doesn't, so that less silence is enough; the callback
     */
    constructor(worker, clock, room) {
        this.#worker = worker;
        this.#clock = clock;
        this.#room = room;
    }

    start() {
        this.#callOff = this.#clock.after(checkInterval, async () => {
            const ways = this.#ways;
            const counts = await audioCounts(this.#worker);
            if (this.#isStopped) return;
            if (ways === this.#ways && this.#room.isWorking() && this.#isSilent(counts)) this.#room.silent();
            this.start();
        });
    }

    /** @param {Map<string, number>} counts */
    #isSilent(counts) {
        const now = this.#clock.now();
        const watched = new Map([...counts].filter(([sender]) => !this.#ignored.has(sender)));
        const isSuspected = now < this.#suspectedAt + suspicion || this.#room.isSuspected();
        return this.#monitor.isSilent(watched, now, isSuspected ? suspectedTime : silenceTime);
    }

    /**
     * Devices that send no audio because, according to the server, they are muted or reconnecting, or that give this one no key.
     * @param {Set<string>} addresses
     */
    ignore(addresses) { this.#ignored = addresses; }

    /** The machine's network has changed: for a while, less silence than usual indicates a broken connection. */
    suspect() { this.#suspectedAt = this.#clock.now(); }

    /** From here on the connection is a new one. */
    forget() {
        this.#ways += 1;
        this.#monitor.forget();
    }

    stop() {
        this.#isStopped = true;
        this.#callOff();
    }
}
