/**
 * Notices when audio stops arriving. Pure; InboundAudioMonitor.swift explains why. Swift has the same rule
 * (Tests/Vectors/inbound-audio.json), but here counts continue on a new connection, so the first count seen is the baseline.
 */
export class InboundAudioMonitor {
    /** @type {Map<string, { count: number, grewAt: number | null }>} */
    #seen = new Map();

    /**
     * Whether everything has been silent for that long.
     * @param {Map<string, number>} counts how many audio frames came, by sender
     * @param {number} now
     * @param {number} limit milliseconds
     */
    isSilent(counts, now, limit) {
        for (const name of [...this.#seen.keys()]) if (!counts.has(name)) this.#seen.delete(name);
        for (const [name, count] of counts) {
            const before = this.#seen.get(name);
            const grewAt = before && count > before.count ? now : before?.grewAt ?? null;
            this.#seen.set(name, { count, grewAt });
        }
        const watched = [...this.#seen.values()].flatMap(({ grewAt }) => (grewAt === null ? [] : [grewAt]));
        return watched.length > 0 && watched.every((grewAt) => now >= grewAt + limit);
    }

    /** From here on the connection is a new one. */
    forget() { this.#seen.clear(); }
}

/**
 * The number of audio frames received so far, decrypted or not, by the sender's address.
 * @param {Pick<import('../../media/call-worker.js').CallWorker, 'statistics'>} worker
 */
export async function audioCounts(worker) {
    const { counts } = await worker.statistics();
    return new Map(Object.entries(counts).flatMap(([name, { passed, drops }]) => {
        const sender = /^received (.*) audio$/.exec(name)?.[1];
        /** @type {[string, number][]} */
        const entry = sender === undefined ? [] : [[sender, Object.values(drops).reduce((sum, count) => sum + count, passed)]];
        return entry;
    }));
}
