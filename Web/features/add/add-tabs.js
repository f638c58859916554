import { h } from '../../dom/h.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';

/** @typedef {'link' | 'scan' | 'add'} AddRoute */

/** @type {[AddRoute, import('../../texts/text.js').PlainKey][]} */
const tabs = [['link', 'add.tab.code'], ['scan', 'add.tab.scan'], ['add', 'add.tab.find']];

/** @param {AddRoute} current */
export function addTabs(current) {
    return h('nav', { class: 'segments', 'aria-label': text('add.tabs'), key: 'tabs' }, tabs.map(([name, label]) =>
        h('a', { class: 'tab', href: fragmentOf({ name }), 'aria-current': name === current ? 'page' : undefined, key: name }, text(label))));
}
