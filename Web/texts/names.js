import { text } from './text.js';

/**
 * @param {{ name: string }[]} people
 * @returns {import('./text.js').Words}
 */
export function namesOf(people) {
    const names = people.map(({ name }) => name || text('common.somebody'));
    if (names.length === 0) return text('common.somebody');
    if (names.length === 1) return names[0];
    if (names.length === 2) return { format: 'list', items: names };
    return text('call.names.more', { names: { format: 'list', items: names.slice(0, 2), isPlain: true }, count: names.length - 2 });
}
