import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runProofLook } from '../../../../agent/proof/runProofLook.ts';
import { createProofs } from '../../../../agent/proof/watchProofs.ts';
import type { Proof } from '../../../../src/api/answers/proofReport.ts';
import {
  type DelayedPlatform,
  delayedPlatform,
  PLATFORM_FAULTS,
  type PlatformFault,
} from '../../../streams/delayedPlatform.ts';
import { runFfmpeg } from '../../../streams/ffmpeg.ts';
import { variedClip } from '../../../streams/variedClip.ts';
import { mortalCore, USER } from '../../headless/killableCore.ts';
import { CHANNEL, COPY, ingest, processOf } from '../heldChannel.ts';
import { until } from '../testing.ts';
import { SEED, seededRandom } from './runCore.ts';

/* With E2E_CORE_BINARY, looks through another core. */

const ROUNDS = Number(process.env.PROOFS ?? 1);
const FAULTS = PLATFORM_FAULTS.filter((fault) => (process.env.FAULTS ?? fault).split(',').includes(fault));
const CLIP_S = Number(process.env.CLIP_SECONDS ?? 900);
const DELAYS = (process.env.DELAYS ?? '10,18,25,32,40').split(',').map(Number);
const EVERY_MS = 8000;
const PUBLICATION = 'restreamer-ui:egress:rtmp:99999999-2222-3333-4444-555555555555';
const WITHIN_S = 20;
const PATIENCE_S = 75;

/** What the agent has to say. `half` is no fault for viewers. */
const EXPECTED: Readonly<Record<PlatformFault, (proof: Proof) => boolean>> = {
  gone: isUnseen('gone'),
  stale: isUnseen('gone', 'old', 'frozen'),
  black: isUnseen('black'),
  frozen: isUnseen('frozen'),
  silent: isUnseen('silent'),
  loop: isUnseen('old'),
  other: isUnseen('other'),
  card: isUnseen('other'),
  behind: ({ status }) => status === 'late',
  half: ({ status }) => status === 'seen',
  html: (proof) => proof.status === 'unclear' && proof.doubt === 'unreadable',
  hangs: (proof) => proof.status === 'unclear' && proof.doubt === 'slow',
};

const isSeen = (proof: Proof | null) => proof?.status === 'seen';

function isUnseen(...faults: string[]) {
  return (proof: Proof) => proof.status === 'unseen' && faults.includes(proof.fault);
}

const random = seededRandom(SEED);
const next = () => random.next();

it(
  'the agent names what is wrong at a platform',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proofs-'));
    const clip = await variedClip(join(folder, 'own.flv'), { random: next, seconds: CLIP_S });
    const other = await variedClip(join(folder, 'other.flv'), { random: next, seconds: 62, isOther: true });
    const running = await mortalCore(folder, process.env.E2E_CORE_BINARY, { SLUICE_AGENT_RUN: 'needed' });
    const { core } = running.client();
    const tokens = await core.login({ body: { username: USER.name, password: USER.password } });
    core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    const renewal = setInterval(async () => {
      const renewed = await core.login({ body: { username: USER.name, password: USER.password } });
      core.setTokens({ access: renewed.access_token, refresh: renewed.refresh_token });
    }, 240_000);
    const encoder = runFfmpeg([
      ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy', '-f', 'flv'],
      `rtmp://127.0.0.1:${running.rtmp}/${CHANNEL}.stream`,
    ]);
    const leaving = new AbortController();
    let platform: DelayedPlatform | null = null;
    const results: { fault: PlatformFault; delay: number; seconds: number | null; proof: Proof | null }[] = [];
    const errors: number[] = [];
    const falseAlarms: unknown[] = [];
    try {
      await core.processAdd({ body: ingest });
      for (let round = 0; round < ROUNDS; round++) {
        const delay = DELAYS[round % DELAYS.length] ?? 18;
        const opened = await delayedPlatform({ folder: join(folder, `p${round}`), delaySeconds: delay, other });
        platform = opened;
        const publication = processOf(PUBLICATION, [`{memfs}/${CHANNEL}.m3u8`, '-re'], {
          ...{ id: 'output_0', address: opened.ingest, options: [...COPY, '-f', 'flv'] },
        });
        await core.processDelete({ id: PUBLICATION }).catch(() => undefined);
        await core.processAdd({ body: publication });
        const leave = new AbortController();
        const proofs = createProofs({
          core,
          targets: () => [
            {
              ...{ channel: CHANNEL, publication: PUBLICATION, address: opened.playback },
              ...({ storage: 'memfs', runSeconds: 0 } as const),
            },
          ],
          look: (look, kind) => runProofLook({ core, kind, leave: leave.signal, ...look }),
          ...{ isBusy: async () => false, mayAct: () => true, everyMs: EVERY_MS },
          tell: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
        });
        const watching = proofs.run(leave.signal);
        const proof = () => proofs.proofs(CHANNEL)[PUBLICATION] ?? null;
        await until(async () => proof(), isSeen, 240_000);
        const first = proof();
        process.stdout.write(`delay ${delay}: ${JSON.stringify(first)}\n`);
        for (const fault of FAULTS) {
          await sleep(10_000);
          const found = proof();
          if (found?.status === 'seen' && found.delay !== null) errors.push(found.delay - delay);
          else falseAlarms.push({ before: fault, found });
          await opened.begin(fault);
          const begun = performance.now();
          let seconds: number | null = null;
          if (fault === 'half') {
            await sleep(40_000);
            seconds = EXPECTED.half(proof() ?? { status: 'unclear', since: 0, doubt: 'own' }) ? 0 : null;
          }
          while (seconds === null && performance.now() - begun < PATIENCE_S * 1000) {
            const now = proof();
            if (now !== null && EXPECTED[fault](now)) seconds = (performance.now() - begun) / 1000;
            else await sleep(200);
          }
          results.push({ fault, delay, seconds, proof: proof() });
          process.stdout.write(`${JSON.stringify(results.at(-1))}\n`);
          opened.end();
          await until(async () => proof(), isSeen, 240_000);
        }
        leave.abort();
        await watching;
        await opened[Symbol.asyncDispose]();
      }
    } finally {
      clearInterval(renewal);
      leaving.abort();
      await platform?.[Symbol.asyncDispose]();
      await encoder.stop();
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    }
    const named = results.filter(({ seconds }) => seconds !== null);
    // The fault begins where viewers watch, so its delay is over.
    const inTime = named.filter(({ seconds }) => (seconds ?? 0) <= WITHIN_S);
    const withDelay = named.filter(({ seconds, delay }) => (seconds ?? 0) <= WITHIN_S + delay);
    const spread = errors.length === 0 ? 0 : Math.max(...errors) - Math.min(...errors);
    process.stdout.write(
      `${named.length} of ${results.length} named, ${inTime.length} within ${WITHIN_S} s, ${withDelay.length} within ${WITHIN_S} s and the delay; delays ${Math.min(...errors).toFixed(1)} to ${Math.max(...errors).toFixed(1)} s beyond (spread ${spread.toFixed(1)}); ${falseAlarms.length} false: ${JSON.stringify(falseAlarms)}\n`,
    );
    expect(withDelay.length).toBeGreaterThanOrEqual(Math.floor(results.length * 0.95));
  },
  ROUNDS * 2_400_000,
);
