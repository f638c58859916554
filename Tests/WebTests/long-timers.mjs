/** Loaded before each file of tests: a notice goes by itself after many seconds, for which no process shall stay. */
const { setTimeout } = globalThis;
const longest = 4000;

globalThis.setTimeout = Object.assign((/** @type {() => void} */ act, /** @type {number} */ milliseconds, /** @type {unknown[]} */ ...rest) => {
    const timer = setTimeout(act, milliseconds, ...rest);
    if (milliseconds > longest) timer.unref();
    return timer;
}, setTimeout);
