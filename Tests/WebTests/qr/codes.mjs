import { createRequire } from 'node:module';

const qrcode = createRequire(import.meta.url)('../../../Web/vendor/qrcode.js');
qrcode.stringToBytes = qrcode.stringToBytesFuncs['UTF-8'];

/**
 * A code created by another program: Debian's node-qrcode-generator.
 * @param {string} text
 * @param {{ version?: number, level?: string, mode?: string }} [options] version 0 is the smallest that holds it
 * @returns {import('../../../Web/qr/symbol/modules.js').Modules}
 */
export function makeCode(text, { version = 0, level = 'M', mode = 'Byte' } = {}) {
    const code = qrcode(version, level);
    code.addData(text, mode);
    code.make();
    const size = code.getModuleCount();
    return { size, dark: Uint8Array.from({ length: size * size }, (_, at) => Number(code.isDark(Math.floor(at / size), at % size))) };
}
