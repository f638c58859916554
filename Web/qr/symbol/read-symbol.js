import { UnreadableError } from '../unreadable.js';
import { readBlocks } from './blocks.js';
import { readCodewords } from './codewords.js';
import { readFormats } from './format-information.js';
import { readSegments } from './segments.js';
import { versionOf } from './versions.js';

/**
 * The text of a symbol in its upright orientation.
 * @param {import('./modules.js').Modules} modules
 * @throws {UnreadableError}
 */
export function readSymbol(modules) {
    const version = versionOf(modules.size);
    if (version === null) throw new UnreadableError('damaged');
    for (const { level, mask } of readFormats(modules)) {
        const data = readBlocks(readCodewords(modules, version, mask), version, level);
        if (data) return readSegments(data, version);
    }
    throw new UnreadableError('damaged');
}
