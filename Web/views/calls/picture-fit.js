/** How much of a picture has to stay for it to fill its place. */
const leastShown = 0.85;

/** @typedef {{ width: number, height: number }} Size */

/**
 * Whether a picture fills its place, or is shown whole in it.
 * @param {Size} picture
 * @param {Size} place
 * @returns {'cover' | 'contain'}
 */
export function fitOf(picture, place) {
    const shapes = [picture.width / picture.height, place.width / place.height];
    // What is filled loses what one shape is longer than the other; of a picture that is not there yet, NaN.
    return Math.min(...shapes) / Math.max(...shapes) >= leastShown ? 'cover' : 'contain';
}

/**
 * Has a video fill its place as long as nearly all of it stays, whatever shape either takes.
 * @param {Element} element
 */
export function keepFit(element) {
    const video = /** @type {HTMLVideoElement} */ (element);
    const fit = () => {
        video.dataset.fit = fitOf({ width: video.videoWidth, height: video.videoHeight }, { width: video.clientWidth, height: video.clientHeight });
    };
    video.addEventListener('resize', fit);
    new ResizeObserver(fit).observe(video);
}

/**
 * Says how high an element is in pixels of the screen, whenever that changes; 0 once it is not to be seen.
 * @param {Element} element
 * @param {(height: number) => void} sized
 */
export function watchHeight(element, sized) {
    new ResizeObserver(() => sized(Math.round(element.clientHeight * (globalThis.devicePixelRatio ?? 1)))).observe(element);
}
