import { setTimeout as sleep } from 'node:timers/promises';
import { UNREAD } from '../../src/api/answers/fieldSchemas.ts';
import type { LookReport } from '../../src/api/answers/lookReport.ts';
import type { Core } from '../../src/api/client.ts';
import { codeOf } from '../../src/api/error.ts';
import { agentKey, ingestId, lookReportFile, METADATA_KEY, temporaryProcessOf } from '../../src/api/processIds.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import { METRICS, resourcesOf } from '../../src/media/coreInfo/resources.ts';
import { IN_MEMORY } from '../../src/media/edge/delivery.ts';
import { playlistFile } from '../../src/media/hls/hlsFiles.ts';
import { parseHoldSettings } from '../../src/media/hold/holdSettings.ts';
import type { Look, LookFailure } from '../../src/media/look/look.ts';
import { type LookPlaylist, lookPlaylist } from '../../src/media/look/lookPlaylist.ts';
import { lookReportOf, parseLookReport, resumedLooks, secondsStill } from '../../src/media/look/lookReport.ts';
import { parseLookSettings } from '../../src/media/look/lookSettings.ts';
import { isLookUrgent, type LookMemory, memoryAfter, newLookMemory } from '../../src/media/look/lookStates.ts';
import { setUpOf } from '../../src/media/process/expectedStreams.ts';
import { parseIngestMetadata } from '../../src/media/stored/metadata.ts';
import { createLookTurn, type LookTurn } from './lookTurn.ts';
import { type LookCore, runLook } from './runLook.ts';

export type LookEvent =
  | { event: 'look-failed'; channel: string; cause: LookFailure }
  | { event: 'look-found'; channel: string }
  | { event: 'looks-paused'; percent: number }
  | { event: 'looks-resumed' };

const STEP_MS = 1_000;
const SETTINGS_EVERY_MS = 15_000;
/** While a condition begins or has begun lately. */
const URGENT_MS = 10_000;
/** For a channel of audio alone. */
const WITHOUT_VIDEO_MS = 600_000;
const MOST_BACK_OFF = 2 ** 4;
const PAUSED_MS = 15_000;
const ASKED_METRICS = { metrics: METRICS.filter((name) => name.startsWith('cpu_')).map((name) => ({ name })) };
const OWN = 1;
/** Operators keep files on the disk as well. See `lookListFile`. */
const OWN_LIST = /^\/?look-[0-9a-f]{32}\.m3u8$/;

type WatchedCore = LookCore &
  Pick<Core, 'processes' | 'metadataAll' | 'metrics' | 'memFiles' | 'memWrite' | 'memDelete' | 'diskFiles'>;

interface LooksOptions {
  core: WatchedCore;
  channels: () => readonly Pick<Channel, 'id' | 'delivery'>[];
  /** Whether the channel is live and not just starting. */
  isLive: (channel: string) => boolean;
  /** False if another agent may have taken over. */
  mayAct: () => boolean;
  tell: (event: LookEvent) => void;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
  wall?: () => number;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  turn?: LookTurn;
  /** Looks pause above this load of the processor. */
  busyPercent: number;
}

interface WatchedChannel {
  memory: LookMemory;
  dueAt: number;
  /** A look without video is not tried again before. */
  videoAt: number;
}

