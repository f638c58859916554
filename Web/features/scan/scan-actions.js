import { whyMissing } from '../../calls/capture/missing-media.js';
import { readShareLink } from '../../contacts/pasted-link.js';
import { systemClock } from '../../media/clock.js';
import { InputError } from '../../protocol/errors.js';
import { camerasOf, openCamera } from '../../qr/camera.js';
import { CameraScan } from '../../qr/camera-scan.js';
import { PictureFileError, pictureIn } from '../../qr/picture-file.js';
import { makeReader } from '../../qr/qr-reader.js';
import { UnreadableError } from '../../qr/unreadable.js';
import { emptyScan } from './scan-state.js';

/** @typedef {import('./scan-state.js').ScanState} ScanState */
/** @typedef {import('./scan-state.js').ScanProblem} ScanProblem */

/**
 * The requirements of scanning on the browser; tests provide their own.
 * @typedef {object} ScanPlatform
 * @property {import('../../media/clock.js').Clock} clock
 * @property {typeof openCamera} openCamera
 * @property {typeof camerasOf} camerasOf
 * @property {() => Promise<import('../../qr/qr-reader.js').CodeReader>} makeReader
 * @property {(file: Blob) => Promise<ImageBitmap>} pictureIn
 * @property {string} userAgent
 * @property {Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>} page
 */

/** @type {ScanPlatform} */
const browserPlatform = {
    clock: systemClock, openCamera, camerasOf, makeReader: () => makeReader(), pictureIn: (file) => pictureIn(file),
    get userAgent() { return navigator.userAgent; }, get page() { return document; },
};

/**
 * Adding someone by the QR code of their link, or comparing by a code, seen by the camera or in a picture (requirement 004). A code counts
 * as a link of this server, as a code to compare, or as nothing.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'session'>} here
 * @param {(token: string) => void} open a link that was read
 * @param {(code: string) => ScanProblem | 'taken' | null} compares takes a code that is compared elsewhere, or says why it is not the one that is
 *     looked for; null: it may be a link
 * @param {ScanPlatform} [platform]
 */
export function scanActions(store, here, open, compares = () => null, platform = browserPlatform) {
    const setScan = (/** @type {Partial<ScanState>} */ change) => store.set(({ scan }) => ({ scan: { ...scan, ...change } }));
    /** @type {Promise<import('../../qr/qr-reader.js').CodeReader> | null} */
    let reader = null;
    /** @type {(() => void) | null} turns off the camera that is on */
    let putOut = null;
    /** The address of the screen; '' if it is not open. */
    let shown = '';
    /** Increases with each attempt, so that the result of an earlier one is ignored. */
    let attempts = 0;

    const stop = () => {
        attempts += 1;
        putOut?.();
        putOut = null;
        setScan({ status: 'off', stream: null });
    };
    const found = (/** @type {string} */ text) => {
        stop();
        const from = here.signedIn?.session.origin;
        if (from === undefined) return;
        const compared = compares(text);
        if (compared === 'taken') return;
        if (compared) return setScan({ problem: compared });
        const token = tokenIn(text, from);
        if (typeof token === 'string') open(token);
        else setScan({ problem: token });
        return undefined;
    };
    const fail = (/** @type {ScanProblem} */ problem) => {
        stop();
        setScan({ problem });
    };
    /** The reader whose script failed to load may load another time. */
    const giveUpReader = () => {
        void reader?.then((each) => each.close(), () => {});
        reader = null;
    };
    const unreadable = (/** @type {unknown} */ error) => {
        if (error instanceof PictureFileError) return fail({ code: error.reason });
        const code = error instanceof UnreadableError ? error.reason : 'noReader';
        if (code === 'noReader') giveUpReader();
        return fail({ code });
    };
    const start = async (/** @type {string | null} */ id) => {
        stop();
        const attempt = attempts;
        setScan({ status: 'starting', problem: null });
        let camera;
        try {
            camera = await platform.openCamera(id);
        } catch (error) {
            const code = whyMissing(error);
            if (attempt === attempts) fail(code === 'denied' ? { code, browser: browserOf(platform.userAgent) } : { code });
            return undefined;
        }
        // The screen was left while the browser asked.
        if (attempt !== attempts) return camera.close();
        const opened = camera;
        opened.onLost(() => { if (attempt === attempts) fail({ code: 'unplugged' }); });
        putOut = () => opened.close();
        setScan({ status: 'on', stream: opened.stream, isMirrored: opened.isMirrored, camera: opened.id });
        void platform.camerasOf().then((cameras) => { if (attempt === attempts) setScan({ cameras }); }, () => {});
        return look(attempt, opened);
    };
    const look = async (/** @type {number} */ attempt, /** @type {import('../../qr/camera.js').Camera} */ camera) => {
        try {
            const scan = new CameraScan(camera, await (reader ??= platform.makeReader()), platform.clock);
            // It was turned off meanwhile.
            if (attempt !== attempts) return undefined;
            putOut = () => {
                scan.stop();
                camera.close();
            };
            const text = await scan.run();
            if (text !== null) found(text);
        } catch (error) {
            if (attempt === attempts) unreadable(error);
        }
        return undefined;
    };
    const readFile = async (/** @type {Blob} */ file) => {
        stop();
        const attempt = attempts;
        setScan({ status: 'reading', problem: null });
        try {
            const picture = await platform.pictureIn(file);
            const text = await (await (reader ??= platform.makeReader())).read(picture, null);
            if (attempt === attempts) found(text);
        } catch (error) {
            if (attempt === attempts) unreadable(error);
        }
    };
    const hidden = () => {
        const { status } = store.state.scan;
        if (platform.page.visibilityState === 'hidden' && (status === 'starting' || status === 'on')) stop();
    };
    const pasted = (/** @type {Event} */ event) => {
        const { clipboardData } = /** @type {ClipboardEvent} */ (event);
        const [file] = clipboardData?.files ?? [];
        if (file) void readFile(file);
        else if (clipboardData?.getData('text')) found(clipboardData.getData('text'));
    };
    /** The screen was left: the camera is turned off, and its pictures are dropped. */
    const close = () => {
        platform.page.removeEventListener('visibilitychange', hidden);
        platform.page.removeEventListener('paste', pasted);
        stop();
        giveUpReader();
        store.set({ scan: emptyScan() });
    };
    return {
        startScan: () => void start(store.state.scan.camera),
        stopScan: () => stop(),
        switchCamera: () => {
            const { cameras, camera } = store.state.scan;
            void start(cameras[(cameras.indexOf(camera ?? '') + 1) % cameras.length] ?? null);
        },
        readPicture: (/** @type {Blob} */ file) => void readFile(file),
        /** @param {string} address of the screen, where it is there, else '': of each what was seen on another is over */
        showScan(address) {
            if (address === shown) return;
            if (shown !== '') close();
            shown = address;
            if (shown === '') return;
            platform.page.addEventListener('visibilitychange', hidden);
            platform.page.addEventListener('paste', pasted);
        },
    };
}

/** @type {[RegExp, import('./scan-state.js').Browser][]} */
const browsers = [[/Firefox\//, 'firefox'], [/Chrome\//, 'chromium'], [/Safari\//, 'safari']];
/** @param {string} userAgent */
const browserOf = (userAgent) => browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/**
 * The token of the link in a code, or the reason why there is none.
 * @param {string} text
 * @param {string} origin
 * @returns {string | ScanProblem}
 */
function tokenIn(text, origin) {
    try {
        return readShareLink(text, origin);
    } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return { code: error.code === 'otherServer' || error.code === 'malformedToken' ? error.code : 'notAContactLink' };
    }
}
