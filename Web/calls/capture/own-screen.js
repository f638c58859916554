import { CallFailure } from '../model/call-failure.js';
import { whyMissing } from './missing-media.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../room/screen-sender.js').SharedScreen} SharedScreen */
/**
 * The options that TypeScript's library doesn't declare yet: https://www.w3.org/TR/screen-capture/#displaymediastreamoptions
 * @typedef {DisplayMediaStreamConstraints & { systemAudio?: 'include' | 'exclude', selfBrowserSurface?: 'include' | 'exclude', surfaceSwitching?: 'include' | 'exclude' }} ScreenOptions
 */

/**
 * The constraints of a share: legibility before fluency. The page itself isn't offered, since it would show itself endlessly.
 * @type {ScreenOptions}
 */
export const wantedScreen = Object.freeze({
    video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { ideal: 15, max: 30 } },
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include', selfBrowserSurface: 'exclude', surfaceSwitching: 'include',
});

/** The screen share of this device in one call, for as long as the person wants it and the browser permits it. */
export class OwnScreen {
    #platform;
    #parts;
    /** @type {SharedScreen | null} */
    #shared = null;
    /** Whether the chosen screen is still to be shared. The last choice counts, however long the browser's prompt takes. */
    #isWanted = false;
    #isAsking = false;
    #isClosed = false;

    /**
     * @param {Pick<import('../platform.js').Platform, 'captureScreen'>} platform
     * @param {{ emit: (event: import('../model/call-event.js').SessionEvent) => void, room: Pick<import('../room/call-room.js').CallRoom, 'shareScreen'> }} parts
     */
    constructor(platform, parts) {
        this.#platform = platform;
        this.#parts = parts;
    }

    get shared() { return this.#shared; }

    /**
     * Lets the person choose what to share, which ends the previous share. Throws if nothing new is shared. While the browser's prompt is
     * open, it is not opened again.
     */
    async start() {
        this.#isWanted = true;
        if (this.#isAsking) return undefined;
        const stream = await this.#capture();
        if (this.#isClosed || !this.#isWanted) return stop(stream);
        const [video] = stream.getVideoTracks();
        if (!video) return stop(stream);
        const before = this.#shared;
        video.contentHint = 'detail';
        video.onended = () => void this.#ended(video);
        this.#shared = { video, audio: stream.getAudioTracks()[0] ?? null };
        this.#parts.emit({ type: 'ownScreen', isSharing: true });
        await this.#parts.room.shareScreen(this.#shared);
        release(before);
        return undefined;
    }

    async #capture() {
        this.#isAsking = true;
        try {
            return await this.#platform.captureScreen(wantedScreen);
        } catch (error) {
            if (this.#isClosed) throw new CallFailure('noCall');
            throw new CallFailure('media', text(this.#shared ? 'screen.goesOn' : whyMissing(error) === 'denied' ? 'screen.notShared' : 'screen.failed'));
        } finally {
            this.#isAsking = false;
        }
    }

    async stop() {
        this.#isWanted = false;
        await this.#end();
    }

    async #end() {
        const before = this.#shared;
        if (before === null) return;
        this.#shared = null;
        release(before);
        this.#parts.emit({ type: 'ownScreen', isSharing: false });
        await this.#parts.room.shareScreen(null);
    }

    /**
     * The browser ended the share, for instance by its own button. A new share that the person is choosing meanwhile still starts.
     * @param {MediaStreamTrack} video
     */
    async #ended(video) { if (this.#shared?.video === video) await this.#end(); }

    close() {
        this.#isClosed = true;
        release(this.#shared);
        this.#shared = null;
    }
}

/** @param {SharedScreen | null} screen */
function release(screen) {
    if (!screen) return;
    screen.video.onended = null;
    for (const track of [screen.video, screen.audio]) track?.stop();
}

/** @param {MediaStream} stream */
const stop = (stream) => { for (const track of stream.getTracks()) track.stop(); };
