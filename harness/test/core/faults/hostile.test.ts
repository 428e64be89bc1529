import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../testTempDir.ts';
import { sendRaw, statusOf } from './rawHttp.ts';
import { cheapProcess, residentMb, runCore, SEED, seededRandom } from './runCore.ts';

async function isWell(core: Awaited<ReturnType<typeof runCore>>): Promise<void> {
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
  expect(core.said()).not.toMatch(/level=ERROR|Unexpected fault/);
  expect(core.child.exitCode).toBeNull();
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`;

it('malformed HTTP only closes its own connection', async () => {
  const core = await runCore();
  const random = seededRandom(SEED);
  const noise = Array.from({ length: 40 }, () =>
    Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256))),
  );
  const attempts: (string | Buffer)[] = [
    ...noise,
    '\r\n\r\n\r\n',
    'GET\r\n\r\n',
    lines('GET / HTTP/9.9', 'Host: x'),
    lines('GET /\0 HTTP/1.1', 'Host: x'),
    lines('G E T / HTTP/1.1', 'Host: x'),
    lines('GET / HTTP/1.1', 'Host: x', 'Host'),
    lines('GET / HTTP/1.1', `X: ${'x'.repeat(100_000)}`),
    lines('GET / HTTP/1.1', ...Array.from({ length: 5000 }, (_, index) => `X${index}: 1`)),
    lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, 'Host: x'),
    lines('POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: -1'),
    lines('POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'),
    lines('POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    `${lines('PUT /memfs/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}ZZ\r\n\r\n`,
    `${lines('PUT /memfs/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n\r\n`,
    lines('PUT /memfs/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip, nothing'),
    lines('PRI * HTTP/2.0', '', 'SM'),
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', // start of a TLS handshake
    lines('CONNECT example.com:443 HTTP/1.1', 'Host: x'),
    lines('GET /ping HTTP/1.1', 'Host: x', 'Upgrade: websocket', 'Connection: Upgrade'),
    lines('GET http://[:::1/ HTTP/1.1', 'Host: x'),
    lines('OPTIONS * HTTP/1.1', 'Host: x'),
    lines('GET /ping HTTP/1.1', 'Host: x', 'Expect: something'),
  ];
  for (const bytes of attempts) {
    const status = statusOf(await sendRaw(core.port, bytes));
    expect(status ?? 400, `seed ${SEED}: ${bytes.toString('latin1').slice(0, 80)}`).toBeLessThan(500);
  }
  await isWell(core);
});

