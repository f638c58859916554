import { drawn } from './drawn.js';
import { patchProps } from './props.js';

/** @typedef {import('./drawn.js').Drawn} Drawn */

const svgNamespace = 'http://www.w3.org/2000/svg';

/** @type {WeakMap<Element, Drawn[]>} what each parent shows now */
const shown = new WeakMap();

/**
 * Applies descriptions to the page, changing only what differs: a field keeps its caret, a video keeps playing.
 * @param {Element} parent
 * @param {import('./h.js').Child[]} children
 * @param {import('../texts/texts.js').Texts} texts
 */
export function render(parent, children, texts) {
    /** @type {(() => void)[]} */
    const mounts = [];
    patchChildren(parent, drawn(children, texts), mounts);
    // After everything is in place: a dialog can open, a heading can take the focus.
    for (const mount of mounts) mount();
}

/**
 * @param {Element} parent
 * @param {Drawn[]} children
 * @param {(() => void)[]} mounts
 */
function patchChildren(parent, children, mounts) {
    const before = shown.get(parent) ?? [];
    const elements = Array.from(parent.childNodes).slice(0, before.length);
    const matches = match(before, children);
    const kept = new Set(matches);
    before.forEach((old, index) => { if (!kept.has(index)) remove(old, elements[index]); });
    /** @type {ChildNode | null} */
    let cursor = parent.firstChild;
    children.forEach((child, index) => {
        const old = matches[index];
        const node = old < 0 ? create(child, parent, mounts) : elements[old];
        if (old >= 0) patch(before[old], child, node, mounts);
        // Moved only if necessary: moving a video stops it.
        if (node === cursor) cursor = node.nextSibling;
        else parent.insertBefore(node, cursor);
    });
    shown.set(parent, children);
}

/**
 * For each new child the index of the old one that becomes it, or -1.
 * @param {Drawn[]} before
 * @param {Drawn[]} now
 */
function match(before, now) {
    /** @type {Map<string, number[]>} */
    const free = new Map();
    before.forEach((child, index) => {
        const kind = kindOf(child);
        const list = free.get(kind);
        if (list) list.push(index);
        else free.set(kind, [index]);
    });
    return now.map((child) => free.get(kindOf(child))?.shift() ?? -1);
}

/** @param {Drawn} child */
function kindOf(child) { return typeof child === 'string' ? '#text' : `${child.tag} ${child.key ?? ''}`; }

/**
 * @param {Drawn} before
 * @param {Drawn} now
 * @param {ChildNode} node
 * @param {(() => void)[]} mounts
 */
function patch(before, now, node, mounts) {
    if (before === now) return;
    if (typeof now === 'string' || typeof before === 'string') {
        if (node.textContent !== now) node.textContent = String(now);
        return;
    }
    const element = /** @type {Element} */ (node);
    patchChildren(element, now.children, mounts);
    patchProps(element, before.props, now.props);
}

/**
 * @param {Drawn} child
 * @param {Element} parent
 * @param {(() => void)[]} mounts
 * @returns {ChildNode}
 */
function create(child, parent, mounts) {
    if (typeof child === 'string') return document.createTextNode(child);
    const isSVG = child.tag === 'svg' || (parent.namespaceURI === svgNamespace && parent.tagName !== 'foreignObject');
    const element = isSVG ? document.createElementNS(svgNamespace, child.tag) : document.createElement(child.tag);
    patchChildren(element, child.children, mounts);
    patchProps(element, {}, child.props);
    const { mounted } = child.props;
    if (mounted) mounts.push(() => mounted(element));
    return element;
}

/**
 * @param {Drawn} child
 * @param {ChildNode} node
 */
function remove(child, node) {
    tellRemoved(child, node);
    node.remove();
}

/**
 * @param {Drawn} child
 * @param {ChildNode} node
 */
function tellRemoved(child, node) {
    if (typeof child === 'string') return;
    child.props.removed?.(/** @type {Element} */ (node));
    const nodes = node.childNodes;
    child.children.forEach((inner, index) => tellRemoved(inner, nodes[index]));
}
