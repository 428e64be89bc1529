import { setTimeout as sleep } from 'node:timers/promises';
import type { Proof } from '../../src/api/answers/proofReport.ts';
import type { Core } from '../../src/api/client.ts';
import { codeOf } from '../../src/api/error.ts';
import { proofReportFile } from '../../src/api/processIds.ts';
import { classOf } from '../../src/media/address/addressProtocol.ts';
import type { Storage } from '../../src/media/hls/hlsFiles.ts';
import type { Look } from '../../src/media/look/look.ts';
import { compareFrames } from '../../src/media/proof/compareFrames.ts';
import type { Frame } from '../../src/media/proof/frame.ts';
import { failureIn, isStalled, playbackInput } from '../../src/media/proof/playbackInput.ts';
import { newProofMemory, type ProofFinding, type ProofMemory, proofAfter } from '../../src/media/proof/proofAfter.ts';
import { proofReportOf, REPORTED_EVERY_MS } from '../../src/media/proof/proofReport.ts';
import type { Proofs } from '../../src/media/proof/proofs.ts';
import { captureOwn, isHeard, NO_FRAMES, type OwnFrames } from './ownFrames.ts';
import type { ProofLook } from './runProofLook.ts';

/** A publication that is live and has a playback address. */
export interface ProofTarget {
  channel: string;
  /** Process id of its first output. */
  publication: string;
  address: string;
  /** Where the segments of the channel are. */
  storage: Storage;
  /** Seconds since its output started. */
  runSeconds: number;
}

export type ProofEvent = { channel: string; publication: string } & (
  | { event: 'proof-seen'; delay: number | null }
  | { event: 'proof-late'; delay: number }
  | { event: 'proof-unseen'; fault: string; since: number }
  | { event: 'proof-unclear'; doubt: string }
);

interface ProofOptions {
  core: Pick<Core, 'fileBytes' | 'memWrite' | 'memDelete'>;
  targets: () => readonly ProofTarget[];
  /** Runs one look; `lines`: the log of ffmpeg. */
  look: (look: ProofLook, kind: 'own' | 'platform') => Promise<{ look: Look; lines: readonly string[] }>;
  isBusy: () => Promise<boolean>;
  /** False if another agent may have taken over. */
  mayAct: () => boolean;
  tell: (event: ProofEvent) => void;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
  wall?: () => number;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  everyMs?: number;
}

const EVERY_MS = 60_000;
const STEP_MS = 250;
/** Seconds of a platform that one look reads. Only a playlist is read faster than it plays. */
const SEEN_S = { http: 8, other: 6 };
/** While a delay is unknown or something is wrong, both sides are looked at in turn. */
const ALERT_MS = 90_000;
const ALERT_EVERY_MS = 6000;
const OWN_EVERY_S = { least: 3, margin: 2.5 };
/** Doubt that lasts is looked at less often. */
const MOST_REST = 2 ** 3;
/** Own frames that come later than this are not waited for. */
const PATIENCE_S = 25;
/** What was found longer ago says nothing about now. */
const PROVEN_MS = 180_000;
/** Cores report whole seconds. */
const SAME_RUN_S = 2;
/** A publication that pauses keeps what was found. */
const FORGOTTEN_MS = 120_000;
/** Distance from the expected delay that needs no second look, in seconds. */
const SAME_S = 3;
/** The channel was audible lately, in seconds. */
const HEARD_S = 120;

interface PendingLook {
  /** Monotonic seconds. */
  begin: number;
  wall: number;
  look: Look;
  lines: readonly string[];
}

interface WatchedPlatform {
  target: ProofTarget;
  memory: ProofMemory;
  delay: number | null;
  /** Monotonic milliseconds. */
  provenAt: number;
  dueAt: number;
  alertUntil: number;
  lookAt: number;
  goneAt: number | null;
  isLookedAt: boolean;
  /** Since when its looks wait for the processor, in ms since 1970. */
  busySince: number | null;
  pending: PendingLook | null;
  /** Alerts in a row in which the channel was not seen. */
  vain: number;
}

interface WatchedOwn {
  storage: Storage;
  own: OwnFrames;
  dueAt: number;
  reportedAt: number;
  reported: string;
}

