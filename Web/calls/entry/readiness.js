/**
 * What a call takes, made before: a worker while the page has nothing else to do, as its modules take longer to load than all
 * else of a call, and while it rings a session in Janus. The next call that begins here has them; without them it makes its own.
 */
export class Readiness {
    #platform;
    #makeJanus;
    /** @type {import('../../media/call-worker.js').CallWorker | null} */
    #worker = null;
    /** @type {import('../../protocol/janus/janus-client.js').JanusClient | null} */
    #janus = null;
    #isKept = false;

    /**
     * @param {import('../platform.js').Platform} platform
     * @param {() => import('../../protocol/janus/janus-client.js').JanusClient} makeJanus
     */
    constructor(platform, makeJanus) {
        this.#platform = platform;
        this.#makeJanus = makeJanus;
    }

    /** Calls are to come, and none is: the page keeps a worker for the next. */
    keep() {
        this.#isKept = true;
        this.#platform.whenIdle(() => { if (this.#isKept) this.#makeWorker(); });
    }

    rings() {
        this.#makeWorker();
        if (this.#janus) return;
        const janus = this.#makeJanus();
        this.#janus = janus;
        // Where that fails, the call connects by one of its own.
        janus.connect().catch(() => {
            if (this.#janus !== janus) return;
            this.#janus = null;
            void janus.close();
        });
    }

    ringsNoMore() {
        void this.#janus?.close();
        this.#janus = null;
        if (!this.#isKept) this.drop();
    }

    /**
     * Has something done by a worker without a call: the one that is kept, else one that ends with that.
     * @template Result
     * @param {(worker: import('../../media/call-worker.js').CallWorker) => Promise<Result>} work
     */
    async withWorker(work) {
        const kept = this.#worker;
        const worker = kept ?? this.#platform.makeWorker();
        try {
            return await work(worker);
        } finally {
            if (!kept) worker.close();
        }
    }

    /** What a call that begins now is made with. */
    take() {
        const [worker, janus] = [this.#worker, this.#janus];
        this.#isKept = false;
        this.#worker = null;
        this.#janus = null;
        let first = janus;
        return {
            worker: worker ?? this.#platform.makeWorker(),
            makeJanus: () => {
                const taken = first ?? this.#makeJanus();
                first = null;
                return taken;
            },
        };
    }

    drop() {
        this.#isKept = false;
        this.#worker?.close();
        this.#worker = null;
    }

    /** What cannot be made now is made when the call begins, and said then. */
    #makeWorker() {
        if (this.#worker || !this.#platform.canProtectMedia()) return;
        try {
            this.#worker = this.#platform.makeWorker();
        } catch { /* said then */ }
    }
}
