import { mirrored } from '../../../Web/qr/symbol/modules.js';
import { makeCode } from './codes.mjs';
import { takePicture } from './pictures.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {Partial<import('./pictures.mjs').Shot> & { length?: number, isMirrored?: boolean, margin?: number }} Kind */

/** @type {Record<string, (random: Random) => Kind>} */
const kinds = {
    'upright': (random) => ({ module: random.between(3, 8) }),
    'any angle': (random) => ({ module: random.between(3, 8), angle: random.between(0, 2 * Math.PI) }),
    'from aside': (random) => ({ module: random.between(4, 8), angle: random.between(0, 2 * Math.PI), tilt: random.between(0.02, 0.35) }),
    'dim': (random) => {
        const ink = random.between(5, 60);
        return { module: random.between(3, 6), angle: random.between(0, 0.3), ink, paper: ink + random.between(10, 40), noise: random.between(0, 2) };
    },
    'noisy': (random) => ({ module: random.between(4, 7), angle: random.between(0, 0.3), noise: random.between(5, 40) }),
    'blurred': (random) => {
        const module = random.between(4, 7);
        return { module, angle: random.between(0, 0.3), blur: module * random.between(0.2, 0.8) };
    },
    'small': (random) => ({ module: random.between(1.8, 4), angle: random.between(0, 0.3), blur: random.between(0.3, 0.7) }),
    'cut to the edge': (random) => ({ module: random.between(6, 24), length: 10 + random.below(30), margin: random.between(0.5, 2), noise: random.between(0, 15) }),
    'light on dark': (random) => ({ module: random.between(3, 7), angle: random.between(0, 2 * Math.PI), ink: 220, paper: 30 }),
    'uneven light': (random) => ({ module: random.between(4, 7), angle: random.between(0, 0.3), shade: random.between(0.5, 0.95), noise: random.between(0, 4) }),
    'in a mirror': (random) => ({ module: random.between(3, 7), angle: random.between(0, 2 * Math.PI), isMirrored: true }),
    'much in it': (random) => ({ module: random.between(3, 5), angle: random.between(0, 2 * Math.PI), tilt: random.between(0, 0.1), length: 200 + random.below(500) }),
    'by hand': (random) => {
        const module = random.between(3.5, 6);
        return {
            module, angle: random.between(0, 2 * Math.PI), tilt: random.between(0, 0.25), blur: module * random.between(0.1, 0.5), noise: random.between(2, 12),
            ink: random.between(20, 70), paper: random.between(120, 220), shade: random.between(0, 0.5),
        };
    },
};

/** @type {import('./pictures.mjs').Shot} */
const plain = { width: 0, height: 0, module: 4, angle: 0, tilt: 0, ink: 30, paper: 220, blur: 0, noise: 0, shade: 0 };

export const kindNames = Object.keys(kinds);

/**
 * A picture of its kind, and its content.
 * @param {string} name
 * @param {Random} random
 */
export function judgedPicture(name, random) {
    const { length = 20 + random.below(80), isMirrored = false, margin = null, ...shot } = kinds[name](random);
    const text = random.text(length);
    const made = makeCode(text, { level: 'LMQH'[random.below(4)] });
    const modules = isMirrored ? mirrored(made) : made;
    // Room for any angle, unless the room is given.
    const side = Math.ceil((margin === null ? 1.42 * (made.size + 12) : made.size + 2 * margin) * (shot.module ?? 4));
    return { text, picture: takePicture(modules, { ...plain, width: side, height: side, ...shot }, random) };
}