const NEVER = Number.POSITIVE_INFINITY;
const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Looks at the playback addresses of live publications, and compares what it sees with their channels. */
export function createProofs(options: ProofOptions) {
  const { core, targets, look, isBusy, mayAct, tell, everyMs = EVERY_MS } = options;
  const { now = () => performance.now(), wall = Date.now, pause = rest } = options;
  const platforms = new Map<string, WatchedPlatform>();
  const channels = new Map<string, WatchedOwn>();

  function update() {
    const at = now();
    forgetGone();
    const found = targets();
    for (const target of found) {
      const before = platforms.get(target.publication);
      const isSameRun = before !== undefined && target.runSeconds >= before.target.runSeconds - SAME_RUN_S;
      if (isSameRun && before.target.address === target.address) {
        before.target = target;
        before.goneAt = null;
        continue;
      }
      const memory = newProofMemory();
      platforms.set(target.publication, {
        ...{
          target,
          memory,
          delay: null,
          provenAt: at,
          dueAt: at,
          alertUntil: 0,
          lookAt: NEVER,
          goneAt: null,
          isLookedAt: false,
          busySince: null,
          pending: null,
          vain: 0,
        },
      });
    }
    for (const [id, platform] of platforms)
      if (!found.some(({ publication }) => publication === id)) setAside(platform);
    for (const { channel, storage } of found) {
      const watched = channels.get(channel);
      if (watched === undefined)
        channels.set(channel, { storage, own: NO_FRAMES, dueAt: NEVER, reportedAt: 0, reported: '' });
      else watched.storage = storage;
    }
  }

  /** Extends an alert, as no look is possible during it. */
  function wait(platform: WatchedPlatform) {
    platform.busySince ??= wall();
    if (platform.alertUntil > 0) platform.alertUntil = now() + ALERT_MS;
  }

  function forgetGone() {
    for (const [id, { goneAt }] of platforms)
      if (goneAt !== null && now() - goneAt > FORGOTTEN_MS) platforms.delete(id);
  }

  function setAside(platform: WatchedPlatform) {
    platform.goneAt ??= now();
    platform.pending = null;
  }

  const isAlert = (platform: WatchedPlatform) => platform.goneAt === null && now() < platform.alertUntil;

  /** Begins the looks of a platform whose interval is over. */
  function plan(platform: WatchedPlatform) {
    const at = now();
    const isBegun = isAlert(platform) || platform.lookAt !== NEVER || platform.isLookedAt || platform.pending !== null;
    if (platform.goneAt !== null || isBegun || at < platform.dueAt) return;
    const { delay } = platform;
    const channel = channels.get(platform.target.channel);
    const isUnsure = delay === null || platform.memory.proof?.status !== 'seen';
    if (isUnsure || everyMs <= ALERT_EVERY_MS * 2) return alarm(platform);
    // The own frames are captured so that their last seconds are those that the platform shows during its look.
    const shift = (delay - secondsOf(platform.target) - 0.5) * 1000;
    platform.lookAt = at + Math.max(0, shift);
    if (channel) channel.dueAt = Math.min(channel.dueAt, at + Math.max(0, -shift));
  }

  function alarm(platform: WatchedPlatform) {
    const at = now();
    platform.alertUntil = at + ALERT_MS;
    if (platform.lookAt === NEVER) platform.lookAt = at;
    const channel = channels.get(platform.target.channel);
    if (channel) channel.dueAt = Math.min(channel.dueAt, at);
  }

  function restAfter(platform: WatchedPlatform) {
    const { proof } = platform.memory;
    const factor = proof?.status === 'unclear' ? Math.min(MOST_REST, 2 ** platform.vain) : 1;
    platform.alertUntil = 0;
    platform.lookAt = NEVER;
    platform.dueAt = now() + everyMs * factor;
  }

  async function capture(channel: string, watched: WatchedOwn, leave: AbortSignal) {
    const begun = now();
    watched.dueAt = NEVER;
    try {
      const captured = await captureOwn(watched.own, {
        ...{ core, channel, storage: watched.storage, now, pause: (ms) => pause(ms, leave) },
        look: (own) => look(own, 'own'),
      });
      if (captured !== null) watched.own = captured;
    } finally {
      planCapture(channel, watched, begun);
    }
  }

  function planCapture(channel: string, watched: WatchedOwn, begun: number) {
    const needed = [...platforms.values()].some(
      (platform) =>
        platform.target.channel === channel && (isAlert(platform) || isWaiting(platform) || isOverdue(platform)),
    );
    const everyS = Math.max(OWN_EVERY_S.least, watched.own.covers - OWN_EVERY_S.margin);
    if (needed) watched.dueAt = Math.min(watched.dueAt, begun + everyS * 1000);
  }

  /** It waits for looks at other platforms. */
  const isOverdue = ({ goneAt, lookAt }: WatchedPlatform) => goneAt === null && lookAt <= now();
  const isWaiting = (platform: WatchedPlatform) => platform.pending !== null && !isComparable(platform);

  async function lookAtPlatform(platform: WatchedPlatform) {
    const { target } = platform;
    platform.lookAt = isAlert(platform) ? now() + ALERT_EVERY_MS : NEVER;
    const [begin, begunAt] = [now() / 1000, wall()];
    const input = playbackInput(target.address);
    const { channel } = target;
    const request = { channel, seconds: secondsOf(target), pictures: 'second', hasVideo: true } as const;
    platform.isLookedAt = true;
    try {
      const found = await look({ input, request }, 'platform');
      platform.pending = { begin, wall: begunAt, ...found };
    } finally {
      platform.isLookedAt = false;
    }
    const own = channels.get(channel);
    if (own && own.dueAt === NEVER && isWaiting(platform)) own.dueAt = now();
  }

  /** Whether the channel's own frames reach the time that the platform showed. */
  function isComparable({ target, pending, delay }: WatchedPlatform): boolean {
    if (pending === null) return false;
    if (pending.look.status === 'failed' || pending.look.picture === null) return true;
    const newest = channels.get(target.channel)?.own.frames.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    const needed = pending.begin + secondsOf(target) - (delay ?? 0) - 2;
    return newest >= needed || now() / 1000 > pending.begin + secondsOf(target) + PATIENCE_S;
  }

  function compare(platform: WatchedPlatform) {
    const { pending, target, memory } = platform;
    const own = channels.get(target.channel)?.own ?? NO_FRAMES;
    if (pending === null) return;
    platform.pending = null;
    const finding = findingOf(pending, own, platform);
    // The own frames are still being captured.
    if (finding.status === 'unclear' && finding.reason === 'no-own' && isAlert(platform)) return;
    // The clock of the frames is monotonic, that of a proof is not.
    const shift = pending.wall / 1000 - pending.begin;
    const shifted = finding.status === 'same' ? { ...finding, shown: finding.shown + shift } : finding;
    platform.memory = proofAfter(memory, shifted, pending.wall);
    platform.provenAt = now();
    platform.busySince = null;
    report(target, memory.proof, platform.memory.proof);
    const isSame = finding.status === 'same' || finding.status === 'heard';
    if (finding.status !== 'same') {
      if (isSame) platform.vain = 0;
      return settle(platform, isSame);
    }
    const isExpected = platform.delay !== null && Math.abs(finding.delay - platform.delay) <= SAME_S;
    platform.delay = finding.delay;
    platform.vain = 0;
    settle(platform, isExpected && platform.memory.proof?.status === 'seen');
  }

  /** Rests after a good look, otherwise looks again soon, for a while. */
  function settle(platform: WatchedPlatform, isGood: boolean) {
    if (isGood && everyMs > ALERT_EVERY_MS * 2) return restAfter(platform);
    if (isAlert(platform)) return;
    const isOver = platform.alertUntil > 0 && now() >= platform.alertUntil;
    if (!isOver) return alarm(platform);
    platform.vain += 1;
    restAfter(platform);
  }

  function report({ channel, publication }: ProofTarget, before: Proof | null, after: Proof | null) {
    const subject = { channel, publication };
    if (after === null || wordOf(before) === wordOf(after)) return;
    switch (after.status) {
      case 'seen':
        return tell({ event: 'proof-seen', ...subject, delay: after.delay });
      case 'late':
        return tell({ event: 'proof-late', ...subject, delay: after.delay });
      case 'unseen':
        return tell({ event: 'proof-unseen', ...subject, fault: after.fault, since: after.since });
      case 'unclear':
        return tell({ event: 'proof-unclear', ...subject, doubt: after.doubt });
    }
  }

  const proofsOf = (channel: string): Proofs =>
    Object.fromEntries(
      [...platforms.values()].flatMap(({ target, memory: { proof }, provenAt, delay, busySince }) => {
        if (target.channel !== channel) return [];
        // The next look waits until the platform shows what was captured.
        const provenMs = PROVEN_MS + (proof?.status === 'seen' ? (delay ?? 0) * 1000 : 0);
        // Doubt is looked at less often, and claims nothing.
        const isKnown = proof !== null && (proof.status === 'unclear' || now() - provenAt <= provenMs);
        if (isKnown) return [[target.publication, proof]];
        if (busySince !== null)
          return [[target.publication, { status: 'unclear', since: busySince, doubt: 'busy' } as const]];
        // Without a state, its alarm would end.
        if (proof === null) return [];
        const since = 'at' in proof ? proof.at : proof.since;
        return [[target.publication, { status: 'unclear', since, doubt: 'own' } as const]];
      }),
    );

  /** Writes what was found, and deletes it once nothing is looked at. */
  async function writeReports() {
    const used = new Set([...platforms.values()].map(({ target }) => target.channel));
    for (const [channel, watched] of channels) {
      const path = proofReportFile(channel);
      if (!used.has(channel)) {
        await core.memDelete({ path }).catch(exceptGone);
        channels.delete(channel);
        continue;
      }
      const proofs = proofsOf(channel);
      const text = JSON.stringify(proofs);
      if (text === watched.reported && now() - watched.reportedAt < REPORTED_EVERY_MS) continue;
      watched.reported = text;
      watched.reportedAt = now();
      await core.memWrite({ path, body: JSON.stringify(proofReportOf(proofs, wall())) });
    }
  }

  interface DueLook {
    dueAt: number;
    run: () => Promise<void>;
  }

  async function runMostOverdue(looks: readonly DueLook[]) {
    const [first] = looks.toSorted((a, b) => a.dueAt - b.dueAt);
    if (first === undefined || first.dueAt > now()) return;
    if (await isBusy()) return platforms.forEach(wait);
    await first.run();
  }

  async function stepOwn(leave: AbortSignal) {
    update();
    for (const platform of platforms.values()) {
      if (isComparable(platform)) compare(platform);
      plan(platform);
    }
    // A core whose memory is full can still be looked at.
    await writeReports().catch(() => undefined);
    await runMostOverdue(
      [...channels].map(([channel, watched]) => ({
        ...{ dueAt: watched.dueAt, run: () => capture(channel, watched, leave) },
      })),
    );
  }

  const stepPlatforms = () =>
    runMostOverdue(
      [...platforms.values()]
        .filter(({ pending, goneAt }) => pending === null && goneAt === null)
        .map((platform) => ({ dueAt: platform.lookAt, run: () => lookAtPlatform(platform) })),
    );

  async function repeat(step: (leave: AbortSignal) => Promise<void>, leave: AbortSignal) {
    while (!leave.aborted) {
      if (mayAct()) await step(leave).catch(() => undefined);
      else {
        // A single failed request to the core also ends acting, for a moment.
        platforms.forEach(setAside);
        forgetGone();
      }
      await pause(STEP_MS, leave);
    }
  }

  return {
    /** What viewers get, by the process id of a publication. */
    proofs: proofsOf,
    /** Looks at once; false if the publication is not looked at. */
    lookNow(publication: string): boolean {
      const platform = platforms.get(publication);
      if (platform === undefined || platform.goneAt !== null) return false;
      platform.vain = 0;
      platform.lookAt = Math.min(platform.lookAt, now());
      alarm(platform);
      return true;
    },
    async step(leave: AbortSignal) {
      await stepOwn(leave);
      await stepPlatforms();
    },
    /** A look at a platform takes seconds, in which own segments are deleted. */
    async run(leave: AbortSignal): Promise<void> {
      await Promise.all([repeat(stepOwn, leave), repeat(stepPlatforms, leave)]);
    },
  };
}

