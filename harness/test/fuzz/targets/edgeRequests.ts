import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EdgeChannel } from '../../../../src/media/edge/edgePlan.ts';
import { signedLink } from '../../../tools/edge/signedLink.ts';
import { EDGE_SECRET, EDGE_SESSION, startEdge } from '../../../tools/edge/startEdge.ts';
import { startOrigin } from '../../../tools/edge/startFakeOrigin.ts';
import { list, record, text } from '../kinds.ts';
import { must } from '../must.ts';
import { type Target, target } from '../target.ts';

const channel = (name: string, more: Partial<EdgeChannel> = {}): EdgeChannel => ({
  ...{ name, access: 'public', hasVariants: false, ...more },
});
const channels = [
  ...[channel('live'), channel('many', { hasVariants: true })],
  ...[channel('paid', { access: 'signed' }), channel('live2', { access: 'signed', hasVariants: true })],
];
const UNTIL = 9_999_999_999;
const link = (name: string, file: string) => signedLink(file, { channel: name, until: UNTIL, secret: EDGE_SECRET });
const signatureOf = (name: string) => link(name, '').split('/')[2] ?? '';

/** A cookie of the core that must not reach clients. */
const COOKIE = 'cookie-of-the-core';
const INTERNAL = 'core.internal';

/** The origin responds to every path, so that a forwarded request shows. */
const answer: Parameters<typeof startOrigin>[0] = ({ url = '' }, response) => {
  response.setHeader('Set-Cookie', `session=${COOKIE}`).setHeader('Location', `http://${INTERNAL}:8080/`);
  response.setHeader('X-Accel-Redirect', '/edge/status').setHeader('Access-Control-Allow-Origin', `http://${INTERNAL}`);
  response.setHeader('Cache-Control', 'public, max-age=86400').setHeader('Vary', 'Origin').setHeader('ETag', '"core"');
  response.end(
    url.includes('.m3u8')
      ? `#EXTM3U\n#EXTINF:2,\nlive_1.ts?session=${EDGE_SESSION}\nmany_0.m3u8?session=${EDGE_SESSION}\n`
      : '0123456789',
  );
};

/** Every path that may reach the origin, without the query. */
const FILE =
  /^\/(?:memfs\/)?(live|many|paid|live2)(?:(?:_[\w-]+)?\.(?:m3u8|mp4)|\.jpg|[_/](?:[\w/-]*[_/])?\d{1,16}\.(?:ts|m4s|mp4|aac|vtt))$/;
const HEADERS = new Set(['host', 'if-none-match', 'if-modified-since']);

interface FuzzedRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

function judgeAsked({ line, headers }: FuzzedRequest, sent: string, host: string): void {
  const [method, url = ''] = line.split(' ');
  const [file = '', query] = url.split('?');
  must(method === 'GET' && query === `session=${EDGE_SESSION}`, () => `the origin was asked for ${line}`);
  const [, name = ''] = FILE.exec(file) ?? [];
  must(name !== '', () => `the origin was asked for ${line}`);
  const signed = channels.some((channel) => channel.name === name && channel.access === 'signed');
  // The last character contains padding bits.
  must(
    !signed || sent.includes(signatureOf(name).slice(0, -1)),
    () => `without a link, the origin was asked for ${line}`,
  );
  for (const [key, value] of Object.entries(headers)) must(HEADERS.has(key), () => `the origin got ${key}: ${value}`);
  must(headers.host === host, () => `the origin is not ${headers.host}`);
  must((headers['if-none-match'] ?? '"core"') === '"core"', 'the origin was told a condition of a viewer');
  must(headers['if-modified-since'] === undefined, 'the origin was told a time of a viewer');
}

const ANSWER_HEADERS = new Set([
  ...[
    'server',
    'date',
    'connection',
    'keep-alive',
    'content-type',
    'content-length',
    'content-range',
    'content-encoding',
  ],
  ...['transfer-encoding', 'last-modified', 'etag', 'accept-ranges', 'cache-control', 'x-content-type-options'],
  ...['x-edge-cache', 'access-control-allow-origin', 'access-control-expose-headers', 'access-control-allow-methods'],
  ...['access-control-allow-headers', 'access-control-max-age', 'location'],
]);
const LEADS = /^[\w-]+\.m3u8\?session=[0-9a-f]{32}$/;

function judgeAnswer(answer: string): void {
  for (const secret of [EDGE_SESSION, EDGE_SECRET, COOKIE, INTERNAL])
    must(!answer.includes(secret), `an answer has ${secret}`);
  const [head = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  // HTTP/0.9 has no headers.
  if (!first.startsWith('HTTP/1.1 ')) return;
  for (const line of lines) {
    const [name = '', value = ''] = line.split(': ');
    must(ANSWER_HEADERS.has(name.toLowerCase()), () => `an answer has ${line}`);
    must(name.toLowerCase() !== 'location' || LEADS.test(value), () => `an answer leads to ${value}`);
  }
}

const QUIET_MS = 300;

/** Reads until the edge closes the connection or falls silent: it may wait for the rest of a request. */
const exchange = (port: number, sent: string): Promise<string> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(QUIET_MS, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.write(sent);
  });

