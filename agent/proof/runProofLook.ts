import { setTimeout as sleep } from 'node:timers/promises';
import type { Look } from '../../src/media/look/look.ts';
import { isStalled } from '../../src/media/proof/playbackInput.ts';
import { type LookCore, runLook } from '../look/runLook.ts';

/** Numbers of the processes, see `lookId`. */
const NUMBERS = { own: 2, platform: 3 };
/** A platform that answers slowly must not keep others waiting. */
const PATIENCE_MS = { own: 20_000, platform: 14_000 };

export type ProofLook = Pick<Parameters<typeof runLook>[0], 'request' | 'input'>;

interface ProofLookOptions extends ProofLook {
  core: LookCore;
  kind: keyof typeof NUMBERS;
  leave: AbortSignal;
}

/** Listens to audio alone. Rejects only if the core does not respond. */
export async function runProofLook(options: ProofLookOptions) {
  const found = await runOnce(options);
  const isSoundAlone = found.look.status === 'failed' && found.look.cause === 'no-video';
  return isSoundAlone ? await runOnce({ ...options, request: { ...options.request, hasVideo: false } }) : found;
}

async function runOnce({ core, kind, leave, ...look }: ProofLookOptions) {
  let lines: readonly string[] = [];
  const found: Look = await runLook({
    ...{ core, ...look, n: NUMBERS[kind], leave, patienceMs: PATIENCE_MS[kind], isVain: isStalled },
    now: () => performance.now(),
    pause: (ms) => sleep(ms, undefined, { signal: leave }).catch(() => undefined),
    hear: (log) => {
      lines = log;
    },
  });
  return { look: found, lines };
}
