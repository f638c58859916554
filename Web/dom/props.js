/** @typedef {import('./h.js').Props} Props */
/** @typedef {Record<string, (event: Event) => void>} Handlers */

/** Set as properties, because the attribute of that name is only their initial value. */
const properties = new Set(['value', 'checked', 'srcObject', 'muted', 'disabled', 'inert']);
const own = new Set(['mounted', 'removed', 'style']);
/** The loudspeaker of a video, by its id. */
const output = 'output';

/**
 * The listeners of each element by event, with one browser listener each, so that replacing a function costs nothing.
 * @type {WeakMap<Element, Handlers>}
 */
const handlers = new WeakMap();

/**
 * Updates an element's attributes, properties and listeners.
 * @param {Element} element
 * @param {Props} before
 * @param {Props} now
 */
export function patchProps(element, before, now) {
    for (const name of Object.keys(before)) if (!(name in now)) setProp(element, name, undefined);
    for (const [name, value] of Object.entries(now)) {
        // A person may have changed a field since: its current value counts, not the one it was given.
        if (properties.has(name) || before[name] !== value) setProp(element, name, value);
    }
    patchStyle(/** @type {HTMLElement} */ (element), before.style ?? {}, now.style ?? {});
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function setProp(element, name, value) {
    if (own.has(name)) return;
    if (name.startsWith('on')) return listen(element, name.slice(2), /** @type {Handlers[string] | undefined} */ (value));
    if (name === output) return playBy(/** @type {import('../media/audio-outputs.js').WithOutput} */ (element), String(value ?? ''));
    if (properties.has(name)) {
        const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
        const wanted = value ?? (name === 'value' ? '' : name === 'srcObject' ? null : false);
        if (target[name] !== wanted) target[name] = wanted;
        return;
    }
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * @param {import('../media/audio-outputs.js').WithOutput} element
 * @param {string} id empty: that of the system
 */
function playBy(element, id) {
    if (!('setSinkId' in element) || element.sinkId === id) return;
    // If the device is gone meanwhile, the list of present devices reports it.
    element.setSinkId(id).catch(() => {});
}

/**
 * @param {Element} element
 * @param {string} event
 * @param {((event: Event) => void) | undefined} handler
 */
function listen(element, event, handler) {
    let all = handlers.get(element);
    if (!all) handlers.set(element, all = {});
    if (!(event in all)) element.addEventListener(event, dispatch);
    all[event] = handler ?? (() => {});
}

/**
 * @this {Element}
 * @param {Event} event
 */
function dispatch(event) { handlers.get(this)?.[event.type]?.(event); }

/**
 * @param {HTMLElement} element
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 */
function patchStyle(element, before, now) {
    for (const name of Object.keys(before)) if (!(name in now)) element.style.removeProperty(name);
    for (const [name, value] of Object.entries(now)) if (before[name] !== value) element.style.setProperty(name, value);
}