interface WantedLook {
  everyMs: number;
  /** Seconds of a still or black picture after which the source counts as down; null: never. */
  stillSeconds: number | null;
}

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Looks at the newest segments of one channel after the other, where its operator has asked for it. */
export function createLooks(options: LooksOptions) {
  const { core, channels, isLive, mayAct, tell, busyPercent } = options;
  const { now = () => performance.now(), wall = Date.now, pause = rest, turn = createLookTurn() } = options;
  const watched = new Map<string, WatchedChannel>();
  let wanted: ReadonlyMap<string, WantedLook> = new Map();
  let settingsAt = Number.NEGATIVE_INFINITY;
  let status: 'looking' | 'paused' = 'looking';
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isSwept = false;

  async function readSettings() {
    if (now() - settingsAt < SETTINGS_EVERY_MS) return;
    settingsAt = now();
    const stored = await core.metadataAll();
    wanted = new Map(
      channels().flatMap(({ id }): [string, WantedLook][] => {
        const own = stored[agentKey(id)];
        const { on, everySeconds } = parseLookSettings(own);
        const hold = parseHoldSettings(own);
        const stillSeconds = hold === 'newer' ? null : hold.stillSeconds;
        return on || stillSeconds !== null ? [[id, { everyMs: everySeconds * 1000, stillSeconds }]] : [];
      }),
    );
    for (const id of [...watched.keys()]) if (!wanted.has(id)) await forget(id);
  }

  async function forget(channel: string) {
    await core.memDelete({ path: lookReportFile(channel) }).catch(exceptGone);
    watched.delete(channel);
  }

  /** Deletes what a killed agent has left. */
  async function sweep() {
    if (isSwept) return;
    const processes = await core.processes({ filter: 'state' });
    for (const { id } of processes) if (temporaryProcessOf(id) === 'look') await core.processDelete({ id });
    for (const { name } of await core.memFiles({ glob: '/look-*.{grey,m3u8}' })) await core.memDelete({ path: name });
    for (const { name } of await core.diskFiles({ glob: '/look-*.m3u8' }))
      if (OWN_LIST.test(name)) await core.diskDelete({ path: name });
    isSwept = true;
  }

  /** The channel whose look is most overdue, or null. */
  function nextDue(): string | null {
    const due = [...wanted.keys()].filter((id) => isLive(id) && (watched.get(id)?.dueAt ?? 0) <= now());
    return due.toSorted((a, b) => (watched.get(a)?.dueAt ?? 0) - (watched.get(b)?.dueAt ?? 0))[0] ?? null;
  }

  async function isBusy(): Promise<boolean> {
    if (now() < pausedUntil) return true;
    const { percent } = resourcesOf(await core.metrics({ body: ASKED_METRICS })).cpu;
    const isOver = percent !== null && percent > busyPercent;
    if (isOver) pausedUntil = now() + PAUSED_MS;
    if (isOver && status === 'looking') tell({ event: 'looks-paused', percent: Math.round(percent) });
    if (!isOver && status === 'paused') tell({ event: 'looks-resumed' });
    status = isOver ? 'paused' : 'looking';
    return isOver;
  }

  async function readText(storage: 'mem' | 'disk', path: string): Promise<string | null> {
    try {
      const bytes = await core.fileBytes({ storage, path });
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : null;
    } catch (error) {
      if (codeOf(error) === 404) return null;
      throw error;
    }
  }

  async function findSegments(storage: 'mem' | 'disk', channel: string): Promise<LookPlaylist | null> {
    const found = lookPlaylist((await readText(storage, playlistFile(channel))) ?? '');
    if (found === null || !('variant' in found)) return found;
    const variant = lookPlaylist((await readText(storage, found.variant)) ?? '');
    return variant === null || 'variant' in variant ? null : variant;
  }

  /** Whether the operator has chosen a still picture or silence. */
  async function readChosen(channel: string) {
    const [found] = await core.processes({ id: ingestId(channel), filter: 'metadata' });
    const { metadata } = found ?? {};
    const stored = metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];
    const { video, audio } = setUpOf(channel, parseIngestMetadata(stored));
    return { picture: video?.chosen === true, sound: audio?.chosen === true };
  }

  async function resumed(channel: string): Promise<WatchedChannel> {
    const report = parseLookReport((await readText('mem', lookReportFile(channel))) ?? '');
    return {
      memory: report === null ? newLookMemory() : resumedLooks(report),
      ...{ dueAt: 0, videoAt: 0 },
    };
  }

  async function lookAt(channel: string, leave: AbortSignal) {
    const before = watched.get(channel) ?? (await resumed(channel));
    watched.set(channel, before);
    const storage = channels().find(({ id }) => id === channel)?.delivery?.storage ?? IN_MEMORY.storage;
    const segments = await findSegments(storage === 'memfs' ? 'mem' : 'disk', channel);
    if (segments === null) return take(channel, before, { status: 'failed', cause: 'unreadable' }, wall());
    const { text: list, seconds } = segments;
    const at = wall();
    const chosen = await readChosen(channel);
    const look = await runLook({
      ...{ core, n: OWN, now, leave, pause: (ms) => pause(ms, leave) },
      input: { storage, list },
      request: { channel, seconds, pictures: 'key', hasVideo: now() >= before.videoAt },
    });
    if (leave.aborted || !mayAct()) return;
    await take(channel, before, withoutChosen(look, chosen), at);
  }

  async function take(channel: string, before: WatchedChannel, look: Look, at: number) {
    const { everyMs } = wanted.get(channel) ?? { everyMs: SETTINGS_EVERY_MS };
    const memory = memoryAfter(before.memory, look, at);
    const isSoundAlone = look.status === 'failed' && look.cause === 'no-video';
    const isUrgent = isSoundAlone || (look.status === 'seen' && isLookUrgent(memory));
    const backOff = Math.min(MOST_BACK_OFF, 2 ** Math.max(0, memory.failures - 1));
    const delay = isUrgent ? Math.min(URGENT_MS, everyMs) : everyMs * backOff;
    watched.set(channel, {
      ...{ memory, dueAt: now() + delay },
      videoAt: isSoundAlone ? now() + WITHOUT_VIDEO_MS : before.videoAt,
    });
    if (memory.cause !== before.memory.cause && look.status === 'failed' && !isSoundAlone)
      tell({ event: 'look-failed', channel, cause: look.cause });
    const wasFailing = before.memory.cause !== null && before.memory.cause !== 'no-video';
    if (memory.cause === null && wasFailing) tell({ event: 'look-found', channel });
    const body = JSON.stringify(lookReportOf(memory, wall()));
    await core.memWrite({ path: lookReportFile(channel), body });
  }

  const reportOf = (channel: string): LookReport | null =>
    wanted.has(channel) ? lookReportOf(watched.get(channel)?.memory ?? newLookMemory(), wall()) : null;

  async function step(leave: AbortSignal) {
    if (channels().length === 0 && wanted.size === 0 && watched.size === 0) return;
    await readSettings();
    await sweep();
    const channel = nextDue();
    // Without a look that is due, a pause ends as well.
    if (channel === null && status === 'looking') return;
    if ((await isBusy()) || channel === null) return;
    const { dueAt } = watched.get(channel) ?? { dueAt: 0 };
    try {
      await turn(() => lookAt(channel, leave));
    } finally {
      const after = watched.get(channel);
      // A core that does not respond must not be asked again at once.
      if (after !== undefined && after.dueAt === dueAt) after.dueAt = now() + URGENT_MS;
    }
  }

  return {
    /** Null: nobody has asked for looks at this channel. */
    report: reportOf,
    /** Whether the source counts as down because of its picture. */
    isBlank(channel: string): boolean {
      const { stillSeconds = null } = wanted.get(channel) ?? {};
      const report = stillSeconds === null ? null : reportOf(channel);
      return stillSeconds !== null && report !== null && secondsStill(report) >= stillSeconds;
    },
    /** Whether the machine has no processor time left for looks. */
    isBusy,
    status: (): 'off' | 'looking' | 'paused' => (wanted.size === 0 ? 'off' : status),
    reports: (): Readonly<Record<string, LookReport>> =>
      Object.fromEntries(
        [...wanted.keys()].flatMap((id) => {
          const report = reportOf(id);
          return report === null ? [] : [[id, report]];
        }),
      ),
    async run(leave: AbortSignal): Promise<void> {
      while (!leave.aborted) {
        if (mayAct()) await step(leave).catch(() => undefined);
        else {
          isSwept = false;
          watched.clear();
        }
        await pause(STEP_MS, leave);
      }
    },
  };
}

const exceptGone = (error: unknown) => {
  if (codeOf(error) !== 404) throw error;
};

function withoutChosen(look: Look, chosen: { picture: boolean; sound: boolean }): Look {
  if (look.status === 'failed') return look;
  return { ...look, picture: chosen.picture ? null : look.picture, sound: chosen.sound ? null : look.sound };
}
