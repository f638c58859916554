/**
 * The metadata that is used; a browser may leave out any of it.
 * @typedef {{ data: ArrayBuffer, timestamp?: number, getMetadata?: () => { synchronizationSource?: number, rtpTimestamp?: number } }} EncodedFrame
 */

/**
 * Moves the frames of one track from a stream to another, one after the other and in order.
 *
 * Frames wait in an array here: a stream that is not read in time makes Chromium drop video.
 * @param {{ readable: ReadableStream<EncodedFrame>, writable: WritableStream<EncodedFrame> }} transformer
 * @param {(frame: EncodedFrame) => Promise<boolean>} handle false when the frame must not pass
 * @param {{ capacity: number, overflow: () => void, lost: () => void }} bounds what happens to a frame that finds the
 *   array full, and before the first frame after such a one
 */
export async function pumpFrames(transformer, handle, { capacity, overflow, lost }) {
    const reader = transformer.readable.getReader();
    const writer = transformer.writable.getWriter();
    /** @type {{ frame: EncodedFrame, isAfterLoss: boolean }[]} */
    const waiting = [];
    let isAfterLoss = false;
    let isPumping = false;
    const pump = async () => {
        if (isPumping) return;
        isPumping = true;
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            try {
                if (next.isAfterLoss) lost();
                if (await handle(next.frame)) await writer.write(next.frame);
            } catch {
                // A frame that cannot be processed is dropped; an exception here would end the track.
            }
        }
        isPumping = false;
    };
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            if (waiting.length >= capacity) {
                overflow();
                isAfterLoss = true;
            } else {
                waiting.push({ frame: value, isAfterLoss });
                isAfterLoss = false;
            }
            void pump();
        }
    } catch {
        // The track has ended.
    }
}
