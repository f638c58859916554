import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const web = new URL('../../Web/', import.meta.url);
const writes = /\bconsole\b|\bdebugger\b/;

// 003-29
test('the page logs nothing, and so no secret', () => {
    const files = readdirSync(web, { recursive: true }).filter((name) => name.endsWith('.js') && !name.startsWith('vendor'));
    assert.ok(files.length > 100 && writes.test('console.log(key)'));
    assert.deepEqual(files.filter((name) => writes.test(readFileSync(new URL(name, web), 'utf8'))), []);
});
