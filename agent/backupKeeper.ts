import { UNREAD } from '../src/api/answers/fieldSchemas.ts';
import type { Core } from '../src/api/client.ts';
import { backupFile, backupId } from '../src/api/processIds.ts';
import { parseSegment } from '../src/media/hls/segment/parseSegment.ts';
import type { SegmentFigures } from '../src/media/hls/segment/segmentFigures.ts';
import { mismatchOf } from '../src/media/hold/backupDifferences.ts';
import { backupProcess, isEncodedAs } from '../src/media/hold/backupProcess.ts';
import { type BackupSource, MOST_BACKUPS } from '../src/media/hold/backupSettings.ts';
import type { HoldPlaylist } from '../src/media/hold/holdPlaylist.ts';
import type { BackupDifference, BackupStatus } from '../src/media/hold/holdStatus.ts';
import type { SlateShape } from '../src/media/hold/slateProcess.ts';
import type { BackupLook, Hold, HoldLook, HoldOrder } from '../src/media/hold/stitchPlaylist.ts';
import type { Feed, Processes } from './coreFeed.ts';
import { createProcessWatch } from './ingestWatch.ts';
import type { MemoryReader } from './memoryReader.ts';

/** While the source is good, a backup is only checked about once a segment. */
const READ_EVERY_S = 1.8;
const READ_SOON_S = 0.2;
const JUDGED_EVERY_S = 60;
/** A backup without a playlist after this time is faulty. */
const STARTS_S = 20;
/** Keeps a backup on demand running, as a source that returned may fail again. */
const DEMAND_KEPT_S = 60;
/** Grace period of a channel that starts before its source counts as unavailable. */
const BEGINS_S = 10;
/** A command appears in the polled states after this time. */
const COMMANDED_S = 3;
const now = () => performance.now() / 1000;

interface BackupKeeperOptions {
  core: Core;
  processes: Feed<Processes>;
  channel: string;
  memory: MemoryReader;
  sources: () => readonly BackupSource[];
  source: () => { figures: SegmentFigures | null; shape: SlateShape | null };
  channelState: () => { ingest: HoldLook['ingest']; order: HoldOrder; hold: Hold };
  mayWrite: () => boolean;
  pause: (seconds: number) => Promise<unknown>;
  signal: AbortSignal;
}

interface KeptBackup {
  watch: ReturnType<typeof createProcessWatch>;
  playlist: HoldPlaylist | null;
  readAt: number;
  differs: readonly BackupDifference[] | null;
  judgedAt: number;
  uptime: number;
  commandedAt: number;
  demandedAt: number;
  runsSince: number | null;
  encodedFor: string | null;
}

