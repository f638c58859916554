/** Loaded before each test file: a notice disappears after many seconds, for which no process may stay alive. */
const { setTimeout } = globalThis;
const longest = 4000;

globalThis.setTimeout = Object.assign((/** @type {() => void} */ act, /** @type {number} */ milliseconds, /** @type {unknown[]} */ ...rest) => {
    const timer = setTimeout(act, milliseconds, ...rest);
    if (milliseconds > longest) timer.unref();
    return timer;
}, setTimeout);
