import { startWorker } from '../media/page-worker.js';
import { DetectorReader } from './detector-reader.js';
import { WorkerReader } from './worker-reader.js';

/**
 * Reads codes in pictures, on this device.
 * @typedef {object} CodeReader
 * @property {(picture: ImageBitmap, frame: number | null) => Promise<string>} read returns the text, or throws an UnreadableError; it takes
 *     the picture. `frame` counts successive ones from a camera; null for a single picture.
 * @property {() => void} close
 */

/**
 * The browser's reader if it has one for QR codes, else our own.
 * @param {{ BarcodeDetector?: import('./detector-reader.js').BarcodeDetectorClass }} [browser]
 * @param {() => Worker} [makeWorker]
 * @returns {Promise<CodeReader>}
 */
export async function makeReader(browser = /** @type {{}} */ (globalThis), makeWorker = () => startWorker('codeReader')) {
    const { BarcodeDetector } = browser;
    // Chromium for Linux has the class, but supports no format.
    const formats = await BarcodeDetector?.getSupportedFormats().catch(() => /** @type {string[]} */ ([]));
    return BarcodeDetector && formats?.includes('qr_code') ? new DetectorReader(new BarcodeDetector({ formats: ['qr_code'] })) : new WorkerReader(makeWorker());
}
