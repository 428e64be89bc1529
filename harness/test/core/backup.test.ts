import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import {
  agentKey,
  backupId,
  backupOfFile,
  holdFile,
  holdOrderFile,
  holdStatusFile,
} from '../../../src/api/processIds.ts';
import { backupProcess } from '../../../src/media/hold/backupProcess.ts';
import { type BackupSource, storeBackupSettings } from '../../../src/media/hold/backupSettings.ts';
import { parseHoldStatus } from '../../../src/media/hold/holdStatus.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { rtmpReceiver } from '../receivers/rtmpReceiver.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { CHANNEL, COPY, INGEST, ingest, makeClip, processOf, pushClip, READER } from './heldChannel.ts';
import { until } from './testing.ts';

/* With E2E_CORE_BINARY, tests another core with the agent beside it. */

const KEY = `${CHANNEL}-b1.stream`;
const BACKUP = backupId(CHANNEL, 1);
let folder = '';
let clip = '';
let running: MortalCore;
let agents: AgentsBeside;
let core: Core;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  clip = await makeClip(folder);
  const binary = process.env.E2E_CORE_BINARY;
  running = await mortalCore(folder, binary);
  agents = await agentsBeside(running.address, folder);
  if (binary !== undefined) agents.start();
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  await core.processAdd({ body: ingest });
  const input = [{ id: 'input_0', address: `{rtmp,name=${KEY}}`, options: ['-fflags', '+genpts'] }];
  await core.processAdd({ body: backupProcess({ channel: CHANNEL, n: 1, input, shape: null }) });
});
afterAll(async () => {
  agents.killAll();
  await running.stop();
  await rm(folder, { recursive: true });
});

const settings = (more: Partial<BackupSource>) =>
  core.metadataSet({
    key: agentKey(CHANNEL),
    body: storeBackupSettings({}, [{ id: 1, name: 'Second', mode: 'warm', encode: false, ...more }]),
  });

const push = (key: string, file = clip) =>
  runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy'],
    ...['-f', 'flv', `rtmp://127.0.0.1:${running.rtmp}/${key}`],
  ]);

async function inMemory(file: string): Promise<string | null> {
  const answer = await fetch(`${running.address}/memfs/${file}`);
  return answer.ok ? await answer.text() : null;
}

async function onAir(): Promise<'source' | 'backup' | 'slate' | 'nothing'> {
  const list = await inMemory(holdFile(CHANNEL));
  if (list === null) return 'nothing';
  const last = list.trim().split('\n').at(-1) ?? '';
  if (backupOfFile(last) !== null) return 'backup';
  return last.startsWith('hold-') ? 'slate' : 'source';
}

const status = async () => parseHoldStatus((await inMemory(holdStatusFile(CHANNEL))) ?? '');
const stateOf = async () => (await status())?.backups?.[0]?.state;
const orderOfBackup = async () => (await core.processState({ id: BACKUP })).order;
const order = (body: string) => core.memWrite({ path: holdOrderFile(CHANNEL), body });

async function addReader(host: string) {
  await core.processAdd({
    body: processOf(READER, [`{memfs}/hold-${CHANNEL}.m3u8`, '-re'], {
      ...{ id: 'output_0', address: `rtmp://${host}/takes/key` },
      options: [...COPY, '-f', 'flv'],
    }),
  });
}

async function removeReader() {
  await core.processDelete({ id: READER });
  await until(orderOfBackup, (order) => order === 'stop');
}

it(`a publication continues with the backup in one session while the source is unavailable ${NIGHTLY}`, async () => {
  await settings({});
  await using receiver = await rtmpReceiver();
  await addReader(receiver.host);
  const frames = async () => receiver.pictures()[0]?.length ?? 0;
  const second = push(KEY);
  const spans: number[] = [];
  for (const fail of ['stop', 'freeze'] as const) {
    const encoder = pushClip(clip, running.rtmp);
    await until(onAir, (part) => part === 'source');
    await until(status, (hold) => hold?.onAir === 'source' && hold.backups?.[0]?.state === 'ready');
    const before = await frames();
    await until(frames, (count) => count > before + 150);
    const failedAt = performance.now();
    await encoder[fail]();
    await until(onAir, (part) => part === 'backup');
    spans.push((performance.now() - failedAt) / 1000);
    expect(await until(status, (hold) => hold?.onAir === 'backup')).toMatchObject({ backup: 1 });
    const during = await frames();
    await until(frames, (count) => count > during + 250);
    await encoder.stop();
  }
  const encoder = pushClip(clip, running.rtmp);
  await until(onAir, (part) => part === 'source');
  const back = await frames();
  await until(frames, (count) => count > back + 150);

  await order('backup');
  expect(await until(status, (hold) => hold?.onAir === 'backup')).toMatchObject({ why: 'order' });
  await core.memDelete({ path: holdOrderFile(CHANNEL) });
  await until(onAir, (part) => part === 'source');
  const last = await frames();
  await until(frames, (count) => count > last + 150);

  const [pictures = [], ...more] = receiver.pictures();
  expect(more).toEqual([]);
  const steps = pictures.slice(1).map((time, i) => time - (pictures[i] ?? time));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(250);
  expect(Math.max(...spans)).toBeLessThan(5);

  await core.processCommand({ id: INGEST, body: { command: 'stop' } });
  await until(onAir, (part) => part === 'nothing');
  await until(orderOfBackup, (order) => order === 'stop');
  await encoder.stop();
  await second.stop();
  await removeReader();
});

it(`a backup on demand starts when the source fails; one of another size is not used until encoding matches it ${NIGHTLY}`, async () => {
  await settings({ mode: 'demand' });
  await core.processCommand({ id: INGEST, body: { command: 'start' } });
  const small = join(folder, 'small.flv');
  const end = await runFfmpeg([
    ...[
      '-i',
      clip,
      '-t',
      '20',
      '-vf',
      'scale=160:90',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-bf',
      '2',
      '-g',
      '50',
    ],
    ...['-c:a', 'copy', small],
  ]).ended;
  expect(end).toContain('(0)');
  const second = push(KEY, small);
  const encoder = pushClip(clip, running.rtmp);
  await using receiver = await rtmpReceiver();
  await addReader(receiver.host);
  await until(status, (hold) => hold?.onAir === 'source' && hold.image === 'ready');
  await until(stateOf, (state) => state === 'off');
  expect(await orderOfBackup()).toBe('stop');
  await encoder.stop();
  await until(onAir, (part) => part === 'slate');
  const refused = await until(status, (hold) => hold?.backups?.[0]?.state === 'mismatch');
  expect(refused?.backups).toEqual([{ id: 1, state: 'mismatch', differs: ['size'] }]);
  expect(await onAir()).toBe('slate');
  await settings({ mode: 'demand', encode: true });
  await until(onAir, (part) => part === 'backup');
  expect(await until(status, (hold) => hold?.onAir === 'backup')).toMatchObject({ backups: [{ state: 'ready' }] });
  await second.stop();
  await until(onAir, (part) => part === 'slate');
  await removeReader();
});
