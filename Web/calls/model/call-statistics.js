/** Reasons for dropped frames that indicate a fault once a track runs. */
const bad = ['badTag', 'replay', 'noKey'];

/**
 * Counters of a call in frames, over all its tracks; named as in CallStatistics.swift.
 * @param {Record<string, import('../../media/counts.js').Counts>} counts by `sent <track>` and `received <device> <track>`
 * @param {{ keys: number, timeline: Pick<import('./set-up-timeline.js').SetUpTimeline, 'picture' | 'sound' | 'milliseconds'> }} call
 */
export function summarize(counts, { keys, timeline }) {
    const statistics = {
        audioFramesSealed: 0, videoFramesSealed: 0, audioFramesOpened: 0, videoFramesOpened: 0, framesDroppedBad: 0, keys,
        firstPictureMilliseconds: timeline.picture, firstSoundMilliseconds: timeline.sound, setUp: timeline.milliseconds,
        /** @type {Record<string, number>} */
        sealDrops: {},
        /** @type {Record<string, number>} */
        openDrops: {},
    };
    for (const [name, { passed, drops, dropsAfterFirst }] of Object.entries(counts)) {
        const isSent = name.startsWith('sent ');
        const kind = /audio$/i.test(name) ? 'audio' : 'video';
        statistics[/** @type {'audioFramesSealed'} */ (`${kind}Frames${isSent ? 'Sealed' : 'Opened'}`)] += passed;
        const sums = isSent ? statistics.sealDrops : statistics.openDrops;
        for (const [reason, count] of Object.entries(drops)) sums[reason] = (sums[reason] ?? 0) + count;
        if (!isSent) for (const reason of bad) statistics.framesDroppedBad += dropsAfterFirst[reason] ?? 0;
    }
    return statistics;
}

/** @typedef {ReturnType<typeof summarize>} CallStatistics */
