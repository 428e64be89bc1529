import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createLookTurn } from '../../../../agent/look/lookTurn.ts';
import { createLooks } from '../../../../agent/look/watchLooks.ts';
import { runProofLook } from '../../../../agent/proof/runProofLook.ts';
import { createProofs } from '../../../../agent/proof/watchProofs.ts';
import { agentKey } from '../../../../src/api/processIds.ts';
import { isConfirmed } from '../../../../src/media/look/lookReport.ts';
import { type DelayedPlatform, delayedPlatform } from '../../../streams/delayedPlatform.ts';
import { runFfmpeg } from '../../../streams/ffmpeg.ts';
import { variedClip } from '../../../streams/variedClip.ts';
import { mortalCore, USER } from '../../headless/killableCore.ts';
import { COPY, ingestOf, processOf } from '../heldChannel.ts';
import { SEED, seededRandom } from './runCore.ts';

/* With E2E_CORE_BINARY, looks through another core. */

/** Hours per programme. All programmes run at once. */
const HOURS = Number(process.env.HOURS ?? 0.2);
const CLIP_S = 900;
const [LOOK_EVERY_S, PROOF_EVERY_MS] = [30, 30_000];
const FIRST_MS = 120_000;
const ALARM_AFTER_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;
const DELAY_S = { least: 10, more: 6 };

const DARK = 'eq=contrast=0.3:brightness=-0.3,noise=alls=6:allf=t';

/** Programmes without a fault, and what looks may say of their video and audio. */
const MATERIAL = {
  moving: { clip: {}, picture: ['moving'], sound: ['heard'] },
  dark: { clip: { filter: DARK }, picture: ['moving', 'still'], sound: ['heard'] },
  slides: { clip: { still: 1 }, picture: ['moving', 'still'], sound: ['heard'] },
  mute: { clip: { sound: 'anullsrc=sample_rate=48000' }, picture: ['moving'], sound: ['silent'] },
  camera: {
    clip: { filter: 'loop=loop=-1:size=1,noise=alls=8:allf=t' },
    picture: ['moving', 'still'],
    sound: ['heard'],
  },
} as const;
const KINDS = Object.entries(MATERIAL).map(([kind, material], n) => ({
  ...{ ...material, kind, delay: DELAY_S.least + DELAY_S.more * n },
  channel: `11111111-2222-3333-4444-00000000000${n}`,
  publication: `restreamer-ui:egress:rtmp:99999999-2222-3333-4444-00000000000${n}`,
}));

const random = seededRandom(SEED);
const next = () => random.next();

