import { isWords } from '../texts/texts.js';

/**
 * A description of an element: plain data that views create, and `render` turns into elements.
 * @typedef {object} VNode
 * @property {string} tag
 * @property {Props} props
 * @property {Child[]} children flat
 * @property {string | number | undefined} key distinguishes siblings of one kind, so that an element stays the same one
 */
/** @typedef {VNode | import('../texts/text.js').Words} Child */
/** @typedef {Child | number | false | null | undefined} Leaf `false`, null and '' are nothing */
/** @typedef {Leaf | Leaf[]} Content what a view may give as a child */
/**
 * Attributes by name, which may be texts; `on…` are listeners. Set as properties: `value`, `checked`, `srcObject`, `muted`, `open`;
 * `output` is the loudspeaker of a video.
 * `style` holds custom properties. `mounted` runs once when the element is in the page, `removed` before it goes.
 * @typedef {Record<string, unknown> & { key?: string | number, mounted?(element: Element): void, removed?(element: Element): void, style?: Record<string, string> }} Props
 */

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Content} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
    const { key, ...rest } = props ?? {};
    return { tag, props: rest, children: flatten(children), key };
}

/**
 * @param {Content[]} contents
 * @returns {Child[]}
 */
function flatten(contents) {
    return contents.flat().flatMap((leaf) => {
        if (leaf === null || leaf === undefined || leaf === false || leaf === '') return [];
        return [typeof leaf === 'number' ? String(leaf) : leaf];
    });
}

/**
 * All text inside, for tests and titles.
 * @param {Child} node
 * @param {import('../texts/texts.js').Texts} texts
 * @returns {string}
 */
export function textOf(node, texts) {
    return isWords(node) ? texts.string(node) : node.children.map((child) => textOf(child, texts)).join(' ');
}
