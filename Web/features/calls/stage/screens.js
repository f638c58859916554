/**
 * The browser's full-screen features; null if it has none.
 * @typedef {object} Screens
 * @property {(() => void) | null} toggleFullScreen
 * @property {(() => void) | null} showPictureInPicture shows the large tile in a small window over all others
 * @property {(told: (isFull: boolean) => void) => void} onFullScreen
 */

/** @type {Screens} */
export const noScreens = Object.freeze({ toggleFullScreen: null, showPictureInPicture: null, onFullScreen: () => {} });

/**
 * @param {Document} page
 * @returns {Screens}
 */
export function browserScreens(page) {
    // After a refusal, for instance because the click was too long ago, nothing happens.
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
 * Must be called after the view has changed: the small window shows the large tile if its own person is gone, or hidden while others
 * aren't. Without anyone it closes. An existing window needs no click.
 * @param {Document} page
 */
export function updatePictureInPicture(page) {
    const shown = page.pictureInPictureElement;
    if (!shown || shown.isConnected && !shown.matches('.picture-off')) return;
    const next = largestPicture(page);
    if (next) next.requestPictureInPicture().catch(() => {});
    else if (!shown.isConnected) page.exitPictureInPicture().catch(() => {});
}

/** @param {Document} page */
function largestPicture(page) {
    const pictures = /** @type {HTMLVideoElement[]} */ ([...page.querySelectorAll('.tile:not(.tile-own) .picture:not(.picture-off)')]);
    const area = (/** @type {Element} */ { clientWidth, clientHeight }) => clientWidth * clientHeight;
    return pictures.sort((one, other) => area(other) - area(one))[0] ?? null;
}
