import { pageFiles } from '../page-files.js';

/** The scripts there are beside the page's own modules; the page's policy lets nothing else through. */
const scripts = /** @type {const} */ (['frameWorker', 'codeReader', 'codeMaker', 'serviceWorker']);
/** @typedef {typeof scripts[number]} ScriptName */

/**
 * Makes an address that the page's policy permits. The type is the one that workers and scripts are declared with; with trusted types it is
 * a TrustedScriptURL (W3C Trusted Types 2.3).
 * @typedef {{ createScriptURL: (url: string) => string }} ScriptPolicy
 */

/** @type {ScriptPolicy | undefined} a page may make a policy of one name once */
let policy;

/**
 * The address of a script of this page, as the browser takes it for one.
 * @param {ScriptName} name
 */
export function scriptAddress(name) {
    const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } }} */ (globalThis);
    policy ??= trustedTypes?.createPolicy('ecall', {
        createScriptURL: (/** @type {string} */ url) => {
            if (url !== '' && scripts.some((known) => pageFiles[known] === url)) return url;
            throw new TypeError('not a script of this page');
        },
    }) ?? { createScriptURL: (/** @type {string} */ url) => url };
    return policy.createScriptURL(pageFiles[name]);
}
