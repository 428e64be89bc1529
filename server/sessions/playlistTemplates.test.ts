import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import more from '../../harness/test/core/conformance/fixtures/extra.json' with { type: 'json' };
import recordings from '../../harness/test/core/conformance/fixtures/hls-delivery.json' with { type: 'json' };
import { Config } from '../config/configSchema.ts';
import { limit } from '../util/limits.ts';
import { createSessions } from './index.ts';
import {
  buildSessionMaster,
  compilePlaylist,
  createTemplates,
  listSegments,
  renderPlaylist,
} from './playlistTemplates.ts';
import { createSessionId, createSessionIds, isSessionId } from './sessionId.ts';

const Recording = z.object({
  name: z.string(),
  request: z.object({ path: z.string() }),
  response: z.object({ body: z.string().catch('') }),
});
const readRecorded = (name: string) => {
  const found = z
    .array(Recording)
    .parse([...recordings, ...more])
    .find((recording) => recording.name === name);
  if (found === undefined) throw new Error(`no recording: ${name}`);
  return found;
};
const render = (...playlist: Parameters<typeof renderPlaylist>) => renderPlaylist(...playlist).toString();
const anySession = (text: string) => text.replace(/(?<=session=)[0-9A-Za-z]{22}/g, 'ID');
const written = readRecorded('the playlist as ffmpeg wrote it (through the API)').response.body;

describe('a recorded playlist', () => {
  it.each(['public playlist without session', 'playlist with other query parameters'])(
    'gets the same master playlist as from the real core: %s',
    (name) => {
      const { request, response } = readRecorded(name);
      const [path = '', query = ''] = request.path.split('?');
      expect(anySession(buildSessionMaster(path, query, createSessionId()))).toBe(anySession(response.body));
    },
  );

  it.each(['public playlist with the session', 'session of right shape, never seen'])(
    'is rendered like by the real core: %s',
    (name) => {
      const { request, response } = readRecorded(name);
      const [path = '', query = ''] = request.path.split('?');
      expect(render(compilePlaylist(written, path), query.replace('session=', ''))).toBe(response.body);
    },
  );

  it('that is a master gets a new session for each entry', () => {
    const { request, response } = readRecorded('a master playlist in the memory storage');
    const original = [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      '11111111-2222-4333-8444-555555555555.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=2',
      'https://cdn.example/other.m3u8?a=b',
      'self.m3u8',
      'clip.mp4',
      'seg.ts?x=1',
      '',
      '#EXT-X-MAP:URI="init.mp4"',
      '',
    ].join('\n');
    const template = compilePlaylist(original, request.path);
    expect(template.isMaster).toBe(true);
    const first = render(template, '');
    expect(anySession(first)).toBe(anySession(response.body));
    expect(render(template, '')).not.toBe(first);
  });

  it('of the disk storage loses the folder', () => {
    const { response } = readRecorded('the same with a session');
    const original = '#EXTM3U\n#EXTINF:2,\n/srv/data/disk_0.ts\n#EXTINF:2,\n/srv/data/disk_1.ts\n';
    const text = render(compilePlaylist(original, '/disk.m3u8', '/srv/data'), '7SBmNdKSbLdkrFbkDcSgLn');
    expect(text).toBe(response.body);
  });

  it('with fMP4 segments stays unchanged', () => {
    const { request, response } = readRecorded('fMP4 playlist with session');
    expect(render(compilePlaylist(response.body, request.path), 'x')).toBe(response.body);
  });
});

