import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLooks } from '../../../agent/look/watchLooks.ts';
import type { Core } from '../../../src/api/client.ts';
import { agentKey, lookId } from '../../../src/api/processIds.ts';
import { type Ffmpeg, runFfmpeg } from '../../streams/ffmpeg.ts';
import { type MortalCore, mortalCore, USER } from '../headless/killableCore.ts';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { ingestOf } from './heldChannel.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/* Looks at live channels of the embedded core, or of the core of E2E_CORE_BINARY. */

const run = promisify(execFile);
const idOf = (n: number) => `11111111-2222-3333-4444-00000000000${n}`;

/** Seconds of the clips after which the fault begins, and their length. */
const FAULT_S = 60;
const LENGTH_S = 150;
const MOVING = 'testsrc2=s=160x90:r=25';
const TONE = 'sine=f=330:r=48000';
const CLIPS = {
  moving: { video: MOVING, audio: TONE },
  black: { video: `${MOVING},drawbox=t=fill:c=black:enable='gte(t,${FAULT_S})'`, audio: TONE },
  frozen: { video: `${MOVING},trim=end=${FAULT_S},tpad=stop_mode=clone:stop=-1`, audio: TONE },
  silent: { video: MOVING, audio: `${TONE},volume=0:enable='gte(t,${FAULT_S})'` },
} as const;
type ClipName = keyof typeof CLIPS;
const NAMES: readonly ClipName[] = ['moving', 'black', 'frozen', 'silent'];

let running: MortalCore;
let core: Core;
const leaving = new AbortController();
const encoders: Ffmpeg[] = [];

beforeAll(async () => {
  const folder = testTempDir();
  running = await mortalCore(folder, process.env.E2E_CORE_BINARY);
  ({ core } = running.client());
  const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
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
    await core.processAdd({ body: ingestOf(channel) });
    encoders.push(
      runFfmpeg([
        ...['-re', '-i', join(folder, `${name}.flv`), '-c', 'copy', '-f', 'flv'],
        `rtmp://127.0.0.1:${running.rtmp}/${channel}.stream`,
      ]),
    );
  }
}, scaleToMachine(400_000));
afterAll(async () => {
  leaving.abort();
  await Promise.all(encoders.map((encoder) => encoder.stop()));
  await running.stop();
});

const ids = NAMES.map((_, n) => idOf(n));

/** Without the agent, so that a busy machine does not make the looks pause. */
const looksWithoutPause = () =>
  createLooks({
    core: {
      ...core,
      metrics: async () => ({ metrics: [] }),
      metadataAll: async () =>
        Object.fromEntries(ids.map((id) => [agentKey(id), { version: 1, look: { on: true } }] as const)),
    },
    channels: () => ids.map((id) => ({ id })),
    ...{ isLive: () => true, mayAct: () => true, tell: () => undefined, busyPercent: 100 },
  });

const EXPECTED: Readonly<Record<ClipName, { picture: string; sound: string }>> = {
  moving: { picture: 'moving', sound: 'heard' },
  black: { picture: 'black', sound: 'heard' },
  frozen: { picture: 'frozen', sound: 'heard' },
  silent: { picture: 'moving', sound: 'silent' },
};

it(`black, frozen and silent channels are named soon, and no others ${NIGHTLY}`, async () => {
  const beganAt = performance.now();
  const looks = looksWithoutPause();
  const ended = looks.run(leaving.signal);
  const stateOf = (id: string) => {
    const report = looks.report(id);
    return { picture: report?.picture?.status ?? null, sound: report?.sound?.status ?? null };
  };
  const named = new Map<ClipName, number>();
  const wrong = new Set<string>();
  await until(
    async () => {
      const seconds = (performance.now() - beganAt) / 1000;
      for (const [n, name] of NAMES.entries()) {
        const { picture, sound } = stateOf(idOf(n));
        const { picture: expected, sound: heard } = EXPECTED[name];
        if (picture === expected && sound === heard && (name !== 'moving' || seconds > FAULT_S + 50))
          named.set(name, named.get(name) ?? Math.round(seconds - FAULT_S));
        else if ((picture !== 'moving' && picture !== null) || sound === 'silent')
          wrong.add(`${name}: ${picture} ${sound}`);
      }
      return named.size;
    },
    (size) => size === NAMES.length,
    scaleToMachine((FAULT_S + 70) * 1000),
  );
  process.stdout.write(`seconds from the fault to its name: ${JSON.stringify([...named])}\n`);
  expect([...wrong]).toEqual([]);
  leaving.abort();
  await ended;
  const left = (await core.processes({ filter: 'state' })).map(({ id }) => id);
  expect(left).not.toContain(lookId(1));
});