/** Starts and stops the backup sources of a channel, reads their playlists, and decides which may go on air. */
export function createBackupKeeper(options: BackupKeeperOptions) {
  const { core, processes, channel, memory, sources, source, channelState, mayWrite, pause, signal } = options;
  const backups = new Map<number, KeptBackup>();
  let waitsSince = now();

  function keptOf(id: number): KeptBackup {
    const existing = backups.get(id);
    if (existing) return existing;
    const never = Number.NEGATIVE_INFINITY;
    const created: KeptBackup = {
      watch: createProcessWatch(processes, backupId(channel, id), signal),
      ...{ playlist: null, readAt: never, differs: null, judgedAt: never, uptime: 0 },
      ...{ commandedAt: never, demandedAt: never, runsSince: null, encodedFor: null },
    };
    backups.set(id, created);
    return created;
  }

  const onAirOf = ({ hold }: ReturnType<typeof channelState>) =>
    hold.phase === 'on' && hold.onAir === 'backup' ? hold.input : null;

  /** A backup that a previous agent put on air stays there until it is compared. */
  function isUsable(id: number): boolean {
    const { differs } = keptOf(id);
    if (differs === null) return source().figures === null || onAirOf(channelState()) === id;
    return differs.length === 0;
  }

  function isReady(id: number): boolean {
    const { watch, playlist } = keptOf(id);
    return watch.state() === 'running' && watch.run().picturesSince !== null && playlist !== null && isUsable(id);
  }

  function statusOf({ id }: BackupSource): BackupStatus {
    const { watch, differs, runsSince } = keptOf(id);
    const state = watch.state();
    const differences = [...(differs ?? [])];
    if (state === 'stopped' || state === 'unknown') return { id, state: 'off', differs: [] };
    if (differences.length > 0) return { id, state: 'mismatch', differs: differences };
    if (isReady(id)) return { id, state: 'ready', differs: [] };
    const isNew = runsSince !== null && now() - runsSince < STARTS_S;
    return { id, state: isNew ? 'starting' : 'failing', differs: [] };
  }

  /** Whether the backup must run: it is warm, or neither the source nor an earlier backup is usable. */
  function isWanted({ id, mode }: BackupSource): boolean {
    const { ingest, order, hold } = channelState();
    if (ingest === 'stopped') return false;
    if (mode === 'warm') return true;
    const backup = keptOf(id);
    const hasBegun = hold.phase === 'on' || now() - waitsSince > BEGINS_S;
    const isSourceGood =
      order !== 'backup' && ingest === 'running' && (hold.phase === 'waiting' || hold.onAir === 'source');
    const before = sources().slice(
      0,
      sources().findIndex((source) => source.id === id),
    );
    if (!isSourceGood && hasBegun && !before.some((source) => isReady(source.id))) backup.demandedAt = now();
    return now() - backup.demandedAt < DEMAND_KEPT_S;
  }

  async function startOrStop(id: number, shouldRun: boolean) {
    const process = processes.latest()?.get(backupId(channel, id));
    const backup = keptOf(id);
    const isOrdered = process?.state?.order === 'start';
    backup.runsSince = isOrdered ? (backup.runsSince ?? now()) : null;
    if (process === undefined || isOrdered === shouldRun || now() - backup.commandedAt < COMMANDED_S) return;
    backup.commandedAt = now();
    await core.processCommand({ id: process.id, body: { command: shouldRun ? 'start' : 'stop' } }, signal);
  }

  /** Updates the encoding only; the input belongs to the operator. */
  async function encode({ id, encode: isEncoded }: BackupSource) {
    const backup = keptOf(id);
    const shape = isEncoded ? source().shape : null;
    const mark = JSON.stringify(shape);
    if ((isEncoded && shape === null) || backup.encodedFor === mark) return;
    const [found] = await core.processes({ id: backupId(channel, id), filter: 'config' }, signal);
    const config = found?.config;
    if (config == null || config === UNREAD) return;
    if (!isEncodedAs(config, shape, channel, id)) {
      const body = backupProcess({ channel, n: id, input: config.input, shape });
      await core.processUpdate({ id: body.id, body }, signal);
      backup.differs = null;
    }
    backup.encodedFor = mark;
  }

  async function judge(id: number) {
    const backup = keptOf(id);
    const { uptime } = backup.watch.run();
    if (uptime < backup.uptime) backup.judgedAt = Number.NEGATIVE_INFINITY;
    backup.uptime = uptime;
    const { figures } = source();
    const newest = backup.playlist?.entries.at(-1);
    const isDue = now() - backup.judgedAt >= (backup.differs === null ? 0 : JUDGED_EVERY_S);
    if (figures === null || !newest || !isDue || backup.watch.state() !== 'running') return;
    const bytes = await memory.bytes(newest.file);
    const parsed = bytes === null ? null : parseSegment(bytes, null);
    if (parsed === null) return;
    backup.differs = mismatchOf(figures, parsed.figures);
    backup.judgedAt = now();
  }

  async function keep() {
    const { ingest, hold } = channelState();
    if (ingest === 'stopped' || hold.phase === 'on') waitsSince = now();
    const required = new Set(sources().map(({ id }) => id));
    for (const source of sources()) {
      await startOrStop(source.id, isWanted(source));
      await encode(source);
      await judge(source.id);
    }
    for (let id = 1; id <= MOST_BACKUPS; id++) if (!required.has(id)) await startOrStop(id, false);
  }

  return {
    looks: (): BackupLook[] =>
      sources().map(({ id }) => {
        const { watch, playlist } = keptOf(id);
        const { picturesSince, picturesAt } = watch.run();
        return { id, playlist, isUsable: isUsable(id), ingest: watch.state(), picturesSince, picturesAt };
      }),

    statuses: () => sources().map(statusOf),

    async read() {
      const { hold } = channelState();
      const isNeeded = hold.phase === 'on' && (hold.onAir !== 'source' || hold.wanted !== null || now() > hold.due);
      for (const { id } of sources()) {
        const backup = keptOf(id);
        if (backup.watch.state() !== 'running' || now() - backup.readAt < (isNeeded ? READ_SOON_S : READ_EVERY_S))
          continue;
        const found = await memory.playlist(backupFile(channel, id));
        backup.playlist = found === null || 'variant' in found ? null : found;
        backup.readAt = now();
      }
    },

    /** Separate from the playlist loop: commands may take seconds. */
    async watch() {
      while (!signal.aborted) {
        if (mayWrite()) await keep().catch(() => undefined);
        await pause(1);
      }
    },
  };
}
