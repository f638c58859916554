import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/**
 * An error of the browser's storage, with a sentence where it is full (Storage Standard, section 4.5); any other error stays.
 * @param {unknown} error
 */
export function storageError(error) {
    const { name } = /** @type {{ name?: unknown }} */ (error ?? {});
    return name === 'QuotaExceededError' ? new InputError('storageFull', text('errors.storageFull')) : error;
}
