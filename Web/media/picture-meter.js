/** @typedef {{ picture: number | null, luma: number | null }} Seen as `CaptureLook` has it */
/** @typedef {{ look: () => Seen, close: () => void }} PictureMeter */

/** The size to which the whole picture is scaled, and the size of an unscaled piece of its middle: scaling removes noise. */
const [width, height, piece] = [32, 18, 64];

/**
 * Measures the pictures of a camera on request; only two numbers of each are kept.
 * @param {MediaStreamTrack} track
 * @returns {PictureMeter}
 */
export function openPictureMeter(track) {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = new MediaStream([track]);
    void video.play().catch(() => {});
    const context = Object.assign(document.createElement('canvas'), { width: Math.max(width, piece), height: height + piece }).getContext('2d', { willReadFrequently: true, alpha: false });
    /** @type {Uint8ClampedArray | null} */
    let before = null;
    /** @type {Seen} */
    let seen = { picture: null, luma: null };
    let frames = 0;
    let lookedAt = -1;
    const counts = 'requestVideoFrameCallback' in video;
    const count = () => {
        frames += 1;
        if (video.srcObject) video.requestVideoFrameCallback(count);
    };
    if (counts) video.requestVideoFrameCallback(count);
    return {
        look() {
            // No picture has arrived since: the previous one would be drawn.
            if (context === null || video.readyState < 2 || video.videoWidth === 0 || (counts && frames === lookedAt)) return seen;
            lookedAt = frames;
            const [left, top] = [(video.videoWidth - piece) / 2, (video.videoHeight - piece) / 2];
            context.drawImage(video, 0, 0, width, height);
            context.drawImage(video, left, top, piece, piece, 0, height, piece, piece);
            const pixels = context.getImageData(0, 0, piece, height + piece).data;
            if (before?.every((value, index) => value === pixels[index])) return seen;
            before = pixels;
            seen = { picture: (seen.picture ?? 0) + 1, luma: lumaOf(context.getImageData(0, 0, width, height).data) };
            return seen;
        },
        close() {
            video.srcObject = null;
        },
    };
}

/**
 * The mean luma, 0 black … 1 white, with the weights of Rec. 601.
 * @param {ArrayLike<number>} pixels red, green, blue and alpha, 0 … 255
 */
export function lumaOf(pixels) {
    let sum = 0;
    for (let index = 0; index < pixels.length; index += 4) sum += 0.299 * pixels[index] + 0.587 * pixels[index + 1] + 0.114 * pixels[index + 2];
    return sum / (pixels.length / 4) / 255;
}
