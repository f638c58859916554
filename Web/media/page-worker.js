import { pageFiles } from '../page-files.js';

/** The workers there are; the page's policy lets nothing else through. */
const workers = /** @type {const} */ (['frameWorker', 'codeReader']);

/**
 * Makes an address that the page's policy lets through. The type is the one the constructor of a worker is declared with;
 * where there are trusted types it is a TrustedScriptURL.
 * @typedef {{ createScriptURL: (url: string) => string }} ScriptPolicy
 */

/** @type {ScriptPolicy | undefined} */
let policy;

/** @param {typeof workers[number]} name */
export function startWorker(name) {
    const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } }} */ (globalThis);
    policy ??= trustedTypes?.createPolicy('ecall', {
        createScriptURL: (/** @type {string} */ url) => {
            if (workers.some((known) => pageFiles[known] === url)) return url;
            throw new TypeError('not a script of this page');
        },
    }) ?? { createScriptURL: (/** @type {string} */ url) => url };
    return new Worker(policy.createScriptURL(pageFiles[name]), { type: 'module' });
}
