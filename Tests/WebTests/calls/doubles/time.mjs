let computing = 0;
// Cryptography runs on other threads: its completion shows only here.
for (const name of ['encrypt', 'decrypt', 'deriveBits', 'deriveKey', 'importKey', 'exportKey', 'generateKey', 'unwrapKey', 'digest', 'sign', 'verify']) {
    const original = SubtleCrypto.prototype[name];
    SubtleCrypto.prototype[name] = async function counted(...values) {
        computing += 1;
        try {
            return await original.apply(this, values);
        } finally {
            computing -= 1;
        }
    };
}

/** Returns when nothing more happens without time passing or someone acting. */
export async function settle() {
    for (let quiet = 0; quiet < 4; quiet = computing === 0 ? quiet + 1 : 0) await new Promise((resolve) => { setImmediate(resolve); });
}

/** A clock that stands still until it is moved. */
export class ClockDouble {
    #now = 1000;
    #timers = new Set();

    now() { return this.#now; }
    date() { return 1_700_000_000_000 + this.#now; }
    get waiting() { return this.#timers.size; }

    after(milliseconds, body) {
        const timer = { at: this.#now + milliseconds, body };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
    }

    /** Advances time; everyone who waits gets a turn, in order. */
    async advance(milliseconds) {
        await settle();
        const end = this.#now + milliseconds;
        for (;;) {
            const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
            if (!next) break;
            this.#timers.delete(next);
            this.#now = Math.max(this.#now, next.at);
            next.body();
            await settle();
        }
        this.#now = end;
        await settle();
    }
}

/** A gate that can be closed: anyone who reaches it waits until it opens. */
export class Gate {
    #waiting = null;

    shut() { this.#waiting ??= []; }
    get isWaitedAt() { return (this.#waiting?.length ?? 0) > 0; }
    open() {
        const waiting = this.#waiting ?? [];
        this.#waiting = null;
        for (const resume of waiting) resume();
    }

    async pass() { if (this.#waiting) await new Promise((resolve) => { this.#waiting.push(resolve); }); }
}
