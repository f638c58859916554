/** To be imported for what it does: a notice goes by itself after many seconds, for which no test file shall stay. */
const { setTimeout } = globalThis;
const longest = 10_000;

globalThis.setTimeout = Object.assign((/** @type {() => void} */ act, /** @type {number} */ milliseconds, /** @type {unknown[]} */ ...rest) => {
    const timer = setTimeout(act, milliseconds, ...rest);
    if (milliseconds > longest) timer.unref();
    return timer;
}, setTimeout);