it(
  'programmes that move, are dark, still or silent by nature raise no alarm',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'false-alarms-'));
    const running = await mortalCore(folder, process.env.E2E_CORE_BINARY, { SLUICE_AGENT_RUN: 'needed' });
    const { core } = running.client();
    const logIn = async () => {
      const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
      core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    };
    await logIn();
    const renewal = setInterval(() => void logIn().catch(() => undefined), 240_000);
    const other = await variedClip(join(folder, 'other.flv'), { seconds: 62, isOther: true });
    const platforms = new Map<string, DelayedPlatform>();
    const closing: (() => unknown)[] = [];
    onTestFinished(async () => {
      clearInterval(renewal);
      await Promise.all(closing.map((close) => close()));
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    });
    for (const { kind, clip, channel, publication, delay } of KINDS) {
      const file = await variedClip(join(folder, `${kind}.flv`), { random: next, seconds: CLIP_S, ...clip });
      const platform = await delayedPlatform({ folder: join(folder, kind), delaySeconds: delay, other });
      closing.push(() => platform[Symbol.asyncDispose]());
      platforms.set(channel, platform);
      await core.processAdd({ body: ingestOf(channel) });
      const encoder = runFfmpeg([
        ...['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv'],
        `rtmp://127.0.0.1:${running.rtmp}/${channel}.stream`,
      ]);
      closing.push(() => encoder.stop());
      const output = { id: 'output_0', address: platform.ingest, options: [...COPY, '-f', 'flv'] };
      await core.processAdd({ body: processOf(publication, [`{memfs}/${channel}.m3u8`, '-re'], output, channel) });
    }

    const leave = new AbortController();
    const turn = createLookTurn();
    const counts = { own: 0, platform: 0 };
    const tell = (event: object) => process.stdout.write(`${new Date().toISOString()} ${JSON.stringify(event)}\n`);
    const looks = createLooks({
      core: {
        ...core,
        // Otherwise, looks would pause on a busy machine.
        metrics: async () => ({ metrics: [] }),
        metadataAll: async () =>
          Object.fromEntries(
            KINDS.map(({ channel }) => [
              agentKey(channel),
              { version: 1, look: { on: true, everySeconds: LOOK_EVERY_S } },
            ]),
          ),
      },
      channels: () => KINDS.map(({ channel }) => ({ id: channel })),
      ...{ isLive: () => true, mayAct: () => true, tell, turn, busyPercent: 100 },
    });
    const proofs = createProofs({
      core,
      targets: () =>
        KINDS.map(({ channel, publication }) => ({
          ...{ channel, publication, address: platforms.get(channel)?.playback ?? '' },
          ...{ storage: 'memfs' as const, runSeconds: 0 },
        })),
      look: (look, kind) =>
        turn(() => {
          counts[kind] += 1;
          return runProofLook({ core, kind, leave: leave.signal, ...look });
        }),
      ...{ isBusy: looks.isBusy, mayAct: () => true, everyMs: PROOF_EVERY_MS, tell },
    });
    const watching = Promise.all([looks.run(leave.signal), proofs.run(leave.signal)]);
    const begun = performance.now();
    const wrong: string[] = [];
    const seconds = new Map<string, number>();
    const since = new Map<string, number>();
    /** Some conditions have to last before they alarm. */
    const note = (kind: string, status: string, wrongAfterMs: number) => {
      const [word, at] = [`${kind} ${status}`, performance.now()];
      seconds.set(word, (seconds.get(word) ?? 0) + 1);
      const from = wrongAfterMs === NEVER ? at : (since.get(kind) ?? at);
      since.set(kind, from);
      if (at - from < wrongAfterMs || at - begun < FIRST_MS || wrong.includes(word)) return;
      wrong.push(word);
      process.stdout.write(`${new Date().toISOString()} wrong: ${word}\n`);
    };
    while (performance.now() - begun < HOURS * 3_600_000) {
      await sleep(1000);
      for (const { kind, picture, sound, channel, publication } of KINDS) {
        const report = looks.report(channel);
        for (const [part, seen, expected] of [
          ['picture', report?.picture, picture],
          ['sound', report?.sound, sound],
        ] as const) {
          if (!report || !seen) continue;
          const isGood = expected.some((status) => status === seen.status) || !isConfirmed(report, seen.since);
          note(`${kind} ${part}`, seen.status, isGood ? NEVER : ALARM_AFTER_MS);
        }
        const proof = proofs.proofs(channel)[publication];
        const reason = proof && ('fault' in proof ? proof.fault : 'doubt' in proof ? proof.doubt : '');
        const isWrong = proof?.status === 'unseen' || proof?.status === 'late';
        if (proof) note(`${kind} platform`, `${proof.status} ${reason}`.trim(), isWrong ? 0 : NEVER);
      }
    }
    leave.abort();
    await watching;
    process.stdout.write(`${JSON.stringify({ hours: HOURS * KINDS.length, ...counts, seconds: [...seconds] })}\n`);
    expect(wrong).toEqual([]);
    const share = (word: string) => (seconds.get(word) ?? 0) / (HOURS * 3600);
    expect(share('moving platform seen')).toBeGreaterThan(0.7);
    for (const { kind, picture } of KINDS)
      expect(Math.max(...picture.map((status) => share(`${kind} picture ${status}`)))).toBeGreaterThan(0.5);
    expect(counts.platform).toBeGreaterThan(HOURS * KINDS.length * 30);
  },
  HOURS * 3_600_000 + 1_800_000,
);
