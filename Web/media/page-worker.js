import { scriptAddress } from '../dom/script-policy.js';

/** @param {'frameWorker' | 'codeReader'} name */
export const startWorker = (name) => new Worker(scriptAddress(name), { type: 'module' });
