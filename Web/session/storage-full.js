import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/**
 * What is wrong with the browser's storage, as a person can remedy it where it is full (Storage Standard, section 4.5); any other error
 * stays.
 * @param {unknown} error
 */
export function storageError(error) {
    const { name } = /** @type {{ name?: unknown }} */ (error ?? {});
    return name === 'QuotaExceededError' ? new InputError('storageFull', text('errors.storageFull')) : error;
}
