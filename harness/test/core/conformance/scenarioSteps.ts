import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../testing/machineSlowness.ts';
import { until } from '../testing.ts';
import { type Fixture, PASSWORD, USER } from './fixture.ts';
import type { Step } from './scenario.ts';

export const REFERENCE = '11111111-2222-4333-8444-555555555555';

/** Video and audio; `seconds` 0: endless. */
export function picture(seconds = 0) {
  const end = seconds === 0 ? '' : `:duration=${seconds}`;
  const options = ['-re', '-f', 'lavfi'];
  return [
    { id: 'input_0', address: `testsrc2=size=320x180:rate=25${end}`, options },
    { id: 'input_1', address: `sine=frequency=440:sample_rate=44100${end}`, options },
  ];
}

const encoded =
  '-map 0:v:0 -map 1:a:0 -codec:v libx264 -preset:v ultrafast -b:v 300k -g 50 -pix_fmt yuv420p -codec:a aac -b:a 64k';
export const encode = (...more: string[]): string[] => [...encoded.split(' '), ...more];
export const COPY_TO_NOWHERE = [{ id: 'output_0', address: '-', options: ['-codec', 'copy', '-f', 'null'] }];

export const processOf = (id: string, more: object = {}) => ({
  type: 'ffmpeg',
  id,
  reference: REFERENCE,
  input: picture(),
  output: [{ id: 'output_0', address: '-', options: encode('-f', 'null') }],
  options: [],
  autostart: false,
  reconnect: true,
  reconnect_delay_seconds: 5,
  stale_timeout_seconds: 30,
  ...more,
});

const hls = (name: string): string[] =>
  encode(
    ...'-f hls -start_number 0 -hls_time 2 -hls_list_size 6 -hls_flags append_list+delete_segments'.split(' '),
    ...['-hls_segment_filename', `{memfs}/${name}_%04d.ts`, '-y', '-method', 'PUT'],
  );
export const hlsOutput = (name: string, cleanup: object = {}) => [
  {
    id: 'output_0',
    address: `{memfs}/${name}.m3u8`,
    options: hls(name),
    cleanup: [
      { pattern: `memfs:/${name}**`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true, ...cleanup },
    ],
  },
];

const at = (id: string) => `/v3/process/${encodeURIComponent(id)}`;

export const sequenceOfSteps =
  (...steps: readonly Step[]): Step =>
  async (fixture) => {
    for (const step of steps) await step(fixture);
  };
export const putFile =
  (path: string, body: string | Buffer): Step =>
  (fixture) =>
    fixture.api('PUT', `/v3/fs${path}`, Buffer.from(body));
export const deleteFile =
  (path: string): Step =>
  (fixture) =>
    fixture.api('DELETE', `/v3/fs${path}`);
export const addProcess =
  (id: string, more: object = {}): Step =>
  (fixture) =>
    fixture.api('POST', '/v3/process', JSON.parse(fixture.fill(JSON.stringify(processOf(id, more)))));
export const updateProcess =
  (id: string, body: object): Step =>
  (fixture) =>
    fixture.api('PUT', at(id), body);
export const deleteProcess =
  (id: string): Step =>
  (fixture) =>
    fixture.api('DELETE', at(id));
export const order =
  (id: string, command: string): Step =>
  (fixture) =>
    fixture.api('PUT', `${at(id)}/command`, { command });
export const set =
  (patch: object): Step =>
  (fixture) =>
    fixture.set(patch);
export const store =
  (patch: object): Step =>
  (fixture) =>
    fixture.api('PUT', '/v3/config', { version: 3, ...patch });
export const reload: Step = (fixture) => fixture.reload();
export const metadata =
  (path: string, value: unknown): Step =>
  (fixture) =>
    fixture.api('PUT', `/v3${path}`, value);
/** Waits for the next second of the clock, because process times are whole seconds. */
export const nextSecond: Step = () => sleep(1000 - (Date.now() % 1000) + 5);
/** Files of the same millisecond have no order. */
export const nextMoment: Step = () => sleep(5);

export interface ProcessState {
  readonly order: string;
  readonly exec: string;
  readonly reconnect_seconds: number;
  readonly progress: { readonly frame: number };
}
const isProcessState = (value: unknown): value is ProcessState =>
  typeof value === 'object' && value !== null && 'progress' in value;

export async function stateOf(fixture: Fixture, id: string): Promise<ProcessState> {
  const state = await fixture.api('GET', `${at(id)}/state`);
  if (!isProcessState(state)) throw new Error(`${id} has no state: ${JSON.stringify(state)}`);
  return state;
}
export const waitFor =
  (id: string, holds: (state: ProcessState) => boolean): Step =>
  (fixture) =>
    until(() => stateOf(fixture, id), holds, PATIENCE_MS);
/** Waits for frames, so that ffmpeg has opened all inputs and outputs. */
export const untilFramesCome = (id: string): Step =>
  waitFor(id, ({ exec, progress }) => exec === 'running' && progress.frame > 0);

/** Waits until the playlist has `segments` of 2 s. */
export const stream = (id: string, name: string, segments = 2): Step =>
  sequenceOfSteps(addProcess(id, { autostart: true, output: hlsOutput(name) }), (fixture) =>
    until(
      async () => String(await fixture.api('GET', `/v3/fs/mem/${name}.m3u8`)).match(/\.ts/g)?.length ?? 0,
      (count) => count >= segments,
      PATIENCE_MS,
    ),
  );

export async function filesOf(fixture: Fixture, storage: 'mem' | 'disk', glob: string): Promise<string[]> {
  const list = await fixture.api('GET', `/v3/fs/${storage}?glob=${encodeURIComponent(glob)}&sort=name`);
  if (!Array.isArray(list)) throw new Error(`no list of files: ${JSON.stringify(list)}`);
  return list.map(({ name }) => String(name));
}

export const prepareCore: Step = sequenceOfSteps(
  set({
    api: { auth: { enable: true, username: USER, password: PASSWORD } },
    rtmp: { enable: true, address: '127.0.0.1:0', app: '/live', token: 'rtmp-token-1' },
    srt: { enable: true, address: '127.0.0.1:16000', token: 'srt-token-1' },
    metrics: { enable: true, interval_sec: 2 },
    sessions: { ip_ignorelist: [], session_timeout_sec: 6 },
    ffmpeg: {
      access: {
        input: { block: ['^https?://blocked\\.example/'] },
        output: { block: ['^https?://blocked\\.example/'] },
      },
    },
  }),
  (fixture) => fixture.login(),
);
