import { UnreadableError } from './unreadable.js';

/**
 * The API that TypeScript's library doesn't declare: https://wicg.github.io/shape-detection-api/#barcode-detection-api
 * @typedef {{ detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]> }} BarcodeDetector
 */
/** @typedef {{ new (options: { formats: string[] }): BarcodeDetector, getSupportedFormats: () => Promise<string[]> }} BarcodeDetectorClass */

/** Reads with the detector of the browser, or of the operating system. */
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