describe('files outside of the served folders', () => {
  const ups = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%2f', '..%5c', '..\\', '%c0%ae%c0%ae', '....//', '..;', '.../'];
  const mounts = ['', '/memfs', '/ui', '/api/v3/fs/disk', '/api/v3/fs/mem'];
  const paths = mounts.flatMap((mount) =>
    ups.flatMap((up) => [1, 2, 8].map((depth) => `${mount}/${Array(depth).fill(up).join('/')}/secret.txt`)),
  );

  it('cannot be read with any spelling of the path', async () => {
    const home = testTempDir();
    const ui = join(home, 'ui');
    for (const folder of ['ui', 'data', 'db']) await mkdir(join(home, folder));
    await writeFile(join(home, 'secret.txt'), 'SECRET');
    await writeFile(join(ui, 'index.html'), '');
    await symlink(join(home, 'secret.txt'), join(home, 'data', 'link.txt'));
    await symlink(home, join(home, 'data', 'folder'));
    const core = await runCore({ home, environment: { CORE_ROUTER_UI_PATH: ui } });
    const more = ['/link.txt', '/folder/secret.txt', '/ui/..%00/secret.txt', '//secret.txt', '/ui//../secret.txt'];
    const absolute = join(home, 'secret.txt');
    for (const path of [...paths, ...more, `/${absolute}`, `/ui/${absolute}`, `/memfs${absolute}`]) {
      // A raw request, because HTTP clients normalize the path.
      const answer = await sendRaw(core.port, lines(`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'));
      expect(answer, path).not.toContain('SECRET');
      expect([301, 400, 404], `${path}: ${answer.slice(0, 60)}`).toContain(statusOf(answer));
    }
    for (const path of paths) {
      const put = lines(`PUT ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 1', 'Connection: close');
      await sendRaw(core.port, `${put}x`);
    }
    expect((await core.ask('GET', '/api/v3/config')).status).toBe(200);
    expect(await readFile(join(home, 'secret.txt'), 'utf8')).toBe('SECRET');
    expect((await readdir(home)).sort()).toEqual(['data', 'db', 'secret.txt', 'ui']);
    expect(await readdir(ui)).toEqual(['index.html']);
    await isWell(core);
  });
});

it('no request can inject a response header', async () => {
  const core = await runCore({ environment: { CORE_ROUTER_UI_PATH: testTempDir() } });
  const evil = '%0d%0aX-Evil:%20yes%0d%0a%0d%0a<h1>';
  const attempts = [
    ['GET', `/${evil}`, ''],
    ['GET', `/ui?${evil}`, ''],
    ['PUT', `/memfs/${evil}.txt`, ''],
    ['GET', `/memfs/${evil}.txt`, ''],
    ['PUT', `/api/v3/fs/disk/${evil}.txt`, ''],
    ['DELETE', `/api/v3/fs/disk/${evil}.txt`, ''],
    ['GET', `/api/v3/process/${evil}`, ''],
    ['GET', `/api/v3/metadata/${evil}`, ''],
    ['GET', '/ping', 'Origin: http://a\r\n X-Evil: yes'],
    ['GET', '/ping', 'Origin: a\nX-Evil: yes'],
    ['GET', '/memfs/a.m3u8', 'Referer: \rX-Evil: yes'],
  ] as const;
  for (const [method, path, header] of attempts) {
    const head = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...(header === '' ? [] : [header])];
    const answer = await sendRaw(core.port, lines(...head, 'Content-Length: 0'));
    const [headers = ''] = answer.split('\r\n\r\n');
    expect(
      headers.split('\r\n').filter((line) => line.startsWith('X-Evil')),
      path,
    ).toEqual([]);
    expect(statusOf(answer) ?? 400).toBeLessThan(500);
  }
  await isWell(core);
});

it.each([
  ['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
  ['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lists without an end', (depth: number) => '['.repeat(depth)],
])('%s of any depth cause no server error @nightly', async (_, nested) => {
  const core = await runCore();
  await core.ask('POST', '/api/v3/process', cheapProcess('p'));
  for (const depth of [600, 5_000, 500_000]) {
    for (const [method, path] of [
      ['PUT', '/api/v3/metadata/deep'],
      ['PUT', '/api/v3/process/p/metadata/deep'],
      ['POST', '/api/v3/process'],
      ['PUT', '/api/v3/process/p'],
      ['PUT', '/api/v3/config'],
      ['POST', '/api/v3/metrics'],
    ] as const) {
      const { status, text } = await core.ask(method, path, nested(depth));
      // Unknown fields of a process are ignored, so some bodies are valid.
      expect(status, `${method} ${path} ${depth}: ${text.slice(0, 200)}`).toBeLessThan(500);
    }
  }
  await isWell(core);
});

it('bodies with millions of errors are rejected without using much memory @nightly', async () => {
  const core = await runCore();
  await core.ask('POST', '/api/v3/process', cheapProcess('p'));
  const repeat = (text: string) => `${text}${`,${text}`.repeat(5_000_000)}`;
  const before = residentMb(core.pid);
  for (const [method, path, body] of [
    ['POST', '/api/v3/process', `[${repeat('0')}]`],
    ['PUT', '/api/v3/process/p', `{"options":[${repeat('0')}]}`],
    ['PUT', '/api/v3/config', `{"version":3,"host":{"name":[${repeat('0')}]}}`],
    ['POST', '/api/v3/metrics', `{"metrics":[${repeat('0')}]}`],
    ['PUT', '/api/v3/metadata/k', `[${repeat('0')}`],
  ] as const) {
    const { status } = await core.ask(method, path, body);
    expect([400, 413], `${method} ${path}`).toContain(status);
  }
  expect(residentMb(core.pid) - before).toBeLessThan(400);
  await isWell(core);
});
