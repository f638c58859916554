/**
 * The mean of the square around each pixel, cropped at the picture's edges: darker pixels count as dark.
 * @param {import('./gray-picture.js').GrayPicture} picture
 * @param {number} radius of the square, its centre left out
 */
export function localMeans({ width, height, light }, radius) {
    const means = new Uint8Array(light.length);
    const columns = new Uint32Array(width);
    const rowsAtFirst = Math.min(radius, height);
    for (let y = 0; y < rowsAtFirst; y += 1) add(columns, light, y * width);
    for (let y = 0; y < height; y += 1) {
        if (y + radius < height) add(columns, light, (y + radius) * width);
        if (y > radius) subtract(columns, light, (y - radius - 1) * width);
        const rows = Math.min(y + radius, height - 1) - Math.max(y - radius, 0) + 1;
        let sum = 0;
        for (let x = 0; x < Math.min(radius, width); x += 1) sum += columns[x];
        for (let x = 0; x < width; x += 1) {
            if (x + radius < width) sum += columns[x + radius];
            if (x > radius) sum -= columns[x - radius - 1];
            const across = Math.min(x + radius, width - 1) - Math.max(x - radius, 0) + 1;
            means[y * width + x] = sum / (rows * across);
        }
    }
    return means;
}

/**
 * @param {Uint32Array} columns
 * @param {Uint8Array} light
 * @param {number} from
 */
function add(columns, light, from) {
    for (let x = 0; x < columns.length; x += 1) columns[x] += light[from + x];
}

/**
 * @param {Uint32Array} columns
 * @param {Uint8Array} light
 * @param {number} from
 */
function subtract(columns, light, from) {
    for (let x = 0; x < columns.length; x += 1) columns[x] -= light[from + x];
}
