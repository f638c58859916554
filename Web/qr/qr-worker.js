// Reads codes in the pictures it receives. It stores none of them.
import { fittingSize } from './picture/fitting-size.js';
import { grayPicture } from './picture/gray-picture.js';
import { readPicture } from './picture/read-picture.js';
import { waysForFrame } from './picture/ways-to-look.js';
import { UnreadableError } from './unreadable.js';

/** @typedef {import('./worker-reader.js').ReadingAnswer} ReadingAnswer */

/** The longer side in pixels: of a camera's frame, which must be read in time, and of a picture. */
const [longestFrame, longestPicture] = [1280, 2000];

/**
 * The class that TypeScript's library doesn't declare for workers.
 * @typedef {{ new (width: number, height: number): { getContext: (kind: '2d', options: { willReadFrequently: boolean }) => CanvasRenderingContext2D | null } }} OffscreenCanvasClass
 */
const { OffscreenCanvas } = /** @type {{ OffscreenCanvas: OffscreenCanvasClass }} */ (/** @type {unknown} */ (globalThis));

const scope = /** @type {{ onmessage: unknown, postMessage: (answer: ReadingAnswer) => void }} */ (/** @type {unknown} */ (globalThis));

scope.onmessage = (/** @type {MessageEvent<import('./worker-reader.js').ReadingRequest>} */ { data: { id, picture, frame } }) => {
    try {
        const gray = grayPicture(pixelsOf(picture, frame === null ? longestPicture : longestFrame));
        scope.postMessage({ id, text: readPicture(gray, frame === null ? undefined : waysForFrame(frame)) });
    } catch (error) {
        scope.postMessage({ id, reason: error instanceof UnreadableError ? error.reason : 'noReader' });
    }
};

/**
 * @param {ImageBitmap} picture
 * @param {number} longest
 */
function pixelsOf(picture, longest) {
    const { width, height } = fittingSize(picture, longest);
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new UnreadableError('noReader');
    context.drawImage(picture, 0, 0, width, height);
    picture.close();
    return context.getImageData(0, 0, width, height);
}