const secondsOf = ({ address }: ProofTarget) => SEEN_S[classOf(address) === 'http' ? 'http' : 'other'];

const exceptGone = (error: unknown) => {
  if (codeOf(error) !== 404) throw error;
};

const wordOf = (proof: Proof | null): string =>
  proof === null ? '' : `${proof.status} ${'fault' in proof ? proof.fault : 'doubt' in proof ? proof.doubt : ''}`;

const framesOf = ({ look, begin }: PendingLook): Frame[] =>
  look.status === 'seen' ? look.frames.map(({ at, grey }) => ({ at: begin + at, grey })) : [];

function findingOf(pending: PendingLook, own: OwnFrames, { delay, memory }: WatchedPlatform): ProofFinding {
  const { look, lines, begin } = pending;
  if (look.status === 'failed') {
    if (look.cause === 'slow') return isStalled(lines) ? { status: 'stalled' } : { status: 'failed', doubt: 'slow' };
    return look.cause === 'refused' ? { status: 'failed', doubt: 'refused' } : failureIn(lines);
  }
  const isSilent = isHeard(look) !== true;
  const isOwnHeard = own.heard.some(({ at, isHeard: heard }) => heard && at >= begin - HEARD_S);
  if (look.picture === null) {
    // Where a picture was, its end is a fault.
    if (memory.last !== null) return { status: 'black' };
    if (isSilent) return isOwnHeard ? { status: 'silent' } : { status: 'unclear', reason: 'plain' };
    return { status: 'heard' };
  }
  const finding = compareFrames(own.frames, framesOf(pending), delay);
  const isPicture = finding.status === 'same' || finding.status === 'alike';
  const isMuted = isSilent && isOwnHeard && own.heard.at(-1)?.isHeard === true;
  return isPicture && isMuted ? { status: 'silent' } : finding;
}
