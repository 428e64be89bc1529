import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_API } from '../../../src/api/agentEndpoints.ts';
import type { ProcessConfig } from '../../../src/api/answers/process.ts';
import type { Core } from '../../../src/api/client.ts';
import { agentKey, ingestId, lookId } from '../../../src/api/processIds.ts';
import { type Ffmpeg, runFfmpeg } from '../../streams/ffmpeg.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { type AgentsBeside, agentsBeside } from './agentBeside.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Tests the agent of the embedded core, or one beside the core of E2E_CORE_BINARY. */

const other = process.env.E2E_CORE_BINARY;
const run = promisify(execFile);
const idOf = (n: number) => `11111111-2222-3333-4444-00000000000${n}`;

/** Seconds of the clips after which the fault begins, and their length. */
const FAULT_S = 60;
const LENGTH_S = 160;
const MOVING = 'testsrc2=s=320x180:r=25';
const TONE = 'sine=f=330:r=48000';
const CLIPS = {
  moving: { video: MOVING, audio: TONE },
  black: { video: `${MOVING},drawbox=t=fill:c=black:enable='gte(t,${FAULT_S})'`, audio: TONE },
  frozen: { video: `${MOVING},trim=end=${FAULT_S},tpad=stop_mode=clone:stop=-1`, audio: TONE },
  silent: { video: MOVING, audio: `${TONE},volume=0:enable='gte(t,${FAULT_S})'` },
} as const;
type ClipName = keyof typeof CLIPS;
const NAMES: readonly ClipName[] = ['moving', 'black', 'frozen', 'silent'];

const ingestOf = (channel: string): ProcessConfig => ({
  ...{ id: ingestId(channel), type: 'ffmpeg', reference: channel, options: ['-err_detect', 'ignore_err', '-y'] },
  input: [{ id: 'input_0', address: `{rtmp,name=${channel}.stream}`, options: ['-fflags', '+genpts'] }],
  output: [
    {
      id: 'output_0',
      address: `{memfs}/${channel}.m3u8`,
      options: [
        ...['-dn', '-sn', '-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy', '-f', 'hls'],
        ...['-hls_time', '2', '-hls_list_size', '6', '-hls_flags', 'delete_segments+omit_endlist', '-method', 'PUT'],
        ...['-hls_segment_filename', `{memfs}/${channel}_%04d.ts`],
      ],
      cleanup: [{ pattern: `memfs:/${channel}_*.ts`, max_files: 8, max_file_age_seconds: 16, purge_on_delete: true }],
    },
  ],
  ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 3, stale_timeout_seconds: 30 },
});

let running: MortalCore;
let core: Core;
let agents: AgentsBeside | null = null;
let api = '';
let token = '';
const encoders: Ffmpeg[] = [];

beforeAll(async () => {
  const folder = testTempDir();
  running = await mortalCore(folder, other);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  token = tokens.access_token;
  api = running.address;
  if (other !== undefined) {
    const listen = `127.0.0.1:${await freePort()}`;
    api = `http://${listen}`;
    agents = await agentsBeside(running.address, folder, {
      ...{ SLUICE_AGENT_DATA: join(folder, 'agent'), SLUICE_AGENT_LISTEN: listen },
    });
    agents.start();
  }
  for (const name of NAMES) {
    const { video, audio } = CLIPS[name];
    await run('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', audio, '-t', `${LENGTH_S}`, '-pix_fmt'],
      ...['yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-sc_threshold', '0', '-c:a', 'aac'],
      join(folder, `${name}.flv`),
    ]);
  }
  for (const [n, name] of NAMES.entries()) {
    const channel = idOf(n);
    await core.metadataSet({ key: agentKey(channel), body: { version: 1, look: { on: true } } });
    await core.processAdd({ body: ingestOf(channel) });
    encoders.push(
      runFfmpeg([
        ...['-re', '-i', join(folder, `${name}.flv`), '-c', 'copy', '-f', 'flv'],
        `rtmp://127.0.0.1:${running.rtmp}/${channel}.stream`,
      ]),
    );
  }
}, scaleToMachine(120_000));
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.stop()));
  agents?.killAll();
  await running.stop();
});

async function stateOf(channel: string): Promise<{ picture: string | null; sound: string | null }> {
  const answer = await fetch(`${api}${AGENT_API}/state`, { headers: { Authorization: `Bearer ${token}` } });
  const { looks } = await answer.json();
  const report = looks.channels[channel];
  return { picture: report?.picture?.status ?? null, sound: report?.sound?.status ?? null };
}

const EXPECTED: Readonly<Record<ClipName, { picture: string; sound: string }>> = {
  moving: { picture: 'moving', sound: 'heard' },
  black: { picture: 'black', sound: 'heard' },
  frozen: { picture: 'frozen', sound: 'heard' },
  silent: { picture: 'moving', sound: 'silent' },
};

it(`the agent names black, frozen and silent channels soon, and no others ${NIGHTLY}`, async () => {
  const before = until(
    () => Promise.all(NAMES.map((_, n) => stateOf(idOf(n)))),
    (states) => states.every(({ picture, sound }) => picture === 'moving' && sound === 'heard'),
    scaleToMachine(FAULT_S * 1000),
  );
  const beganAt = performance.now();
  await before;
  const named: Record<string, number> = {};
  await until(
    () => Promise.all(NAMES.map((_, n) => stateOf(idOf(n)))),
    (states) => {
      for (const [n, name] of NAMES.entries()) {
        const isNamed = states[n]?.picture === EXPECTED[name].picture && states[n]?.sound === EXPECTED[name].sound;
        if (isNamed && name !== 'moving') named[name] ??= Math.round((performance.now() - beganAt) / 1000 - FAULT_S);
      }
      return Object.keys(named).length === NAMES.length - 1;
    },
    scaleToMachine((FAULT_S + 60) * 1000),
  );
  process.stdout.write(`seconds until named: ${JSON.stringify(named)}\n`);
  expect(await stateOf(idOf(0))).toEqual(EXPECTED.moving);
  const events = await fetch(`${api}${AGENT_API}/events?limit=1000`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  });
  const states = (await events.json()).events.flatMap(
    ({ channel, event, fields }: { channel: string; event: string; fields: { of?: string; status?: string } }) =>
      event === 'state' && fields.of === 'source' ? [`${channel.at(-1)} ${fields.status}`] : [],
  );
  expect(states).toEqual(expect.arrayContaining(['1 black', '2 frozen', '3 quiet']));
  expect(states).not.toContain('0 frozen');
  const left = await core.processes({ filter: 'state' });
  expect(left.filter(({ id }) => id !== lookId(1)).length).toBe(NAMES.length);
});
