import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { KeptPage } from '../../../Web/worker/kept-page.js';
import { cacheName, droppable, headersOf, mayTakeOver, placeOfShared, replyTo, showsNothing } from '../../../Web/worker/rules.js';

const origin = 'https://calls.example.org';
const token = 'a'.repeat(43);
const release = { name: 'new', needed: ['/', '/assets/main-1.js'], files: { '/': 'x', '/assets/main-1.js': 'y', '/icon.svg': 'z' } };
const reply = (path, { method = 'GET', mode = 'no-cors', at = origin } = {}) => replyTo({ method, mode, url: at + path }, origin, release);

test('the worker serves the page and its files, and nothing else', () => {
    const page = { kind: 'file', path: '/' };
    for (const path of ['/', '/?inspect', '/index.html', '/#/calls']) assert.deepEqual(reply(path, { mode: 'navigate' }), page, path);
    assert.deepEqual(reply('/assets/main-1.js'), { kind: 'file', path: '/assets/main-1.js' });
    assert.deepEqual(reply('/icon.svg'), { kind: 'file', path: '/icon.svg' });
    assert.deepEqual(reply('/assets/main-0.js'), { kind: 'earlier', path: '/assets/main-0.js' });
    const own = ['/api/v1/user', '/share/contact/' + token, '/service-worker.js', '/toString', '/__proto__', '/constructor'];
    for (const path of own) for (const mode of ['cors', 'no-cors']) assert.equal(reply(path, { mode }), null, `${path} ${mode}`);
    assert.equal(reply('/', { mode: 'cors' }), null, 'the page is asked for by going there');
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) assert.equal(reply('/assets/main-1.js', { method }), null, method);
    assert.equal(reply('/assets/main-1.js', { at: 'https://elsewhere.example.org' }), null);
});

test('a share that opens the page is handled by the worker', () => {
    assert.deepEqual(reply('/share-target', { method: 'POST', mode: 'navigate' }), { kind: 'shared' });
    assert.equal(reply('/share-target', { method: 'POST', mode: 'cors' }), null);
    assert.deepEqual(reply('/share-target', { mode: 'navigate' }), { kind: 'passage' });
    assert.deepEqual(reply('/share-targets', { method: 'POST', mode: 'navigate' }), { kind: 'passage' });
});

test('every navigation passes through the worker: files come from the release, and contact links lead into the page', () => {
    const navigation = (path, method = 'GET') => reply(path, { mode: 'navigate', method });
    assert.deepEqual(navigation('/icon.svg'), { kind: 'file', path: '/icon.svg' });
    assert.deepEqual(navigation(`/share/contact/${token}`), { kind: 'place', place: `/#/add/${token}` });
    for (const glued of ['.', ')', '/', '%E2%80%8B', '%20thanks', '.Thanks']) assert.deepEqual(navigation(`/share/contact/${token}${glued}`), { kind: 'place', place: `/#/add/${token}` }, glued);
    for (const damaged of ['', 'x', `${token}x`, `${token}/more`, '%3Cscript%3E']) assert.deepEqual(navigation(`/share/contact/${damaged}`), { kind: 'place', place: '/#/add' }, damaged);
    for (const path of ['/sign-in/google/callback?state=x', '/steal.html', '/api/v1/user', '/share/contact', '/service-worker.js', '/toString', '/__proto__']) {
        for (const method of ['GET', 'POST', 'PUT']) assert.deepEqual(navigation(path, method), { kind: 'passage' }, `${method} ${path}`);
    }
    assert.deepEqual(navigation(`/share/contact/${token}`, 'POST'), { kind: 'passage' });
});

test('a navigation gets the server’s response only if it is a redirect or a download that is not a document', () => {
    const answer = (headers, type = 'basic') => ({ type, headers: new Headers(headers) });
    assert.ok(showsNothing(answer({}, 'opaqueredirect')));
    assert.ok(showsNothing(answer({ 'Content-Disposition': 'attachment; filename="export.json"', 'Content-Type': 'application/json' })));
    assert.ok(showsNothing(answer({ 'Content-Disposition': ' Attachment', 'Content-Type': 'application/octet-stream' })));
    for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/xml', 'application/json', 'text/plain']) {
        assert.ok(!showsNothing(answer({ 'Content-Type': type })), type);
        assert.ok(!showsNothing(answer({ 'Content-Type': type, 'Content-Disposition': 'inline; filename=attachment' })), type);
        const isDocument = /html|svg|xml/i.test(type);
        assert.equal(showsNothing(answer({ 'Content-Type': type, 'Content-Disposition': 'attachment' })), !isDocument, type);
    }
    assert.ok(!showsNothing(answer({ 'Content-Disposition': 'attachment' })), 'a download without a type may be a document');
});

