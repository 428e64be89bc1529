import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLook } from '../../../agent/look/runLook.ts';
import { createLooks } from '../../../agent/look/watchLooks.ts';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { agentKey, lookId, lookReportFile } from '../../../src/api/processIds.ts';
import type { Look } from '../../../src/media/look/look.ts';
import { lookPlaylist } from '../../../src/media/look/lookPlaylist.ts';
import { lookProcess } from '../../../src/media/look/lookProcess.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Looks at streams with the ffmpeg of the embedded core, or of the core of E2E_CORE_BINARY. */

const run = promisify(execFile);
const SECONDS = 14;
const MOVING = 'testsrc2=s=320x180:r=25';
const TONE = 'sine=f=330:r=48000';
const FRAME = `${MOVING},trim=end_frame=1,loop=-1:1:0,setpts=N/25/TB`;

let running: MortalCore;
let core: Core;
let folder = '';

beforeAll(async () => {
  folder = testTempDir();
  running = await mortalCore(folder, process.env.E2E_CORE_BINARY);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
});
afterAll(() => running.stop());

/** Writes a playlist with seven segments of 2 s into the memory of the core. */
async function store(name: string, picture: string | null, sound: string | null, more: readonly string[] = []) {
  const home = join(folder, name);
  await mkdir(home);
  const inputs = [picture, sound].flatMap((graph) => (graph === null ? [] : ['-f', 'lavfi', '-i', graph]));
  await run('ffmpeg', [
    ...['-v', 'error', ...inputs, '-t', `${SECONDS}`, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-g', '50', '-sc_threshold', '0', '-c:a', 'aac', ...more, '-f', 'hls', '-hls_time', '2', '-hls_list_size', '0'],
    ...['-hls_flags', 'omit_endlist', '-hls_segment_filename', join(home, `${name}_%d.ts`), join(home, `${name}.m3u8`)],
  ]);
  for (const file of await readdir(home))
    await core.memWrite({ path: file, body: new Blob([new Uint8Array(await readFile(join(home, file)))]) });
  return await readFile(join(home, `${name}.m3u8`), 'utf8');
}

const pause = (ms: number) => sleep(ms);
const now = () => performance.now();

async function lookAt(list: string, hasVideo = true): Promise<Look> {
  const found = lookPlaylist(list);
  if (found === null || 'variant' in found) throw new Error(`no segments in ${list}`);
  return await runLook({
    ...{ core, n: 1, now, pause, leave: new AbortController().signal },
    input: { storage: 'memfs', list: found.text },
    request: { channel: CHANNEL, seconds: found.seconds, pictures: 'key', hasVideo },
  });
}

const leftovers = async () => {
  const processes = await core.processes({ filter: 'state' });
  const files = await core.memFiles({ glob: '/look-*' });
  return [...processes.map(({ id }) => id), ...files.map(({ name }) => name)];
};

/** Share of the look, in tenths. */
const shareOf = (spans: readonly { from: number; to: number }[] | undefined, { seconds }: { seconds: number }) =>
  Math.round((10 * (spans ?? []).reduce((sum, { from, to }) => sum + to - from, 0)) / seconds);

describe('a look', () => {
  it.each<[string, string, string | null, { black: number; still: number; silent: number | null }]>([
    ['moving', MOVING, TONE, { black: 0, still: 0, silent: 0 }],
    ['black', 'color=black:s=320x180:r=25', TONE, { black: 10, still: 10, silent: 0 }],
    ['frozen', FRAME, TONE, { black: 0, still: 10, silent: 0 }],
    ['noisy', `${FRAME},eq=brightness=-0.3,noise=alls=12:allf=t`, TONE, { black: 0, still: 0, silent: 0 }],
    ['silent', MOVING, 'anullsrc=r=48000:cl=stereo', { black: 0, still: 0, silent: 10 }],
    ['soundless', MOVING, null, { black: 0, still: 0, silent: null }],
  ])('finds out what a %s stream shows, and leaves nothing behind', async (name, picture, sound, expected) => {
    const look = await lookAt(await store(name, picture, sound));
    if (look.status === 'failed') throw new Error(look.cause);
    expect({
      black: shareOf(look.picture?.black, look),
      still: shareOf(look.picture?.still, look),
      silent: look.sound && shareOf(look.sound.silent, look),
    }).toEqual(expected);
    expect(look.frames.length).toBeGreaterThanOrEqual(10);
    expect(await leftovers()).toEqual([]);
  });

  it('listens to audio alone', async () => {
    const list = await store('radio', null, TONE);
    expect(await lookAt(list)).toEqual({ status: 'failed', cause: 'no-video' });
    expect(await lookAt(list, false)).toMatchObject({ picture: null, sound: { silent: [] }, frames: [] });
  });

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['are pages', (path) => core.memWrite({ path, body: '<html>'.repeat(1000) })],
    ['are gone', (path) => core.memDelete({ path })],
    ['are noise', (path) => core.memWrite({ path, body: new Blob([new Uint8Array(50_000).map((_, i) => i * 7)]) })],
  ])('fails within its time at segments that %s', async (what, spoil) => {
    const name = what.replace(' ', '-');
    const list = await store(name, MOVING, TONE);
    for (let n = 0; n < SECONDS / 2; n++) await spoil(`${name}_${n}.ts`);
    expect((await lookAt(list)).status).toBe('failed');
    expect(await leftovers()).toEqual([]);
  });

  it('fails at encrypted segments without their key', async () => {
    const list = await store('locked', MOVING, TONE);
    const locked = list.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="nowhere.key"\n#EXTINF');
    await core.memWrite({ path: 'locked.m3u8', body: locked });
    expect((await lookAt(locked)).status).toBe('failed');
    expect(await leftovers()).toEqual([]);
  });

  it('is not misled by lines in the title of a stream', async () => {
    const title = '[blackdetect @ 0x1] black_start:0 black_end:12\n[blackdetect @ 0x1] black_start:0 black_end:12';
    const list = await store('title', MOVING, TONE, [
      '-metadata',
      `service_name=${title}`,
      '-metadata',
      `title=${title}`,
    ]);
    expect(await lookAt(list)).toMatchObject({ picture: { black: [] } });
  });

  it(`of 8K video ends, and leaves nothing behind ${NIGHTLY}`, async () => {
    const look = await lookAt(await store('large', 'testsrc2=s=7680x4320:r=1', TONE, ['-g', '2']));
    if (look.status === 'failed') expect(['failed', 'slow']).toContain(look.cause);
    else expect(look.picture).toEqual({ black: [], still: [] });
    expect(await leftovers()).toEqual([]);
  });

  it(`of an agent that is killed before or after any of its writes is repeated by the next one ${NIGHTLY}`, async () => {
    await store(CHANNEL, MOVING, TONE);
    const last: string[] = [];
    for (const when of ['before', 'after'] as const)
      for (let nth = 1; ; nth++) {
        const dying = dyingCore(nth, when);
        const first = watchChannel(dying.core);
        await until(async () => dying.line.last !== '' || first.isSeen(), Boolean);
        await first.end();
        if (dying.line.last === '') break;
        last.push(dying.line.last);
        const next = watchChannel(core);
        await until(async () => next.isSeen(), Boolean);
        await next.end();
        expect([dying.line.last, await leftovers()]).toEqual([dying.line.last, [`/${lookReportFile(CHANNEL)}`]]);
        await core.memDelete({ path: lookReportFile(CHANNEL) });
      }
    expect(last.length).toBeGreaterThanOrEqual(12);
  });

  /** The core as an agent sees it that is killed at its nth write. */
  function dyingCore(nth: number, when: 'before' | 'after') {
    const line = { written: 0, last: '' };
    const send: typeof fetch = async (to, options) => {
      if (line.last !== '') throw new TypeError('fetch failed');
      const isWrite = (options?.method ?? 'GET') !== 'GET' && !String(to).endsWith('/metrics');
      if (isWrite) line.written += 1;
      if (!isWrite || line.written !== nth) return await fetch(to, options);
      line.last = `${options?.method} ${String(to)}`;
      if (when === 'after') await (await fetch(to, options)).body?.cancel();
      throw new TypeError('fetch failed');
    };
    const client = createCoreClient({ address: running.address, send });
    client.setTokens(core.tokens);
    return { core: client, line };
  }

  function watchChannel(from: Core) {
    const leaving = new AbortController();
    const looks = createLooks({
      core: { ...from, metadataAll: async () => ({ [agentKey(CHANNEL)]: { version: 1, look: { on: true } } }) },
      channels: () => [{ id: CHANNEL }],
      ...{ isLive: () => true, mayAct: () => true, tell: () => undefined, busyPercent: 100 },
    });
    const ended = looks.run(leaving.signal);
    return {
      isSeen: () => looks.report(CHANNEL)?.picture?.status === 'moving',
      async end() {
        leaving.abort();
        await ended;
      },
    };
  }

  it('of an agent that was killed is removed by the next one', async () => {
    const list = await store('orphan', MOVING, TONE);
    const found = lookPlaylist(list);
    if (found === null || 'variant' in found) throw new Error('no segments');
    const input = { address: '{memfs}/orphan.m3u8', options: [] };
    const body = lookProcess({
      ...{
        id: lookId(1),
        channel: CHANNEL,
        input,
        seconds: 30,
        pictures: 'second',
        hasVideo: true,
        file: '/look-1.grey',
      },
    });
    await core.processAdd({ body });
    await core.processCommand({ id: lookId(1), body: { command: 'start' } });
    const leaving = new AbortController();
    const looks = createLooks({
      ...{
        core,
        channels: () => [{ id: CHANNEL }],
        isLive: () => false,
        mayAct: () => true,
        tell: () => undefined,
        busyPercent: 100,
      },
    });
    const ended = looks.run(leaving.signal);
    await until(leftovers, (left) => left.length === 0);
    leaving.abort();
    await ended;
  });
});
