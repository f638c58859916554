import { pageFiles } from '../page-files.js';

/** The scripts besides the page's own modules; the page's policy permits no others. */
const scripts = /** @type {const} */ (['frameWorker', 'codeReader', 'codeMaker', 'serviceWorker']);
/** @typedef {typeof scripts[number]} ScriptName */

/**
 * Creates a URL that the page's policy permits. The type is the one with which workers and scripts are declared; with trusted types it is a
 * TrustedScriptURL (W3C Trusted Types 2.3).
 * @typedef {{ createScriptURL: (url: string) => string }} ScriptPolicy
 */

/** @type {ScriptPolicy | undefined} a page may make a policy of one name once */
let policy;

/**
 * A script's URL in the form that the browser accepts.
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
