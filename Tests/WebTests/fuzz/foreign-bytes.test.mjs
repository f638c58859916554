import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { decoders, verdictOf } from './decoders.mjs';

const corpus = new URL('../../../Fuzz/Corpus/', import.meta.url);
const recorded = JSON.parse(readFileSync(new URL('verdicts.json', corpus), 'utf8'));

test('every decoder that exists in both clients is compared', () => {
    assert.deepEqual(Object.keys(decoders).sort(), Object.keys(recorded).sort());
});

for (const [name, decode] of Object.entries(decoders)) {
    test(`${name}: foreign bytes in the corpus are decoded as in Swift`, async () => {
        const inputs = readdirSync(new URL(`${name}/`, corpus)).sort();
        assert.deepEqual(Object.keys(recorded[name]).sort(), inputs);
        for (const input of inputs) {
            const bytes = new Uint8Array(readFileSync(new URL(`${name}/${input}`, corpus)));
            const reading = await decode(bytes);
            assert.equal(agreed(name, verdictOf(reading), recorded[name][input]), recorded[name][input], `${name}/${input}: ${reading}`);
        }
    });
}

// Mutations of the stored inputs, with Swift's verdicts: see FUZZ_EXCHANGE in ReplayTests.swift.
if (process.env.FUZZ_EXCHANGE) {
    test('mutations of foreign bytes are decoded as in Swift', async () => {
        const differences = [];
        for (const line of readFileSync(process.env.FUZZ_EXCHANGE, 'utf8').split('\n').filter(Boolean)) {
            const [name, verdict, text] = line.split(' ');
            const reading = await decoders[name](new Uint8Array(Buffer.from(text, 'base64')));
            if (agreed(name, verdictOf(reading), verdict) !== verdict) {
                differences.push(`${name}: Swift ${verdict}, the page ${reading === null ? 'refused' : JSON.stringify(String(reading))}: ${text}`);
            }
        }
        assert.deepEqual(differences.slice(0, 40), [], `${differences.length} differences`);
    });
}

/**
 * The server's rules for signals are stricter: duplicate names, depth, many members, and names of requests. The page must read everything
 * that it accepts in the same way.
 */
function agreed(name, own, theirs) {
    return name === 'signal' && (theirs === 'refused' || theirs === verdictOf('command')) ? theirs : own;
}
