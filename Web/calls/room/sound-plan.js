/** How many people are heard at once; the server has the same limit. */
export const mostHeard = 16;

/**
 * One m-line of the audio connection: the feed last assigned to it, and whether Janus sends on it.
 * @typedef {{ mid: string, feed: number | null, isSent: boolean }} SoundLine
 */
/**
 * @template Wanted
 * @typedef {{ kept: { line: SoundLine, source: Wanted }[], moved: { line: SoundLine, source: Wanted }[], added: Wanted[], idle: SoundLine[] }} SoundPlan
 */

/**
 * Assigns m-lines to people. Everyone keeps theirs; a person without one takes a free one, and a line is added only if none is free. Lines
 * that no one needs are stopped. Pure.
 * @template {{ feed: number }} Wanted
 * @param {SoundLine[]} lines
 * @param {Wanted[]} wanted
 * @returns {SoundPlan<Wanted>}
 */
export function planSound(lines, wanted) {
    const heard = wanted.slice(0, mostHeard);
    const kept = heard.flatMap((source) => {
        const line = lines.find(({ feed }) => feed === source.feed);
        return line ? [{ line, source }] : [];
    });
    const free = lines.filter((line) => !kept.some((one) => one.line === line));
    const left = heard.filter((source) => !kept.some((one) => one.source === source));
    const moved = left.slice(0, free.length).map((source, index) => ({ line: free[index], source }));
    const idle = free.slice(moved.length).filter(({ isSent }) => isSent);
    return { kept, moved, added: left.slice(free.length), idle };
}
