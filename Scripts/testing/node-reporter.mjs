// A reporter for node's test runner: what failed, what was measured and drawn, and a line per test for TEST_RESULTS.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

const firstLine = (error) => String(error?.cause?.message ?? error?.message ?? error).split('\n')[0].slice(0, 300);

const keep = (outcome, { name, file, details }) => {
    if (!process.env.TEST_RESULTS) return;
    const result = {
        runner: 'node', test: `${relative(process.cwd(), file ?? '')} ${name}`, seconds: details.duration_ms / 1000, outcome,
        message: outcome === 'failed' ? firstLine(details.error) : '',
    };
    appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(result)}\n`);
};

// A suite, and a file that is run as one, is as good as its tests: those are counted.
const isTest = ({ details, name, file }) => details.type !== 'suite' && name !== file;
const hasFailedItself = ({ details }) => details.error?.failureType !== 'subtestsFailed';

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* report(source) {
    for await (const { type, data } of source) {
        if (type === 'test:pass' && isTest(data)) keep(data.skip === undefined ? 'passed' : 'skipped', data);
        if (type === 'test:fail' && hasFailedItself(data)) {
            keep('failed', data);
            yield `failed: ${data.file ?? ''} ${data.name}\n${data.details.error?.cause?.stack ?? data.details.error?.stack ?? data.details.error}\n`;
        }
        if (type === 'test:diagnostic' && /measured|seed/.test(data.message)) yield `${data.message}\n`;
        if ((type === 'test:stdout' || type === 'test:stderr') && /measured|seed|skipped/.test(data.message)) yield data.message;
    }
}
