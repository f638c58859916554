/**
 * What the browser can do with the whole screen; null where it cannot.
 * @typedef {object} Screens
 * @property {(() => void) | null} toggleFullScreen
 * @property {(() => void) | null} showPictureInPicture who is large, in a small window over all others
 * @property {(told: (isFull: boolean) => void) => void} onFullScreen
 */

/** @type {Screens} */
export const noScreens = Object.freeze({ toggleFullScreen: null, showPictureInPicture: null, onFullScreen: () => {} });

/**
 * @param {Document} page
 * @returns {Screens}
 */
export function browserScreens(page) {
    // What is refused, as after a click that was too long ago, is seen by nothing having happened.
    const attempt = (/** @type {Promise<unknown>} */ work) => void work.catch(() => {});
    return {
        toggleFullScreen: page.fullscreenEnabled
            ? () => attempt(page.fullscreenElement ? page.exitFullscreen() : page.documentElement.requestFullscreen()) : null,
        showPictureInPicture: page.pictureInPictureEnabled
            ? () => {
                if (page.pictureInPictureElement) return attempt(page.exitPictureInPicture());
                const video = largestPicture(page);
                return video ? attempt(video.requestPictureInPicture()) : undefined;
            } : null,
        onFullScreen: (told) => page.addEventListener('fullscreenchange', () => told(page.fullscreenElement !== null)),
    };
}

/**
 * Of others, the picture that takes most of the stage.
 * @param {Document} page
 */
function largestPicture(page) {
    const pictures = /** @type {HTMLVideoElement[]} */ ([...page.querySelectorAll('.tile:not(.tile-own) .picture:not(.picture-off)')]);
    const area = (/** @type {Element} */ { clientWidth, clientHeight }) => clientWidth * clientHeight;
    return pictures.sort((one, other) => area(other) - area(one))[0] ?? null;
}
