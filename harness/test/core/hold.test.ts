import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import { agentKey, holdFile, holdOrderFile, holdStatusFile } from '../../../src/api/processIds.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, COPY, INGEST, ingest, makeClip, processOf, pushClip, READER, stoppedReader } from './heldChannel.ts';
import { until } from './testing.ts';

let folder = '';
let clip = '';
let running: MortalCore;
let core: Core;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hold-'));
  clip = await makeClip(folder);
  running = await mortalCore(folder);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

const push = () => pushClip(clip, running.rtmp);

async function inMemory(file: string): Promise<string | null> {
  const answer = await fetch(`${running.address}/memfs/${file}`);
  return answer.ok ? await answer.text() : null;
}

async function onAir(): Promise<'source' | 'slate' | 'nothing'> {
  const list = await inMemory(holdFile(CHANNEL));
  if (list === null) return 'nothing';
  const last = list.trim().split('\n').at(-1) ?? '';
  return last.startsWith('hold-') ? 'slate' : 'source';
}

const status = async () => parseHoldStatus((await inMemory(holdStatusFile(CHANNEL))) ?? '');

const ofHold = () => core.memFiles({ glob: `/hold-${CHANNEL}*` });

const addReader = () => core.processAdd({ body: stoppedReader });

async function removeReader() {
  await core.processDelete({ id: READER });
  await until(ofHold, (files) => files.length === 0);
}

async function killAgent(): Promise<void> {
  const port = new URL(running.address).port;
  for (const pid of await readdir('/proc')) {
    const [line, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    if (line?.endsWith('\0agent\0') && environment?.includes(`CORE_ADDRESS=127.0.0.1:${port}\0`))
      return void process.kill(Number(pid), 'SIGKILL');
  }
  throw new Error('No agent runs');
}

it(`a publication of the hold keeps its session while the encoder is disconnected or the agent is killed ${NIGHTLY}`, async () => {
  await using receiver = await rtmpReceiver();
  const frames = async () => receiver.pictures()[0]?.length ?? 0;
  await core.processAdd({
    body: processOf(READER, [`{memfs}/hold-${CHANNEL}.m3u8`, '-re'], {
      ...{ id: 'output_0', address: `rtmp://${receiver.host}/takes/key` },
      options: [...COPY, '-f', 'flv'],
    }),
  });
  for (const fail of ['stop', 'freeze'] as const) {
    const encoder = push();
    await until(onAir, (part) => part === 'source');
    await until(frames, (count) => count > 50);
    if (fail === 'freeze') {
      await killAgent();
      const before = await frames();
      await until(frames, (count) => count > before + 200);
    }
    await encoder[fail]();
    await until(onAir, (part) => part === 'slate');
    const before = await frames();
    await until(frames, (count) => count > before + 200);
    await encoder.stop();
  }
  const [pictures = [], ...more] = receiver.pictures();
  expect(more).toEqual([]);
  const steps = pictures.slice(1).map((time, i) => time - (pictures[i] ?? time));
  // In decoding order, which has no offsets for B-frames.
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(250);

  await core.processCommand({ id: INGEST, body: { command: 'stop' } });
  await until(onAir, (part) => part === 'nothing');
  await removeReader();
});

it(`the standby image is drawn again if the memory is emptied while the encoder is disconnected ${NIGHTLY}`, async () => {
  await core.processCommand({ id: INGEST, body: { command: 'start' } });
  await addReader();
  const encoder = push();
  await until(onAir, (part) => part === 'source');
  await encoder.stop();
  await until(onAir, (part) => part === 'slate');
  const files = (await ofHold()).map(({ name }) => name);
  // Deletes the playlist last: every segment listed after that was requested.
  for (const path of [...files.filter((name) => !name.endsWith('.m3u8')), `/${holdFile(CHANNEL)}`])
    await core.memDelete({ path });
  const vanished: string[] = [];
  const drawn = await until(
    async () => {
      const list = (await inMemory(holdFile(CHANNEL))) ?? '';
      const present = (await ofHold()).map(({ name }) => name.slice(1));
      const segments = list.split('\n').filter((line) => line.startsWith('hold-'));
      vanished.push(...segments.filter((file) => !present.includes(file)));
      return segments;
    },
    (segments) => segments.length > 2,
  );
  expect([drawn.length > 2, vanished]).toEqual([true, []]);
  expect(await until(status, (hold) => hold?.image === 'ready')).toMatchObject({ onAir: 'slate', why: 'ended' });
  expect((await core.processState({ id: READER })).order).toBe('stop');
  await removeReader();
});

it(`a protected channel follows the operator's order until it is stopped, and reports its state ${NIGHTLY}`, async () => {
  await core.metadataSet({ key: agentKey(CHANNEL), body: { version: 1, hold: { limitMinutes: 7 } } });
  await core.processCommand({ id: INGEST, body: { command: 'start' } });
  await addReader();
  const order = (body: string) => core.memWrite({ path: holdOrderFile(CHANNEL), body });
  const encoder = push();
  await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
  await order('slate');
  const cut = await until(status, (hold) => hold?.onAir === 'slate');
  expect(cut).toMatchObject({ why: 'order', limitIn: null });
  await core.memDelete({ path: holdOrderFile(CHANNEL) });
  await until(status, (hold) => hold?.onAir === 'source');
  await encoder.stop();
  const image = await until(status, (hold) => hold?.onAir === 'slate' && hold.why === 'ended');
  expect(image?.limitIn).toBeGreaterThan(6 * 60);
  expect(image?.limitIn).toBeLessThanOrEqual(7 * 60);
  await order('slate');
  await until(status, (hold) => hold?.why === 'order');
  await core.processCommand({ id: INGEST, body: { command: 'stop' } });
  expect(await until(status, (hold) => hold?.onAir === 'nothing')).toMatchObject({ why: 'stopped', limitIn: null });
  await until(ofHold, (files) => !files.some(({ name }) => /\.(?:order|m3u8)$/.test(name) && !name.includes('_')));
  await removeReader();
});

it(`a channel that keeps too few segments reports it and has no standby image ${NIGHTLY}`, async () => {
  const [output] = ingest.output;
  const short = output?.options.map((option, index, all) => (all[index - 1] === '-hls_list_size' ? '3' : option)) ?? [];
  await core.processUpdate({
    id: INGEST,
    body: { ...ingest, output: [{ ...output, id: 'output_0', address: output?.address ?? '', options: short }] },
  });
  await addReader();
  expect(await until(status, (hold) => hold !== null)).toMatchObject({ image: 'short-list', onAir: 'nothing' });
  await removeReader();
});

it(`a standby image that cannot be drawn is reported, and the previous one stays ${NIGHTLY}`, async () => {
  const image = (body: string | Uint8Array<ArrayBuffer>) =>
    core.diskWrite({ path: `channels/${CHANNEL}/slate.png`, body });
  await core.processUpdate({ id: INGEST, body: ingest });
  await core.processCommand({ id: INGEST, body: { command: 'start' } });
  await addReader();
  const encoder = push();
  await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
  await image('no image');
  await until(status, (hold) => hold?.image === 'image');
  await encoder.stop();
  await until(onAir, (part) => part === 'slate');
  const drawn = join(folder, 'slate.png');
  const end = await runFfmpeg(['-f', 'lavfi', '-i', 'color=navy:size=64x36', '-frames:v', '1', drawn]).ended;
  expect(end).toContain('(0)');
  await image(new Uint8Array(await readFile(drawn)));
  const again = push();
  expect((await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready'))?.why).toBe('running');
  await again.stop();
  await removeReader();
});
