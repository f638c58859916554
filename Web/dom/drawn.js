import { h } from './h.js';
import { isWords } from '../texts/texts.js';

/** @typedef {import('./h.js').Child} Child */
/** @typedef {import('./h.js').VNode} VNode */
/** @typedef {import('../texts/texts.js').Texts} Texts */
/** @typedef {string | (Omit<VNode, 'children'> & { children: Drawn[] })} Drawn a child in a language: all words are strings */

/**
 * Descriptions in a language.
 * @param {Child[]} children
 * @param {Texts} texts
 * @returns {Drawn[]}
 */
export function drawn(children, texts) {
    return children.flatMap((child) => {
        if (typeof child === 'string') return [child];
        if (!isWords(child)) return [{ ...child, props: drawnProps(child.props, texts), children: drawn(child.children, texts) }];
        return texts.stretches(child).map(({ words, isStrong }) => (isStrong ? drawnStrong(words) : words));
    });
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
