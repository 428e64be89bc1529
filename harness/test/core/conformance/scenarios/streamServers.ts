import { until } from '../../testing.ts';
import type { Fixture } from '../fixture.ts';
import { type FfmpegClient, publish, pull, watchHls } from '../mediaClients.ts';
import type { Recording } from '../recordedExchanges.ts';
import type { Scenario } from '../scenario.ts';
import {
  addProcess,
  COPY_TO_NOWHERE,
  deleteProcess,
  encode,
  prepareCore,
  putFile,
  REFERENCE,
  sequenceOfSteps,
  set,
  stream,
  untilFramesCome,
} from '../scenarioSteps.ts';

const extensions = 'm3u8 ts mp4 m4s mpd jpg html js css json png svg ico webm xml txt'.split(' ');
const setUp = sequenceOfSteps(
  ...extensions.flatMap((name) => [putFile(`/mem/ct.${name}`, 'x'), putFile(`/disk/ct.${name}`, 'x')]),
);
const master = (name: string) =>
  `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${name}.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhttps://cdn.example/other.m3u8?a=b\n` +
  'self.m3u8\nclip.mp4\nseg.ts?x=1\n\n#EXT-X-MAP:URI="init.mp4"\n';

const sessionsOf = async (fixture: Fixture, collector: string): Promise<unknown[]> => {
  const answer = await fixture.api('GET', `/v3/session/active?collectors=${collector}`);
  const list: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, collector) : null;
  return Array.isArray(list) ? list : [];
};
const untilEnded = (collector: string) => (fixture: Fixture) =>
  until(
    () => sessionsOf(fixture, collector),
    ({ length }) => length === 0,
  );
/** Waits for the bitrate to be measured, because the limit depends on it. */
const measured = (fixture: Fixture) =>
  until(
    () => sessionsOf(fixture, 'hlsingress'),
    (list) =>
      list.some(
        (session) =>
          typeof session === 'object' && session !== null && Number(Reflect.get(session, 'bandwidth_rx_kbit')) > 250,
      ),
  );
const rates = (list: readonly unknown[]) => ({
  t_s: 0,
  sessions: list.length,
  tx_kbit: list.map(() => 0),
});

const plain = (name: string) => `#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:2,\n${name}_0.ts\n`;

export const delivery: readonly Scenario[] = [
  {
    area: 'hls-delivery',
    phase: 'main',
    begin: sequenceOfSteps(prepareCore, stream('rec:hls', REFERENCE)),
    before: {
      'a master playlist in the memory storage': putFile('/mem/self.m3u8', master(REFERENCE)),
      'a playlist on the disk storage': (fixture) =>
        putFile(
          '/disk/disk.m3u8',
          fixture.fill('#EXTM3U\n#EXTINF:2,\n{{DISK_DIR}}/disk_0.ts\n#EXTINF:2,\ndisk_1.ts\n'),
        )(fixture),
      'content type of .m3u8 at /memfs': setUp,
      'playlist after the process was deleted with purge_on_delete': deleteProcess('rec:hls'),
    },
  },
  {
    area: 'sessions',
    phase: 'open',
    before: {
      'playlist from an ignored address (127.0.0.1 is on the default ignore list)': putFile(
        '/mem/ign.m3u8',
        plain('ign'),
      ),
    },
  },
  {
    area: 'sessions',
    phase: 'main',
    begin: sequenceOfSteps(prepareCore, stream('rec:hls', REFERENCE)),
    before: {
      'active after the playlist with session, no segment yet': (fixture) =>
        fixture.send({ path: `/memfs/${REFERENCE}.m3u8?session=7SBmNdKSbLdkrFbkDcSgLn` }),
      'active with two viewers': async (fixture) => {
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'rec-viewer/1', Referer: 'https://site.example/page' });
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'rec-viewer/2', 'X-Forwarded-For': '198.51.100.23' });
      },
      // The recording includes a session of the previous area.
      'active, several collectors, nobody watches': async (fixture) => {
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'rec-viewer/0' });
        await untilEnded('hls')(fixture);
      },
    },
    observe: {
      'after both viewers left (session_timeout_sec is 6)': async (fixture) => {
        const two = rates(await sessionsOf(fixture, 'hls'));
        await untilEnded('hls')(fixture);
        return { timeline_of_changes: [two, rates([])] };
      },
    },
  },
  {
    area: 'sessions',
    phase: 'limits',
    begin: sequenceOfSteps(prepareCore, set({ sessions: { max_sessions: 2 } }), stream('rec:hls', REFERENCE, 1)),
    before: {
      'max_sessions 2, two viewers active: new playlist request': async (fixture) => {
        // The core only accepts ids that it has issued.
        const own = (await fixture.send({ path: `/memfs/${REFERENCE}.m3u8` })).body.toString();
        const id = /session=(\w+)/.exec(own)?.[1] ?? '';
        fixture.names.push(['5wvB56WfY6V4QhKjvzmoeP', id]);
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'a' }, id);
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'b' });
      },
      'after the sessions timed out': untilEnded('hls'),
      'max_bitrate_mbit 1: not even the first viewer is let in': sequenceOfSteps(
        deleteProcess('rec:hls'),
        set({ sessions: { max_bitrate_mbit: 1 } }),
        stream('rec:hls', REFERENCE, 1),
        measured,
      ),
      'sessions disabled: playlist': sequenceOfSteps(
        deleteProcess('rec:hls'),
        set({ sessions: { max_bitrate_mbit: 0, max_sessions: 0, enable: false } }),
        putFile('/mem/s.m3u8', '#EXTM3U\n#EXTINF:2,\ns_0.ts\n'),
      ),
      'sessions disabled: widget': addProcess('rec:w'),
    },
    observe: {
      'max_bitrate_mbit 3: viewers come one by one, one playlist and one segment each': async (fixture) => {
        await sequenceOfSteps(
          deleteProcess('rec:hls'),
          set({ sessions: { max_sessions: 0, max_bitrate_mbit: 3 } }),
          stream('rec:hls', REFERENCE, 1),
          measured,
        )(fixture);
        const first = await fixture.send({ path: `/memfs/${REFERENCE}.m3u8`, headers: { 'User-Agent': 'bw0' } });
        await watchHls(fixture, REFERENCE, { 'User-Agent': 'bw0' });
        const second = await fixture.send({ path: `/memfs/${REFERENCE}.m3u8`, headers: { 'User-Agent': 'bw1' } });
        const active_sessions = (await sessionsOf(fixture, 'hls')).length;
        const row = { active_sessions, bandwidth_tx_mbit: 0, max_bandwidth_tx_mbit: 3 };
        return {
          rows: [
            { viewer: 1, playlist_status: first.status, ...row },
            { viewer: 2, playlist_status: second.status, ...row },
          ],
        };
      },
    },
  },
];

