import { CallFailure } from '../model/call-failure.js';
import { whyMissing } from './missing-media.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../room/screen-sender.js').SharedScreen} SharedScreen */
/**
 * What TypeScript's library does not know yet: https://www.w3.org/TR/screen-capture/#displaymediastreamoptions
 * @typedef {DisplayMediaStreamConstraints & { systemAudio?: 'include' | 'exclude', selfBrowserSurface?: 'include' | 'exclude', surfaceSwitching?: 'include' | 'exclude' }} ScreenOptions
 */

/**
 * What is asked for: legible before fluent. The page itself is not offered, which would show itself in itself without an end.
 * @type {ScreenOptions}
 */
export const wantedScreen = Object.freeze({
    video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { ideal: 15, max: 30 } },
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include', selfBrowserSurface: 'exclude', surfaceSwitching: 'include',
});

/** What this device shares of its screen in one call, for as long as the person wants it to and the browser lets it. */
export class OwnScreen {
    #platform;
    #parts;
    /** @type {SharedScreen | null} */
    #shared = null;
    /** Whether what is chosen is still to be shared: the last wish counts, however long the browser asks. */
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
     * Has the person choose what to share; what was shared before is not any more. Fails where nothing new is shared then. While the
     * browser asks it does not ask once more.
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
     * The browser has ended it, as by its own button. What the person is about to choose instead is shared all the same.
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
