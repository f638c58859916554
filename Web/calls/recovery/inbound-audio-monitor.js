/**
 * Notices that no audio arrives any more although it did. Pure; see InboundAudioMonitor.swift for why. Counts continue over a
 * new way here, so what is seen first is where a count begins.
 */
export class InboundAudioMonitor {
    #limit;
    /** @type {Map<string, { count: number, grewAt: number | null }>} */
    #seen = new Map();

    /** @param {number} limit milliseconds */
    constructor(limit) { this.#limit = limit; }

    /**
     * @param {Map<string, number>} counts how many audio frames came, by sender
     * @param {number} now
     */
    isSilent(counts, now) {
        for (const name of [...this.#seen.keys()]) if (!counts.has(name)) this.#seen.delete(name);
        for (const [name, count] of counts) {
            const before = this.#seen.get(name);
            const grewAt = before && count > before.count ? now : before?.grewAt ?? null;
            this.#seen.set(name, { count, grewAt });
        }
        const watched = [...this.#seen.values()].flatMap(({ grewAt }) => (grewAt === null ? [] : [grewAt]));
        return watched.length > 0 && watched.every((grewAt) => now >= grewAt + this.#limit);
    }

    /** The way is another from here on. */
    forget() { this.#seen.clear(); }
}
