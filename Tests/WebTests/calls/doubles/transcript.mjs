import { readFileSync } from 'node:fs';

const { entries } = JSON.parse(readFileSync(new URL('../../../Vectors/janus-transcript.json', import.meta.url), 'utf8'));

/** With placeholders such as `{room}` replaced; those that `values` does not have stay. */
function filled(value, values) {
    if (typeof value === 'string') {
        const [, name] = /^\{(\w+)\}$/.exec(value) ?? [];
        if (name) return values[name] ?? value;
        return value.replace(/\{(\w+)\}/g, (text, part) => values[part] ?? text);
    }
    if (Array.isArray(value)) return value.map((element) => filled(element, values));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, values)]));
}

/**
 * A real Janus's answers or events with this name in the transcript: messages in their order.
 * @param {string} name
 * @param {Record<string, unknown>} values for the placeholders
 */
export function told(name, values = {}) {
    const entry = entries.find((one) => one.name === name);
    if (!entry) throw new Error(`the transcript has nothing named ${name}`);
    return entry.answers.map((message) => filled(message, values));
}

/** The end of the answer to a request, as a handle passes it to the page. */
export function answered(name, values = {}) {
    const { plugindata, jsep } = told(name, values).at(-1);
    return { data: plugindata.data, jsep: jsep ?? null };
}
