import { Config } from '../../../../server/config/configSchema.ts';
import { createSessionId, isSessionId } from '../../../../server/sessions/sessionId.ts';
import { openSessions, playlistFor, segmentsOf, sessionMaster } from '../coreParserAdapters.ts';
import { choice, headerText, list, record, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';

/** Decoded bytes and paths contain no lone surrogates. */
const wellFormed = (all: string) => all.replace(/\p{Surrogate}/gu, '');
const PATHS = ['/memfs/', 'a.m3u8', '/', '%', '..', ':', ' ', '?', '#', '💥'];
const playlistText = text({
  words: [
    '#EXTM3U\n',
    '#EXT-X-STREAM-INF:BANDWIDTH=1\n',
    '\n',
    '\r\n',
    'a_0001.ts',
    'b.m3u8',
    '?session=x',
    '?',
    '/memfs/',
    'http://x/',
    '#',
    '%',
    '/data/',
  ],
  arriving: wellFormed,
});
const SESSION = createSessionId();
const media =
  '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.000000,\na_0001.ts\n#EXTINF:2.0,\n/data/a_0002.ts?x=1\n';
const master =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1024\na_0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhttp://b/a.m3u8?y=2\na.m3u8\n';

const isAddress = (line: string) => line !== '' && !line.startsWith('#') && /^[^?]*\.(ts|m3u8)(\?|$)/.test(line);

const playlists = target({
  name: 'sessions: playlists',
  reads: ['server/sessions/playlistTemplates.ts'],
  kind: record<{ list: string; path: string; dir: string }>({
    list: playlistText,
    // Every reference is resolved against it, so a long path costs more per line.
    path: text({ words: PATHS, arriving: (all) => `/${wellFormed(all.slice(0, 300))}` }),
    dir: choice(['', '/data']),
  }),
  examples: [
    { list: media, path: '/memfs/a.m3u8', dir: '' },
    { list: master, path: '/memfs/a.m3u8', dir: '' },
    { list: media, path: '/a.m3u8', dir: '/data' },
  ],
  bounds: { output: 30, msPerKb: 20 },
  run({ list, path, dir }) {
    const rendered = playlistFor(list, path, SESSION, dir === '' ? undefined : dir);
    const before = (list.endsWith('\n') ? list : `${list}\n`).split(/\r?\n/);
    const after = rendered.split('\n');
    must(after.length === before.length, () => `${before.length} lines become ${after.length}`);
    for (const [i, line] of before.entries()) {
      const original = dir === '' ? line : line.replaceAll('/data/', '');
      if (!isAddress(original)) must(after[i] === original, () => `${original} becomes ${after[i]}`);
      else if (!after[i]?.startsWith('#'))
        must(after[i]?.includes('session=') === true, () => `${after[i]} has no session`);
    }
    for (const segment of segmentsOf(list, path)) must(segment.startsWith('/'), () => `${segment} is no path`);
    const [, , , link = ''] = sessionMaster(path, 'a=1&session=old', SESSION).split('\n');
    must(link.endsWith(`session=${SESSION}`) && !link.includes('old'), () => `${link} is for another`);
    return rendered;
  },
  findings: [
    { input: { list: '.ts', path: '//99999999999999/../a.m3u8', dir: '' }, why: 'two slashes made a host of it: 500' },
  ],
});

interface Step {
  readonly does: string;
  readonly path: string;
  readonly query: string;
  readonly address: string;
  readonly agent: string;
  readonly referer: string;
}
const step = record<Step>({
  does: choice(['playlist', 'segment', 'written', 'stored', 'open', 'transfer', 'wait', 'widget']),
  path: text({ words: PATHS, arriving: (all) => `/${wellFormed(all).replace(/^\/+/, '')}`, most: 300 }),
  query: text({ words: ['session=', SESSION, '&', '=', '%'], arriving: wellFormed, most: 300 }),
  address: text({ words: ['203.0.113.9', '::1', '[', ']', ':80'], arriving: (all) => all.slice(0, 64) }),
  agent: headerText(['Mozilla/5.0', '\xe9']),
  referer: headerText(['https://a.example/x', 'http://', '//']),
});
const first: Step = {
  does: 'playlist',
  path: '/memfs/a.m3u8',
  query: `session=${SESSION}`,
  address: '203.0.113.9',
  agent: 'x',
  referer: 'https://a.example/',
};
const second: Step = { ...first, does: 'segment', path: '/memfs/a_1.ts' };
const steps = [
  first,
  second,
  { ...first, does: 'stored' },
  { ...first, does: 'written', path: '/memfs/a_1.ts' },
  { ...first, does: 'widget' },
];
const OTHER = ['open', 'transfer', 'wait'].map((does) => ({ ...first, does }));

const settings = Config.parse({ sessions: { ip_ignorelist: ['127.0.0.1/32'], max_sessions: 20 } });

const lives = target({
  name: 'sessions: of viewers and publishers',
  reads: ['server/sessions/index.ts', 'server/sessions/sessionId.ts'],
  kind: list(step, [...steps, ...OTHER], 40),
  examples: [steps, [...steps, ...OTHER]],
  bounds: { growTo: 16 * 1024, output: 120, outputBase: 20_000 },
  run(requests) {
    let now = 1_700_000_000_000;
    const sessions = openSessions({ config: () => settings, now: () => now });
    try {
      let handedOut = SESSION;
      for (const { does, path, query: asking, address, agent, referer } of requests) {
        const query = asking.replaceAll(SESSION, handedOut);
        const request = { path, query, address, userAgent: agent, referer };
        const session = /(?:^|&)session=([^&]*)/.exec(query)?.[1] ?? '';
        if (does === 'playlist') {
          const answer = sessions.playlist(request, Buffer.from(media));
          if (session !== '' && !isSessionId(session)) must(answer.kind !== 'body', () => `${session} is a session`);
          if (answer.kind === 'body') {
            must(answer.body.toString().startsWith('#EXTM3U'), 'no playlist');
            handedOut = /session=(\w{22})/.exec(answer.body.toString())?.[1] ?? handedOut;
          }
        } else if (does === 'segment') sessions.segment(request)?.tx(1000);
        else if (does === 'written') sessions.written(request, 1000, null);
        else if (does === 'stored') sessions.written(request, 100, Buffer.from(media));
        else if (does === 'open')
          sessions.open('rtmp', { reference: path, local: path, remote: address, extra: agent }).close();
        else if (does === 'transfer') sessions.transfer('http', address, 10, 20);
        else if (does === 'widget') must(sessions.widget(path).current >= 0, 'fewer than none');
        else now += 40_000;
      }
      const { hls } = sessions.active(['hls']);
      must((hls?.length ?? 0) <= requests.length, 'more sessions than requests');
      const summary = sessions.summary(['hls', 'hlsingress', 'rtmp', 'http', 'constructor', '__proto__']);
      mustEqual(JSON.parse(JSON.stringify(summary)), summary, 'the answer is another as JSON');
      sessions.metrics();
      return summary;
    } finally {
      sessions.stop();
    }
  },
  findings: [],
});

export const viewerSessions = [playlists, lives];
