/** The share of a picture that must stay visible for it to fill its tile. */
const leastShown = 0.85;
/** Shapes are rounded to this step, so that a layer that differs by a few pixels changes no one's place. */
const step = 0.05;

/** @typedef {{ width: number, height: number }} Size */
/**
 * The part of a picture that a face takes, by its short side: wider and higher than those of people who hold their phone or sit at a desk,
 * as in the middle as they are.
 */
const face = Object.freeze({ width: 0.44, height: 0.6 });
/** The share of any picture that must stay visible: one that is much wider than high shows more than a face. */
const leastAlone = 0.2;
/** In pixels: a window whose shorter side is less than this counts as a phone's. */
const phone = 600;

/**
 * Whether a picture fills its tile; otherwise it is shown whole.
 * @param {Size} picture
 * @param {Size} place
 * @returns {'cover' | 'contain'}
 */
export function fitOf(picture, place) {
    const shapes = [picture.width / picture.height, place.width / place.height];
    // A filled tile crops the difference between the shapes; NaN without a picture.
    return Math.min(...shapes) / Math.max(...shapes) >= leastShown ? 'cover' : 'contain';
}

/**
 * The same for a single picture on a phone: it fills the window as long as a face in it stays whole.
 * @param {Size} picture
 * @param {Size} place
 * @returns {'cover' | 'contain'}
 */
export function fitAlone(picture, place) {
    if (fitOf(picture, place) === 'cover') return 'cover';
    if (!(picture.width > 0 && place.width > 0) || Math.min(place.width, place.height) >= phone) return 'contain';
    const scale = Math.max(place.width / picture.width, place.height / picture.height);
    const short = Math.min(picture.width, picture.height);
    const share = (place.width / scale / picture.width) * (place.height / scale / picture.height);
    return share >= leastAlone && place.width / scale >= face.width * short && place.height / scale >= face.height * short ? 'cover' : 'contain';
}

/**
 * @param {Size} picture
 * @returns {number} width by height; 0 for one that is not there
 */
export const shapeOf = ({ width, height }) => (width > 0 && height > 0 ? Math.max(step, Math.round(width / height / step) * step) : 0);

/**
 * Makes a video fill its tile as long as nearly all of it stays visible, whatever shape either has, or, with `data-alone`, as long as a
 * face does. The uncovered area has the colours of its edges.
 * @param {Element} element
 * @param {(shape: number) => void} [shaped] says its shape, whenever that changes
 */
export function watchPicture(element, shaped = () => {}) {
    const video = /** @type {HTMLVideoElement} */ (element);
    let shape = 0;
    const fit = () => {
        const picture = { width: video.videoWidth, height: video.videoHeight };
        video.dataset.fit = (video.dataset.alone === undefined ? fitOf : fitAlone)(picture, { width: video.clientWidth, height: video.clientHeight });
        if (video.dataset.fit === 'contain') colourEdges(video);
        const now = shapeOf(picture);
        if (now === shape || now === 0) return;
        shape = now;
        shaped(now);
    };
    for (const event of ['resize', 'loadeddata', 'playing']) video.addEventListener(event, fit);
    new ResizeObserver(fit).observe(video);
}

/**
 * Reports the shape of a screen, which is always shown whole.
 * @param {Element} element
 * @param {(shape: number) => void} shaped
 */
export function watchShape(element, shaped) {
    const video = /** @type {HTMLVideoElement} */ (element);
    let shape = 0;
    const look = () => {
        const now = shapeOf({ width: video.videoWidth, height: video.videoHeight });
        if (now === shape || now === 0) return;
        shape = now;
        shaped(now);
    };
    for (const event of ['resize', 'loadeddata', 'playing']) video.addEventListener(event, look);
}

/** @param {HTMLVideoElement} video */
function colourEdges(video) {
    if (video.readyState < 2 || !video.clientHeight) return;
    const side = 8;
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(video, 0, 0, side, side);
    const { data } = context.getImageData(0, 0, side, side);
    const isBeside = video.clientWidth / video.clientHeight > video.videoWidth / video.videoHeight;
    const edge = (/** @type {number} */ line) => Array.from({ length: side }, (_, along) => 4 * (isBeside ? along * side + line : line * side + along));
    const mean = (/** @type {number[]} */ cells, /** @type {number} */ part) => Math.round(0.45 * cells.reduce((sum, cell) => sum + data[cell + part], 0) / side);
    const colour = (/** @type {number} */ line) => `rgb(${[0, 1, 2].map((part) => mean(edge(line), part)).join(' ')})`;
    video.style.setProperty('--edge-first', colour(0));
    video.style.setProperty('--edge-last', colour(side - 1));
    video.style.setProperty('--edge-turn', isBeside ? '90deg' : '180deg');
}

/**
 * Reports the height of an element in device pixels whenever it changes; 0 once it isn't visible. A single tile is reported as at least its
 * `data-least`.
 * @param {Element} element
 * @param {(height: number) => void} sized
 */
export function watchHeight(element, sized) {
    const { dataset } = /** @type {HTMLElement} */ (element);
    new ResizeObserver(() => {
        const height = Math.round(element.clientHeight * (globalThis.devicePixelRatio ?? 1));
        sized(height > 0 ? Math.max(height, Number(dataset.least ?? 0)) : 0);
    }).observe(element);
}
