/** How long earlier frames may still be drawn, if the browser doesn't report which it draws; in milliseconds. */
const longest = 400;
/** RTP timestamps wrap around. */
const half = 2 ** 31;

/** @typedef {{ rtpTimestamp?: number }} DrawnPicture */
/** @typedef {HTMLVideoElement & { requestVideoFrameCallback?: (drawn: (now: number, picture: DrawnPicture) => void) => void }} Video */

/**
 * Whether a picture is this one or a later one.
 * @param {number} timestamp
 * @param {number} first
 */
export const isReached = (timestamp, first) => ((timestamp - first) >>> 0) < half;

/**
 * Returns once a track shows the picture with this timestamp: until then it may show earlier ones. A hidden page draws nothing, so it waits
 * for a while instead.
 * @param {MediaStreamTrack} track
 * @param {number | null} timestamp in the sender's count, null if unknown
 * @param {import('../../media/clock.js').Clock} clock
 * @returns {Promise<void>}
 */
export function pictureReached(track, timestamp, clock) {
    return new Promise((resolve) => {
        /** @type {Video} */
        const video = document.createElement('video');
        const done = () => {
            callOff();
            video.srcObject = null;
            resolve();
        };
        const callOff = clock.after(longest, done);
        if (timestamp === null || !video.requestVideoFrameCallback) return;
        const watch = () => video.requestVideoFrameCallback?.((_, { rtpTimestamp }) => {
            if (rtpTimestamp !== undefined && isReached(rtpTimestamp, timestamp)) done();
            else if (video.srcObject) watch();
        });
        [video.muted, video.playsInline, video.srcObject] = [true, true, new MediaStream([track])];
        watch();
        void video.play()?.catch(() => {});
    });
}