test('the server chooses neither the type of a cached file nor what is loaded with it', () => {
    const sent = new Headers({ 'Content-Type': 'text/html', Link: '</steal.css>; rel=stylesheet', Refresh: '0; url=/steal', 'Content-Security-Policy': 'strict', 'Content-Length': '5', SourceMap: '/x', 'Speculation-Rules': '"/x"' });
    assert.deepEqual([...headersOf('/assets/a.js', sent).keys()], ['content-security-policy', 'content-type']);
    assert.equal(headersOf('/assets/a.js', sent).get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(headersOf('/', new Headers({ 'Content-Type': 'image/svg+xml' })).get('Content-Type'), 'text/html; charset=utf-8');
});

test('a shared link leads to its person, and any other share to where links are pasted', () => {
    const link = `${origin}/share/contact/${token}`;
    for (const shared of [[link], [null, `Add me on ECall: ${link}\nsoon`], [null, null, link], [`ecall://contact/${token}`], ['a:b', link]]) {
        assert.equal(placeOfShared(shared, origin), `/#/add/${token}`, JSON.stringify(shared));
    }
    const others = [[], [null], ['hello'], [token], [link.replace('calls', 'other')], [`${link}x`], ['x'.repeat(5000) + ' ' + link], ['javascript:alert(1)'], [`https://calls.example.org/share/${token}`]];
    for (const shared of others) assert.equal(placeOfShared(shared, origin), '/#/add', JSON.stringify(shared).slice(0, 80));
});

test('a shared call link leads to the call, and a damaged one to its error', () => {
    const link = `${origin}/#/call/17/5/${token}`;
    for (const shared of [[link], [null, `Join my call on ECall: ${link}\nnow`], [null, null, link], [`${link}!`]]) assert.equal(placeOfShared(shared, origin), `/#/call/17/5/${token}`, JSON.stringify(shared));
    assert.equal(placeOfShared([`${link}x`], origin), '/#/call/0');
    for (const other of [link.replace('calls', 'other'), `${origin}/#/calls/17`]) assert.equal(placeOfShared([other], origin), '/#/add', other);
});

test('a release is deleted once no window and no worker uses it, and foreign caches are kept', () => {
    const caches = ['ecall-page-old', 'ecall-page-older', 'ecall-page-new', 'of-somebody-else'];
    assert.deepEqual(droppable(caches, release, []), ['ecall-page-old', 'ecall-page-older']);
    assert.deepEqual(droppable(caches, release, ['ecall-release-old', 'ecall-device']), ['ecall-page-older']);
    assert.deepEqual(droppable(caches, release, ['ecall-release-old', 'ecall-release-older']), []);
});

test('no release takes over while a window is in a call', () => {
    assert.equal(mayTakeOver(['ecall-device', 'ecall-release-old']), true);
    assert.equal(mayTakeOver(['ecall-device', 'ecall-call']), false);
});

/** The caches of a browser, as far as they are used here. */
class Caches {
    kept = new Map();
    async open(name) {
        if (!this.kept.has(name)) this.kept.set(name, new Map());
        const files = this.kept.get(name);
        return { match: async (path) => files.get(path)?.clone(), put: async (path, response) => { files.set(path, response); } };
    }
    async keys() { return [...this.kept.keys()]; }
    async delete(name) { return this.kept.delete(name); }
    async match(path) {
        for (const files of this.kept.values()) if (files.has(path)) return files.get(path).clone();
        return undefined;
    }
}

// Node's requests accept no relative paths.
globalThis.Request = class { constructor(path, options) { Object.assign(this, options, { path }); } };

/** A server with files, whose contents are looked up at each request. */
function served(files, wanted = files) {
    const caches = new Caches();
    const asked = [];
    const hash = (text) => createHash('sha256').update(text).digest('hex');
    const kept = { name: 'new', needed: Object.keys(wanted).filter((path) => !path.includes('seldom')), files: Object.fromEntries(Object.entries(wanted).map(([path, text]) => [path, hash(text)])) };
    const fetch = async (request) => {
        asked.push(`${request.path} ${request.cache}`);
        const found = files[request.path];
        const text = typeof found === 'function' ? found(request) : found;
        return new Response(text ?? '', { status: text === undefined ? 404 : 200, headers: { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br', 'Content-Security-Policy': 'strict' } });
    };
    return { page: new KeptPage(kept, caches, fetch), caches, asked };
}

test('installed files are served without the server, with their headers but without Content-Encoding', async () => {
    const { page, asked } = served({ '/': 'the page', '/assets/a.js': 'a', '/assets/seldom.json': 's' });
    await page.install();
    assert.equal(asked.length, 2);
    const answer = await page.file('/');
    assert.equal(await answer.text(), 'the page');
    assert.deepEqual(['Content-Type', 'Content-Security-Policy', 'Content-Encoding'].map((name) => answer.headers.get(name)), ['text/html; charset=utf-8', 'strict', null]);
    assert.equal(asked.length, 2);
    for (const _ of [1, 2]) assert.equal(await (await page.file('/assets/seldom.json')).text(), 's');
    assert.equal(asked.length, 3, 'asked for once');
});

// 000-70
test('the texts of the chosen language are cached with the page', async () => {
    const { page, asked } = served({ '/': 'the page', '/assets/seldom-vi.json': 'v', '/assets/seldom-km.json': 'k' });
    await page.install(['/assets/seldom-vi.json', '/']);
    assert.deepEqual(asked, ['/ default', '/assets/seldom-vi.json default']);
    assert.equal(await (await page.file('/assets/seldom-vi.json')).text(), 'v');
    assert.equal(asked.length, 2);
});

test('a file with other content is refused, and its release with it', async () => {
    for (const files of [{ '/': 'another page', '/assets/a.js': 'a' }, { '/assets/a.js': 'a' }]) {
        const { page, caches } = served(files, { '/': 'the page', '/assets/a.js': 'a', '/seldom': 's' });
        await assert.rejects(page.install(), TypeError);
        assert.deepEqual(await caches.keys(), []);
    }
    const { page } = served({ '/': 'p', '/seldom': 'other' }, { '/': 'p', '/seldom': 's' });
    await page.install();
    await assert.rejects(page.file('/seldom'), TypeError, 'nor later');
});

test('an outdated file in the browser’s cache is fetched again', async () => {
    const { page, asked } = served({ '/': ({ cache }) => (cache === 'reload' ? 'the page' : 'of before') }, { '/': 'the page' });
    await page.install();
    assert.deepEqual(asked, ['/ default', '/ reload']);
});

test('an older window keeps its release’s files as long as it is open', async () => {
    const { page, caches, asked } = served({ '/': 'p' });
    await page.install();
    await (await caches.open('ecall-page-old')).put('/assets/old.js', new Response('old'));
    await page.tidy(['ecall-release-old']);
    assert.equal(await (await page.earlier('/assets/old.js', { path: '/assets/old.js' })).text(), 'old');
    await page.tidy([]);
    assert.deepEqual(await caches.keys(), [cacheName({ name: 'new' })]);
    assert.equal((await page.earlier('/assets/old.js', { path: '/assets/old.js' })).status, 404);
    assert.equal(asked.at(-1), '/assets/old.js undefined', 'the server may still have it');
    const count = asked.length;
    assert.equal((await page.earlier('/assets/old.js', { path: '/assets/old.js', destination: 'script' })).type, 'error');
    assert.equal(asked.length, count, 'a script that is not kept is not asked for');
});

test('any other navigation leads to the page, whatever the server answers', async () => {
    const { page, asked } = served({ '/': 'p', '/steal.html': '<script>' });
    for (const path of ['/steal.html', '/unknown']) {
        const answer = await page.passage({ path }, `${origin}/`);
        assert.deepEqual([answer.status, answer.headers.get('Location')], [303, `${origin}/`], path);
    }
    assert.equal(asked.length, 2);
    const offline = new KeptPage(release, new Caches(), async () => { throw new TypeError('no network'); });
    assert.equal((await offline.passage({ path: '/x' }, `${origin}/`)).headers.get('Location'), `${origin}/`);
    const redirect = { type: 'opaqueredirect', headers: new Headers() };
    assert.equal(await new KeptPage(release, new Caches(), async () => redirect).passage({ path: '/sign-in/google/callback' }, `${origin}/`), redirect);
});
