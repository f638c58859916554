/**
 * How many audio frames came so far, opened or not, by the address of who sent them.
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
