import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProcessConfig } from '../../../src/api/answers/process.ts';
import type { Core } from '../../../src/api/client.ts';
import { egressId, holdFile, holdStatusFile, ingestId } from '../../../src/api/processIds.ts';
import type { HlsControl } from '../../../src/media/hls/hlsFiles.ts';
import { type HoldObstacle, parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { hlsCleanup, hlsOutput } from '../../../src/media/process/hlsOutput.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { processOf } from './heldChannel.ts';
import { type OpenSource, pullSource, pushSource } from './heldSources.ts';
import { until } from './testing.ts';

/* With E2E_CORE_BINARY, tests another core with the agent beside it. */

interface Row {
  source: OpenSource;
  input?: readonly string[];
  /** Output options of the channel; copy by default. */
  coded?: readonly string[];
  hls?: Partial<HlsControl>;
  feeds?: true;
  /** Output options of the publication. */
  sent?: readonly string[];
  /** Frames to wait for in each part; 100 by default. */
  pictures?: number;
  /** Longest interval between two frames in ms; 300 by default. */
  step?: number;
  refused?: HoldObstacle;
}

const VIDEO = ['-map', '0:0', '-c:v', 'copy'];
const AUDIO = ['-map', '0:1', '-c:a', 'copy'];
const BOTH = [...VIDEO, ...AUDIO];
const READ = ['-fflags', '+genpts', '-probesize', '5000000', '-analyzeduration', '3000000'];
const HLS: HlsControl = {
  ...{ lhls: false, segmentDuration: 2, listSize: 6, cleanup: true, storage: 'memfs', version: 3 },
  ...{ master_playlist: false, dated: false },
};
/** Escaped for the tee muxer. */
const escapedIn = (storage: string, file: string) => `{${storage}^:}${file}`;
/** A master playlist lists only streams with a bitrate. */
const RATED = ['-b:v', '4096k', '-b:a', '64k', ...BOTH];
const silent = { coded: VIDEO, sent: VIDEO };
const of = (size: string, rate: string | number = 25) => `testsrc2=size=${size}:rate=${rate}`;

const ROWS: Readonly<Record<string, Row>> = {
  '1080p at 30': { source: pushSource({ pictures: of('1920x1080', 30), video: ['-g', '60'] }) },
  '720p at 59.94': { source: pushSource({ pictures: of('1280x720', '60000/1001'), video: ['-g', '120'] }) },
  'pictures at 23.976': { source: pushSource({ pictures: of('320x180', '24000/1001'), video: ['-g', '48'] }) },
  '8 pictures a second': { source: pushSource({ pictures: of('320x180', 8), video: ['-g', '16'] }) },
  'one picture a second': {
    source: pushSource({ pictures: of('320x180', 1), video: ['-g', '2'] }),
    ...{ pictures: 10, step: 2100 },
  },
  'a frame rate that varies': {
    source: pushSource({
      pictures: `${of('320x180', 30)},select='lt(mod(n\\,30)\\,10)+not(mod(n\\,5))'`,
      video: ['-vsync', 'vfr', '-force_key_frames', 'expr:gte(t,n_forced*2)'],
    }),
  },
  'upright pictures': { source: pushSource({ pictures: of('180x320') }) },
  'pictures that are marked as turned': { source: pushSource({ video: ['-bsf:v', 'h264_metadata=rotate=90'] }) },
  'pixels that are not square': { source: pushSource({ pictures: of('720x576'), video: ['-aspect', '16:9'] }) },
  'a height of no whole macroblocks': { source: pushSource({ pictures: of('854x482', 24), video: ['-g', '48'] }) },
  'interlaced pictures': { source: pushSource({ video: ['-flags', '+ilme+ildct', '-x264-params', 'tff=1'] }) },
  'no B-frames': { source: pushSource({ video: ['-bf', '0', '-profile:v', 'baseline'] }) },
  'three B-frames in a pyramid': { source: pushSource({ video: ['-bf', '3', '-x264-params', 'b-pyramid=normal'] }) },
  'full-range pixels': { source: pushSource({ video: ['-pix_fmt', 'yuvj420p'] }) },
  'a keyframe each 4 s': { source: pushSource({ video: ['-g', '100'] }) },
  'a keyframe each 20 s': { source: pushSource({ video: ['-g', '500', '-keyint_min', '500'] }), pictures: 600 },
  'keyframes at odd times': {
    source: pushSource({ video: ['-g', '500', '-force_key_frames', '0,2,4,14,16,18'] }),
    pictures: 300,
  },
  'keyframes where they are needed': { source: pushSource({ video: ['-g', '250', '-sc_threshold', '40'] }) },
  'a gradual refresh without keyframes': {
    source: pushSource({ video: ['-bf', '0', '-x264-params', 'intra-refresh=1:keyint=50'] }),
  },
  'no audio': { source: pushSource({ audio: [] }), ...silent },
  '44.1 kHz': { source: pushSource({ audio: [['-ar', '44100']] }) },
  '22.05 kHz': { source: pushSource({ audio: [['-ar', '22050']] }) },
  '96 kHz': { source: pushSource({ audio: [['-ar', '96000']] }) },
  mono: { source: pushSource({ audio: [['-ac', '1']] }) },
  'audio of 5.1': { source: pushSource({ audio: [['-ac', '6', '-b:a', '256k']] }) },
  'audio of 7.1': { source: pushSource({ audio: [['-ac', '8', '-b:a', '256k']] }) },
  // A real core rejects MP3 over RTMP.
  MP3: { source: pushSource({ audio: [['-c:a', 'libmp3lame', '-ar', '44100']] }, 'srt') },
  'two audio tracks, of which it takes one': { source: pushSource({ audio: [[], []] }, 'srt') },
  'two audio tracks': {
    source: pushSource({ audio: [[], []] }, 'srt'),
    coded: [...VIDEO, '-map', '0:1', '-map', '0:2', '-c:a', 'copy'],
  },
  'two audio tracks, of which the second is sent': {
    source: pushSource({ audio: [[], []] }, 'srt'),
    coded: [...VIDEO, '-map', '0:1', '-map', '0:2', '-c:a', 'copy'],
    sent: [...VIDEO, '-map', '0:2', '-c:a', 'copy'],
  },
  'a push by SRT': { source: pushSource({}, 'srt') },
  'a push by SRT that feeds the RTMP server': { source: pushSource({}, 'srt'), feeds: true },
  'a camera by RTSP': { source: pullSource('rtsp', 'smooth'), input: ['-rtsp_transport', 'tcp'] },
  'a playlist that is pulled': { source: pullSource('hls', 'smooth'), input: ['-re'] },
  'an encoder that is back with larger pictures': {
    source: pushSource({}, 'rtmp', { pictures: of('640x360') }),
  },
  'an encoder that is back at another rate': {
    source: pushSource({}, 'rtmp', { pictures: of('320x180', 50), video: ['-g', '100'], audio: [['-ar', '44100']] }),
  },
  'a channel that encodes': {
    source: pushSource(),
    coded: ['-map', '0:0', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', ...AUDIO],
  },
  'a publication that encodes': {
    source: pushSource(),
    sent: [
      ...['-map', '0:0', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-s', '160x90'],
      ...['-map', '0:1', '-c:a', 'aac'],
    ],
  },
  'a publication that counts its frames': {
    source: pushSource({ pictures: of('320x180', 30), video: ['-g', '60'] }),
    sent: [
      ...['-map', '0:0', '-c:v', 'libx264', '-preset', 'ultrafast', '-r', '25', '-vsync', 'cfr', '-g', '50'],
      ...['-map', '0:1', '-c:a', 'aac', '-ar', '44100'],
    ],
  },
  'segments of 1 s': { source: pushSource({ video: ['-g', '25'] }), hls: { segmentDuration: 1 } },
  'segments of 4 s': { source: pushSource({ video: ['-g', '100'] }), hls: { segmentDuration: 4 } },
  'segments of 10 s': { source: pushSource({ video: ['-g', '250'] }), hls: { segmentDuration: 10 }, pictures: 300 },
  'a list of five': { source: pushSource(), hls: { listSize: 5 } },
  'a list that keeps all': { source: pushSource(), hls: { listSize: 0, cleanup: false } },
  'a list of version 6': { source: pushSource(), hls: { version: 6 } },
  'a master playlist': { source: pushSource(), coded: RATED, hls: { master_playlist: true } },
  'segments that carry their time': { source: pushSource(), hls: { dated: true } },
  'segments that carry their time, and a master playlist': {
    source: pushSource(),
    coded: RATED,
    hls: { dated: true, master_playlist: true },
  },
  'a list of four': { source: pushSource(), hls: { listSize: 4 }, refused: 'short-list' },
  'segments of MP4': { source: pushSource(), hls: { version: 7 }, refused: 'unreadable' },
  'segments on the disk': { source: pushSource(), hls: { storage: 'diskfs' }, refused: 'unreadable' },
  'low latency': { source: pushSource(), hls: { lhls: true }, refused: 'unreadable' },
  '4:2:2 of ten bits': { source: pushSource({ video: ['-pix_fmt', 'yuv422p10le'] }), refused: 'pictures' },
  '4:2:0 of ten bits': { source: pushSource({ video: ['-pix_fmt', 'yuv420p10le'] }), refused: 'pictures' },
  '4:4:4 of an odd height': {
    source: pushSource({ pictures: of('321x181'), video: ['-pix_fmt', 'yuv444p'] }),
    refused: 'pictures',
  },
  HEVC: { source: pullSource('hls', 'hevc'), input: ['-re'], refused: 'codec' },
  'MPEG-2': {
    source: pushSource({ video: ['-c:v', 'mpeg2video', '-b:v', '800k'] }, 'srt'),
    refused: 'codec',
  },
  'audio alone': {
    source: pushSource({ pictures: null }),
    coded: ['-map', '0:0', '-c:a', 'copy'],
    refused: 'no-video',
  },
  'audio of MP2': { source: pushSource({ audio: [['-c:a', 'mp2']] }, 'srt'), refused: 'audio-codec' },
  'audio of AC-3': { source: pushSource({ audio: [['-c:a', 'ac3']] }, 'srt'), refused: 'audio-codec' },
  'audio of Opus': { source: pushSource({ audio: [['-c:a', 'libopus']] }, 'srt'), refused: 'audio-codec' },
};

function outputOf(channel: string, row: Row): ProcessConfig['output'][number] {
  const hls = { ...HLS, ...row.hls };
  const { address, options } = hlsOutput(channel, hls, row.feeds === true ? escapedIn : undefined);
  const streams = ['-dn', '-sn', ...(row.coded ?? BOTH)];
  const base = { id: 'output_0', cleanup: hlsCleanup(channel, hls) };
  if (row.feeds !== true)
    return { ...base, address, options: [...streams, ...options.flatMap(([name, value]) => [`-${name}`, value])] };
  const list = `[${options.map((pair) => pair.join('=')).join(':')}]${address}`;
  return {
    ...{ ...base, address: `${list}|[f=flv]{rtmp,name=${channel}.stream}` },
    options: [...streams, '-flags', '+global_header', '-tag:v', '7', '-tag:a', '10', '-f', 'tee'],
  };
}

let folder = '';
let srt = 0;
let running: MortalCore;
let agents: AgentsBeside;
let core: Core;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hold-'));
  srt = await freePort();
  const binary = process.env.E2E_CORE_BINARY;
  running = await mortalCore(folder, binary, { CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: `127.0.0.1:${srt}` });
  agents = await agentsBeside(running.address, folder);
  if (binary !== undefined) agents.start();
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
});
afterAll(async () => {
  agents.killAll();
  await running.stop();
  await rm(folder, { recursive: true });
});

it.concurrent.each(Object.entries(ROWS).map(([title, row], nth) => ({ title, row, nth })))(
  `a protected channel with $title continues without its source, or reports why it cannot ${NIGHTLY}`,
  async ({ row, nth }) => {
    const uuid = `11111111-2222-3333-4444-${String(nth).padStart(12, '0')}`;
    const [ingest, reader] = [ingestId(uuid), egressId('rtmp', uuid)];
    await using source = await row.source({ rtmp: running.rtmp, srt, folder, channel: uuid });
    await using receiver = await rtmpReceiver();
    const frames = async () => receiver.pictures()[0]?.length ?? 0;
    const more = async () => {
      const before = await frames();
      await until(frames, (count) => count > before + (row.pictures ?? 100));
    };
    const status = async () => {
      const answer = await fetch(`${running.address}/memfs/${holdStatusFile(uuid)}`);
      return parseHoldStatus(await answer.text());
    };
    const listed = async () => {
      const answer = await fetch(`${running.address}/memfs/${holdFile(uuid)}`);
      return answer.ok ? await answer.text() : null;
    };

    await core.processAdd({
      body: processOf(ingest, [source.address, ...READ, ...(row.input ?? [])], outputOf(uuid, row)),
    });
    await core.processAdd({
      body: processOf(reader, [`{memfs}/${holdFile(uuid)}`, '-re'], {
        ...{ id: 'output_0', address: `rtmp://${receiver.host}/takes/key` },
        options: [...(row.sent ?? BOTH), '-f', 'flv'],
      }),
    });
    try {
      await source.begin();
      if (row.refused !== undefined) {
        await until(status, (hold) => hold?.image === row.refused);
        await source.end();
        await until(listed, (list) => list === null || !list.includes(`hold-${uuid}`));
        return;
      }
      await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
      await more();
      await source.end();
      await until(status, (hold) => hold?.onAir === 'slate');
      await more();
      await source.begin();
      await until(status, (hold) => hold?.onAir === 'source');
      await more();
      const [pictures = [], ...others] = receiver.pictures();
      expect(others).toEqual([]);
      const steps = pictures.slice(1).map((time, i) => time - (pictures[i] ?? time));
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...steps)).toBeLessThan(row.step ?? 300);
    } catch (error) {
      const hold = await status().catch(() => null);
      const lines = await Promise.all([ingest, reader].map((id) => core.processReport({ id }).catch(() => null)));
      const tail = lines.map((report) =>
        report?.log
          .slice(-4)
          .map(([, line]) => line)
          .join(' / '),
      );
      throw new Error(
        `${error instanceof Error ? error.message : String(error)} ${JSON.stringify({ said: hold, taken: receiver.pictures().map(({ length }) => length), tail })}`,
        {
          cause: error,
        },
      );
    } finally {
      await core.processDelete({ id: reader });
      await core.processDelete({ id: ingest });
      await until(listed, (list) => list === null);
    }
  },
);
