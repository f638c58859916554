import { h } from './h.js';
import { withoutPiles } from '../texts/marks.js';
import { isWords } from '../texts/texts.js';

/** @typedef {import('./h.js').VNode} VNode */
/** @typedef {import('../texts/texts.js').Texts} Texts */
/** @typedef {Omit<VNode, 'children'> & { children: Drawn[] }} DrawnElement */
/** @typedef {string | DrawnElement} Drawn a child in a language: all words are strings */

/**
 * @param {import('./h.js').Child[]} children
 * @param {Texts} texts
 * @returns {Drawn[]}
 */
export function drawn(children, texts) {
    return children.flatMap((child) => {
        if (typeof child === 'string') return [withoutPiles(child)];
        if (!isWords(child)) return [Object.isFrozen(child) ? drawnOnce(child, texts) : drawnElement(child, texts)];
        return texts.stretches(child).map(({ words, isStrong }) => (isStrong ? drawnStrong(withoutPiles(words)) : withoutPiles(words)));
    });
}

/**
 * @param {VNode} node
 * @param {Texts} texts
 * @returns {DrawnElement}
 */
const drawnElement = (node, texts) => ({ ...node, props: drawnProps(node.props, texts), children: drawn(node.children, texts) });

/** @type {WeakMap<VNode, { texts: Texts, element: DrawnElement }>} what descriptions that do not change were drawn as */
const lasting = new WeakMap();

/**
 * @param {VNode} node
 * @param {Texts} texts
 */
function drawnOnce(node, texts) {
    const last = lasting.get(node);
    if (last?.texts === texts) return last.element;
    const element = drawnElement(node, texts);
    lasting.set(node, { texts, element });
    return element;
}

/**
 * @param {string} words
 * @returns {Drawn}
 */
const drawnStrong = (words) => ({ ...h('strong', { class: 'breakable' }), children: [words] });

/**
 * @param {import('./h.js').Props} props
 * @param {Texts} texts
 */
function drawnProps(props, texts) {
    /** @type {import('./h.js').Props | null} */
    let changed = null;
    // Most elements have none, and there are thousands of them.
    for (const name in props) {
        const value = props[name];
        if (typeof value === 'object' && isWords(value)) (changed ??= { ...props })[name] = texts.string(value);
    }
    return changed ?? props;
}
