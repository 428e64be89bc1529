import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loggedIn, start } from '../../../harness/test/core/testing.ts';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import { endpoints } from '../../../src/api/endpoints.ts';

const POLICY = 'content-security-policy';

/** Extensions that a browser may execute or render. */
const active = ['html', 'htm', 'xhtml', 'svg', 'xml', 'xsl', 'mht', 'pdf', 'js', 'txt', 'unknown', 'HTML', ''];

describe('files in the memory storage', () => {
  it.each(active)('with extension .%s cannot act as a page of this origin', async (extension) => {
    const { ask, token } = await loggedIn();
    const path = `a${extension === '' ? '' : `.${extension}`}`;
    await ask('PUT', `/api/v3/fs/mem/${path}`, { token, body: '<script>1</script>' });
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await ask(method, `/memfs/${path}`);
      expect(headers.get(POLICY)).toMatch(/^sandbox; default-src 'none';/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const through = await ask('GET', `/api/v3/fs/mem/${path}`, { token });
    expect(through.headers.get(POLICY)).toMatch(/^sandbox; default-src 'none'/);
  });

  it('carry the policy in errors, ranges and 304s too', async () => {
    const { ask, token } = await loggedIn();
    await ask('PUT', '/api/v3/fs/mem/a.html', { token, body: 'x'.repeat(100) });
    const { headers } = await ask('GET', '/memfs/a.html');
    const others = [
      await ask('GET', '/memfs/none.html'),
      await ask('PUT', '/memfs/a.html'),
      await ask('GET', '/memfs/a.html', { headers: { Range: 'bytes=0-3' } }),
      await ask('GET', '/memfs/a.html', { headers: { 'If-None-Match': headers.get('etag') ?? '' } }),
      await ask('GET', '/%6demfs/a.html'),
    ];
    expect(others.map(({ status }) => status)).toEqual([404, 401, 206, 304, 200]);
    for (const answer of others) expect(answer.headers.get(POLICY)).toMatch(/^sandbox;/);
  });

  it("keep the policy with an operator's own content types", async () => {
    const list = join(testTempDir(), 'mime.types');
    await writeFile(list, 'text/html ts\n');
    const { ask, token } = await loggedIn({ CORE_STORAGE_MIMETYPES_FILE: list });
    await ask('PUT', '/api/v3/fs/mem/a.ts', { token, body: '<script>' });
    const { headers } = await ask('GET', '/memfs/a.ts');
    expect([headers.get('content-type'), headers.get(POLICY)?.slice(0, 8)]).toEqual(['text/html', 'sandbox;']);
  });
});

it('pages on the disk run scripts, while SVG and XML get an opaque origin', async () => {
  const { ask, token } = await loggedIn();
  const policy = async (name: string) => {
    await ask('PUT', `/api/v3/fs/disk/${name}`, { token, body: '<x/>' });
    const { headers } = await ask('GET', `/${name}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    return headers.get(POLICY);
  };
  for (const name of ['page.html', '3f6b1f0e.html', 'sub/index.html']) expect(await policy(name)).toBeNull();
  expect(await policy('a.jpg')).toBeNull();
  for (const name of ['a.svg', 'a.xml', 'A.SVG']) expect(await policy(name)).toBe('sandbox allow-scripts allow-popups');
});

it('the website cannot be framed by another site', async () => {
  const { ask, token } = await loggedIn();
  for (const name of ['index.html', 'playersite_a.html', 'playersite_imprint.html'])
    await ask('PUT', `/api/v3/fs/disk/${name}`, { token, body: '<x/>' });
  for (const path of ['/', '/index.html', '/%69ndex.html', '/playersite_a.html', '/playersite_imprint.html'])
    for (const method of ['GET', 'HEAD'])
      expect((await ask(method, path)).headers.get(POLICY), `${method} ${path}`).toBe("frame-ancestors 'self'");
});

describe('the interface', () => {
  const open = async (html: string) => {
    const home = testTempDir();
    const started = await start({}, home);
    await mkdir(join(home, 'ui'), { recursive: true });
    await writeFile(join(home, 'ui', 'index.html'), html);
    return started;
  };
  const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

  it.each([
    ['', "frame-ancestors 'self'"],
    [meta("default-src 'self'"), "default-src 'self'; frame-ancestors 'self'"],
    [meta("default-src\n 'self'\r\nX-Evil: ö"), "default-src 'self' X-Evil: ; frame-ancestors 'self'"],
  ])('repeats the policy of the page %j as a header', async (html, policy) => {
    const { ask } = await open(html);
    for (const path of ['/ui/', '/ui/index.html']) {
      const { headers } = await ask('GET', path);
      expect(headers.get(POLICY)?.replace(/ +/g, ' ')).toBe(policy.replace(/ +/g, ' '));
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('reads the policy again after the page was replaced', async () => {
    const { ask, home } = await open(meta('a'));
    await ask('GET', '/ui/');
    await writeFile(join(home, 'ui', 'index.html'), meta("default-src 'none'"));
    expect((await ask('GET', '/ui/')).headers.get(POLICY)).toMatch(/^default-src 'none';/);
  });

  it('sends no policy with scripts, because a worker would be bound by it', async () => {
    const { ask } = await start();
    expect((await ask('GET', '/ui/assets/app-ABCD1234.js')).headers.get(POLICY)).toBeNull();
  });
});

it('no API response is cached, whether granted or rejected, except public player data', async () => {
  const { ask, token } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  const stored: string[] = [];
  const all = Object.values(endpoints).filter(({ path }) => !path.endsWith('/reload'));
  const more = [
    { method: 'GET', path: '/v3/fs' },
    { method: 'GET', path: '/v3/session' },
    { method: 'POST', path: '/login' },
    { method: 'GET', path: '/nope' },
  ];
  for (const { method, path } of [...all, ...more]) {
    const url = `/api${path.replace(/[:*]\w+/g, 'known')}`;
    for (const login of [{ token }, {}]) {
      const { headers, status } = await ask(method, url, login);
      if (headers.get('cache-control') !== 'no-store') stored.push(`${method} ${url} ${status}`);
    }
  }
  expect(stored).toEqual([]);
  expect((await ask('GET', '/api/v3/widget/process/x')).headers.get('cache-control')).toBeNull();
});
