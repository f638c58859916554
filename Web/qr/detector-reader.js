import { UnreadableError } from './unreadable.js';

/**
 * What TypeScript's library does not know: https://wicg.github.io/shape-detection-api/#barcode-detection-api
 * @typedef {{ detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> }} BarcodeDetector
 */
/** @typedef {{ new (options: { formats: string[] }): BarcodeDetector, getSupportedFormats: () => Promise<string[]> }} BarcodeDetectorClass */

/** Reads by what the browser, or the system below it, has. */
export class DetectorReader {
    #detector;

    /** @param {BarcodeDetector} detector */
    constructor(detector) { this.#detector = detector; }

    /** @param {ImageBitmap} picture */
    async read(picture) {
        try {
            const [code] = await this.#detector.detect(picture).catch(() => { throw new UnreadableError('noReader'); });
            if (!code) throw new UnreadableError('noCode');
            return code.rawValue;
        } finally {
            picture.close();
        }
    }

    close() {}
}
