/** @typedef {import('./past-call.js').PastCall} PastCall */
/** @typedef {import('./history-service.js').HistoryPage} HistoryPage */

/**
 * The newest calls were fetched again: those before them stay, and so does the cursor for more. Pure.
 * @param {{ calls: PastCall[] | null, next: string | null }} before
 * @param {HistoryPage} page
 * @returns {HistoryPage}
 */
export function renewed(before, page) {
    const oldest = page.calls.at(-1);
    if (page.next === null || !oldest) return page;
    const older = (before.calls ?? []).filter((call) => isBefore(call, oldest));
    return older.length > 0 ? { ...page, calls: [...page.calls, ...older], next: before.next } : page;
}

/**
 * The page after the fetched ones. A call that came in between is not listed twice.
 * @param {PastCall[]} calls
 * @param {HistoryPage} page
 * @returns {HistoryPage}
 */
export function extended(calls, page) {
    const oldest = calls.at(-1);
    return { ...page, calls: [...calls, ...page.calls.filter((call) => !oldest || isBefore(call, oldest))] };
}

/**
 * @param {PastCall} call
 * @param {PastCall} other
 */
const isBefore = (call, other) => call.startedAt < other.startedAt || (call.startedAt === other.startedAt && call.id < other.id);