describe('a line of a playlist', () => {
  it.each([
    ['seg.ts', 'seg.ts?session=ID'],
    ['seg.ts?z=1&a=2', 'seg.ts?a=2&session=ID&z=1'],
    ['seg.ts?session=old', 'seg.ts?session=ID'],
    ['https://cdn.example/seg.ts', 'https://cdn.example/seg.ts?session=ID'],
    ['sub/dir/seg.ts', 'sub/dir/seg.ts?session=ID'],
    ['seg.tsx', 'seg.tsx'],
    ['#EXT-X-KEY:URI="key.ts"', '#EXT-X-KEY:URI="key.ts"'],
    ['/memfs/ü x.m3u8', '# m3u8 is referencing itself: /memfs/ü x.m3u8?session=ID'],
    ['./%C3%BC%20x.m3u8', '# m3u8 is referencing itself: ./%C3%BC%20x.m3u8?session=ID'],
    ['/other/ü x.m3u8', '/other/ü x.m3u8?session=ID'],
    ['http://[broken.m3u8', 'http://[broken.m3u8?session=ID'],
    ['%zz.m3u8', '%zz.m3u8?session=ID'],
  ])('%s is rewritten', (line, expected) => {
    const session = createSessionId();
    expect(anySession(render(compilePlaylist(line, '/memfs/ü x.m3u8'), session))).toBe(`${expected}\n`);
  });

  it('with a colon in the name stays a name', () =>
    expect(anySession(buildSessionMaster('/memfs/rec:a b.m3u8', '', createSessionId())).split('\n')[3]).toBe(
      'rec%3Aa%20b.m3u8?session=ID',
    ));

  it('that names a playlist gets a session, up to a limit', () => {
    const text = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n'.concat('x.m3u8\n'.repeat(5_000));
    const filled = render(compilePlaylist(text, '/memfs/m.m3u8'), '');
    const ids = [...filled.matchAll(/session=(\w{22})\n/g)].map(([, id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([5_000, 64]);
  });

  it('that names a segment is listed by path', () =>
    expect(
      listSegments('#EXTM3U\na.ts?x=1\n/memfs/b.ts\nhttps://cdn.example/c.ts\nd.m4s\n', '/memfs/sub/x.m3u8'),
    ).toEqual(['/memfs/sub/a.ts', '/memfs/b.ts']));
});

describe('a long playlist', () => {
  // Letters of one to four bytes, because gaps are byte offsets.
  const names = ['a.ts', 'ü x.ts', '日本/0.ts', '🎥.ts', 'https://cdn.example/ü.ts'];
  const createList = (count: number) =>
    Array.from({ length: count }, (_, at) => `#EXTINF:2,ü ${at}\n${names[at % names.length]}`).join('\n');

  it.each([1, 2, 7, 500])('of %i segments is filled like line by line, for each viewer', (count) => {
    const text = `#EXTM3U\n${createList(count)}\n`;
    const template = compilePlaylist(text, '/memfs/x.m3u8');
    for (const session of [createSessionId(), '', createSessionId()]) {
      expect(render(template, session)).toBe(text.replace(/\.ts$/gm, `.ts?session=${session}`));
    }
  });

  it('is compiled once for all viewers, and again after it has grown', () => {
    const compiled: string[] = [];
    const templates = createTemplates((text, ...rest) => {
      compiled.push(text);
      return compilePlaylist(text, ...rest);
    });
    const texts = [createList(1000), createList(1001)];
    for (const text of texts) {
      for (let viewer = 0; viewer < 50; viewer += 1) {
        templates.of(Buffer.from(text), '/memfs/x.m3u8', undefined);
        templates.of(Buffer.from('#EXTM3U\n'), '/memfs/y.m3u8', undefined);
      }
    }
    expect(compiled.filter((text) => text !== '#EXTM3U\n')).toEqual(texts);
    expect(compiled).toHaveLength(3);
  });

  it('is sent unchanged above the limit', () => {
    const config = Config.parse({ sessions: { enable: true } });
    const sessions = createSessions({ config: () => config });
    const viewer = { path: '/memfs/x.m3u8', address: '198.51.100.23', userAgent: '', referer: '' };
    const largest = Buffer.alloc(limit('playlist'), '#');
    const longer = Buffer.concat([largest, Buffer.from('\n')]);
    for (const query of ['', `session=${createSessionId()}`]) {
      expect(sessions.playlist({ ...viewer, query }, largest).kind).toBe('body');
      expect(sessions.playlist({ ...viewer, query }, longer).kind).toBe('pass');
    }
    expect(sessions.playlist({ ...viewer, query: 'session=x' }, longer).kind).toBe('refused');
    sessions.stop();
  });
});

describe('session ids', () => {
  it('have the requested format', () => {
    const ids = Array.from({ length: 500 }, createSessionId);
    expect(ids.filter((id) => !isSessionId(id))).toEqual([]);
    expect(new Set(ids).size).toBe(500);
  });
  it('are recognized by their secret only', () => {
    const ids = createSessionIds('a');
    const id = ids.create();
    const wrong = `${id.slice(0, -1)}${id.endsWith('2') ? '3' : '2'}`;
    expect([ids, createSessionIds('a')].map(({ isOurs }) => isOurs(id))).toEqual([true, true]);
    expect([createSessionIds('b'), createSessionIds('')].map(({ isOurs }) => isOurs(id))).toEqual([false, false]);
    expect([wrong, 'abc', '', createSessionId()].map(ids.isOurs)).toEqual([false, false, false, false]);
    expect(new Set(Array.from({ length: 100 }, ids.create)).size).toBe(100);
  });
  it.each(['abc', '', '0SBmNdKSbLdkrFbkDcSgLn', '7SBmNdKSbLdkrFbkDcSgLnx', 'lSBmNdKSbLdkrFbkDcSgLn'])(
    'do not include %s',
    (id) => expect(isSessionId(id)).toBe(false),
  );
});