const opened: { edge: Awaited<ReturnType<typeof open>> | null } = { edge: null };

async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-edge-'));
  const origin = await startOrigin(answer);
  const edge = await startEdge({ origin: origin.url, channels, balancers: ['127.0.0.1'] }, folder);
  return {
    ...{ port: edge.port, origin, host: new URL(origin.url).host },
    close: async () => {
      await edge.stop();
      await origin.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const closeEdge = async (): Promise<void> => opened.edge?.close();

function takeAsked({ asked: requests, headers }: { asked: string[]; headers: IncomingHttpHeaders[] }): FuzzedRequest[] {
  const lines = requests.splice(0);
  const sentHeaders = headers.splice(0);
  return lines.map((line, n) => ({ line, headers: sentHeaders[n] ?? {} }));
}

const decoded = (sent: string): string =>
  sent.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

let senders = 0;
/** A new address per request, because requests are limited per address. */
function nextSender(): string {
  senders += 1;
  return `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
}

const VIEWER = 'a'.repeat(32);
const FRESH_HEADERS = [
  ...[
    'Range: bytes=0-1',
    'X-Real-IP: 203.0.113.9',
    'X-Forwarded-For: 203.0.113.9',
    'Cookie: a=b',
    'Referer: http://a/',
  ],
  ...[
    'X-Edge-Client: a',
    'X-Edge-Guesser: 0000',
    'If-None-Match: "a"',
    'If-Modified-Since: Thu, 26 Nov 2026 04:00:00 GMT',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Content-Length: 3',
    'Expect: 100-continue',
    'Connection: X-Any',
    'Upgrade: websocket',
  ],
  ...[
    'Host: b',
    'Authorization: Basic eA==',
    'X-HTTP-Method-Override: PUT',
    'Proxy-Connection: keep-alive',
    'Accept-Encoding: gzip',
  ],
];

const requests = target({
  name: 'edge: requests to nginx',
  reads: ['src/media/edge/nginxConfig.ts'],
  kind: record<{ method: string; path: string; headers: readonly string[]; body: string }>({
    method: text({ words: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PRI', 'get', ' ', 'CONNECT', 'TRACE', '\r\n'], most: 40 }),
    path: text({
      words: [
        ...[
          '/memfs/',
          '/s/',
          'live',
          'live2',
          'many',
          'paid',
          '_1',
          '/1',
          '.ts',
          '.m3u8',
          '.mp4',
          '.jpg',
          '.m4s',
          '.vtt',
        ],
        ...[
          '?session=',
          VIEWER,
          signatureOf('paid'),
          `/${UNTIL}/`,
          '/edge/status',
          '/api/v3/',
          '%2f',
          '%5F',
          '%0a',
          '%0d%0a',
        ],
        ...[' HTTP/1.1\r\nX: ', 'http://core/', '/../', '/./', '//', '&', '#', ';', EDGE_SESSION.slice(0, 5)],
      ],
      most: 400,
    }),
    headers: list(text({ words: FRESH_HEADERS, most: 300 }), FRESH_HEADERS, 12),
    body: text({ words: ['GET /memfs/paid_1.ts HTTP/1.1\r\nHost: e\r\n\r\n', '0\r\n\r\n', '3\r\nabc\r\n'], most: 200 }),
  }),
  examples: [
    { method: 'GET', path: '/memfs/live_1.ts', headers: [], body: '' },
    { method: 'GET', path: '/memfs/live.m3u8', headers: [], body: '' },
    { method: 'GET', path: `/memfs/many_0.m3u8?session=${VIEWER}`, headers: ['Range: bytes=0-1'], body: '' },
    { method: 'HEAD', path: '/live/0/20261126/7.m4s', headers: ['Referer: http://a/'], body: '' },
    { method: 'GET', path: link('paid', 'paid_1.ts'), headers: ['Cookie: a=b'], body: '' },
    { method: 'GET', path: link('live2', 'live2.m3u8'), headers: [], body: '' },
    { method: 'OPTIONS', path: '/memfs/live.jpg', headers: ['Origin: http://a'], body: '' },
    { method: 'GET', path: '/edge/status', headers: [], body: '' },
    { method: 'GET', path: '/memfs/live.mp4', headers: ['Content-Length: 3'], body: 'abc' },
  ],
  bounds: { growTo: 64 * 1024, baseMs: 200, outputBase: 16_384 },
  run: async ({ method, path: target, headers, body }) => {
    opened.edge ??= await open();
    const { port, origin, host } = opened.edge;
    const lines = [`${method} ${target} HTTP/1.1`, 'Host: e', ...headers, 'Connection: close'];
    const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
    const answer = await exchange(port, `PROXY TCP4 ${nextSender()} 127.0.0.1 1234 80\r\n${request}`);
    const reached = takeAsked(origin);
    for (const line of reached) judgeAsked(line, decoded(request), host);
    judgeAnswer(answer);
    return { status: answer.slice(9, 12), reached: reached.length };
  },
  open: async () => {
    opened.edge ??= await open();
  },
  findings: [],
});

export const edgeRequests: readonly Target[] = [requests];