const channelsOf = async (fixture: Fixture): Promise<unknown[]> => {
  const list = await fixture.api('GET', '/v3/rtmp');
  return Array.isArray(list) ? list : [];
};

async function published(fixture: Fixture, { request }: Recording) {
  const client = publish(fixture.fill(String(request.url)));
  const end = { code: null as number | null };
  const ended = client.ended.then((code) => {
    end.code = code;
    return code;
  });
  const channels = await until(
    () => channelsOf(fixture),
    (list) => list.length > 0 || end.code !== null,
  );
  const isOn = end.code === null;
  client.interrupt();
  const ffmpeg_exit_code = await ended;
  await until(
    () => channelsOf(fixture),
    (list) => list.length === 0,
  );
  return { ffmpeg_exit_code, still_publishing_when_interrupted: isOn, channels_meanwhile: channels };
}

const two = (fixture: Fixture): FfmpegClient => {
  const client = fixture.memo.get('two');
  if (typeof client !== 'object' || client === null || !('interrupt' in client)) throw new Error('nobody publishes');
  return client as FfmpegClient;
};
const pulled =
  (seconds: number) =>
  async (fixture: Fixture, { request }: Recording) => ({
    ffmpeg_exit_code: await pull(fixture.fill(String(request.url)), seconds).ended,
  });

export const rtmp: readonly Scenario[] = [
  { area: 'rtmp', phase: 'open' },
  {
    area: 'rtmp',
    phase: 'main',
    // The recording has 6 s. On a busy machine, a session must outlive the start of two processes.
    begin: sequenceOfSteps(prepareCore, set({ sessions: { session_timeout_sec: 20 } })),
    before: {
      'channels while publishing': async (fixture) => {
        await untilEnded('rtmp')(fixture);
        fixture.memo.set('two', publish(fixture.fill('rtmp://{{RTMP_HOST}}/live/two.stream?token=rtmp-token-1')));
        await until(
          () => channelsOf(fixture),
          ({ length }) => length > 0,
        );
      },
      'channels after the publisher left': async (fixture) => {
        // Sessions end with a delay: those of the readers must end before the publisher's.
        await until(
          () => sessionsOf(fixture, 'rtmp'),
          (list) => !JSON.stringify(list).includes('play:/live/two'),
        );
        two(fixture).interrupt();
        await two(fixture).ended;
        await until(
          () => channelsOf(fixture),
          ({ length }) => length === 0,
        );
      },
      'process publishing to {rtmp,name=loop}': sequenceOfSteps(
        addProcess('rec:rtmp-out', {
          autostart: true,
          output: [{ id: 'o', address: '{rtmp,name=loop}', options: encode('-f', 'flv') }],
        }),
        (fixture) =>
          until(
            () => channelsOf(fixture),
            ({ length }) => length > 0,
          ),
        addProcess('rec:rtmp-in', {
          autostart: true,
          input: [{ id: 'i', address: '{rtmp,name=loop}', options: [] }],
          output: [{ ...COPY_TO_NOWHERE[0], id: 'o', address: '-' }],
        }),
        untilFramesCome('rec:rtmp-in'),
      ),
    },
    observe: {
      ...Object.fromEntries(
        [
          'publish with token',
          'publish with token as last path element',
          'publish without token',
          'publish with wrong token',
          'publish to another app',
        ].map((name) => [name, published]),
      ),
      'second publisher on the same name': async (fixture, { request }) => ({
        ffmpeg_exit_code: await publish(fixture.fill(String(request.url))).ended,
      }),
      'pull with token': pulled(2),
      'pull without token': pulled(1),
      'pull of an unknown name': pulled(1),
    },
  },
  { area: 'srt', phase: 'open' },
];
