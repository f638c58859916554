/** @typedef {{ data: ArrayBuffer }} EncodedFrame */

/**
 * Moves the frames of one track from a stream to another, one after the other and in order.
 *
 * Frames wait in an array here: a stream that is not read in time makes Chromium drop pictures.
 * @param {{ readable: ReadableStream<EncodedFrame>, writable: WritableStream<EncodedFrame> }} transformer
 * @param {(frame: EncodedFrame) => Promise<boolean>} handle false when the frame must not pass
 * @param {{ capacity: number, overflow: () => void }} bounds what happens to frames that find the array full
 */
export async function pumpFrames(transformer, handle, { capacity, overflow }) {
    const reader = transformer.readable.getReader();
    const writer = transformer.writable.getWriter();
    /** @type {EncodedFrame[]} */
    const waiting = [];
    let isPumping = false;
    const pump = async () => {
        if (isPumping) return;
        isPumping = true;
        for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
            try {
                if (await handle(frame)) await writer.write(frame);
            } catch {
                // A frame that cannot be handled goes nowhere; an exception here would end the track.
            }
        }
        isPumping = false;
    };
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            if (waiting.length >= capacity) overflow();
            else waiting.push(value);
            void pump();
        }
    } catch {
        // The track is over.
    }
}
