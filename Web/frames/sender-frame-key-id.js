/**
 * The parts of a KID: which key of its sender seals a frame, in which run and on which layer (e2ee 8).
 * @typedef {{ value: bigint, generation: number, step: number, run: number, layer: number }} SenderFrameKeyID
 */

/** The number of generations that KIDs can distinguish. */
export const namedGenerations = 512;

const topBit = 1n << 63n;

/**
 * `1 << 63 | (generation mod 512) << 54 | step << 48 | run << 32 | random << 2 | layer`. The top bit makes every KID eight
 * bytes long, so an SFrame header always starts 0xF0 to 0xFF.
 * @param {{ generation: number, step: number, run: number, random: number, layer: number }} fields
 */
export function makeSenderKeyID({ generation, step, run, random, layer }) {
    const fields = [
        [generation % namedGenerations, 54n], [step & 0x3f, 48n], [run & 0xffff, 32n], [random & 0x3fffffff, 2n], [layer & 3, 0n],
    ];
    return fields.reduce((value, [field, shift]) => value | (BigInt(field) << BigInt(shift)), topBit);
}

/**
 * Reads a KID; null without the top bit.
 * @param {bigint} value
 * @returns {SenderFrameKeyID | null}
 */
export function parseSenderKeyID(value) {
    if ((value & topBit) === 0n) return null;
    const field = (/** @type {bigint} */ shift, /** @type {bigint} */ mask) => Number((value >> shift) & mask);
    return { value, generation: field(54n, 0x1ffn), step: field(48n, 0x3fn), run: field(32n, 0xffffn), layer: field(0n, 3n) };
}

/**
 * Whether two KIDs differ in nothing but the layer.
 * @param {bigint} one
 * @param {bigint} other
 */
export const shareRun = (one, other) => one >> 2n === other >> 2n;
