/**
 * Resources of a call, prepared in advance: a worker while the page is idle, because its modules load more slowly than everything else of a
 * call, and a session in Janus while a call rings. The next call that starts here uses them; without them it creates its own.
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

    /** Calls are possible and none is running: the page keeps a worker for the next one. */
    keep() {
        this.#isKept = true;
        this.#platform.whenIdle(() => { if (this.#isKept) this.#makeWorker(); });
    }

    rings() {
        this.#makeWorker();
        if (this.#janus) return;
        const janus = this.#makeJanus();
        this.#janus = janus;
        // If this fails, the call makes its own connection.
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
     * Runs a task in a worker without a call: in the idle one, or in one that ends with the task.
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

    /** Takes the resources for a call that starts now. */
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

    /** A failure here is ignored: the worker is created when the call starts, and a failure is reported then. */
    #makeWorker() {
        if (this.#worker || !this.#platform.canProtectMedia()) return;
        try {
            this.#worker = this.#platform.makeWorker();
        } catch { /* said then */ }
    }
}
