import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessState } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { codeOf } from '../src/api/error.ts';
import { backupOfFile, holdFile, holdOrderFile, holdStatusFile, ingestId } from '../src/api/processIds.ts';
import type { BackupSource } from '../src/media/hold/backupSettings.ts';
import { airAfter, airAtStart, holdStatusOf } from '../src/media/hold/describeHold.ts';
import { formatHoldPlaylist, type HoldPlaylist } from '../src/media/hold/holdPlaylist.ts';
import { type HoldObstacle, parseHoldOrder, parseHoldStatus } from '../src/media/hold/holdStatus.ts';
import { SLATE_FILES } from '../src/media/hold/slateProcess.ts';
import {
  type Hold,
  type HoldOrder,
  newHold,
  nextLookIn,
  resumedHold,
  stitchPlaylist,
  withoutVanished,
} from '../src/media/hold/stitchPlaylist.ts';
import { waitsForTry } from '../src/media/process/encoderReturn.ts';
import { progressOf } from '../src/media/run/progress.ts';
import { createBackupKeeper } from './backupKeeper.ts';
import type { Feed, OrderFiles, Processes } from './coreFeed.ts';
import type { HoldEvent } from './holdEvent.ts';
import { createIngestWatch } from './ingestWatch.ts';
import { createMemoryReader } from './memoryReader.ts';
import { createSlateKeeper } from './slateKeeper.ts';

interface HoldWriterOptions {
  core: Core;
  processes: Feed<Processes>;
  orders: Feed<OrderFiles>;
  channel: string;
  /** Number of playlist entries, or why there is no playlist; the latter is only written to the status. */
  window: number | HoldObstacle;
  /** Seconds on the slate after which publications end; null: no limit. */
  limit: () => number | null;
  /** Path on the core's disk. Without the file, the slate is plain. */
  image: string;
  /** Whether the source counts as down because of its picture. */
  isBlank: () => boolean;
  /** False if another agent may have taken over. */
  mayWrite: () => boolean;
  backups: () => readonly BackupSource[];
  readers: () => readonly string[];
  tell: (event: HoldEvent) => void;
}

const STATUS_EVERY_S = 2;
const LONGEST_PAUSE_S = 1;
const NOT_OURS_PAUSE_S = 0.2;
/** Readers start this many segments before the end of a playlist. */
const MIN_READ = 3;
/** By then, a start that came too early has failed. */
const STARTS_S = 30;
const STARTS_EVERY_S = 1.5;
const now = () => performance.now() / 1000;

/** Writes the playlist of one channel until the signal aborts. Errors of the core do not reject. */
export async function writeHold(options: HoldWriterOptions, signal: AbortSignal): Promise<void> {
  const { core, processes, orders, channel, window, limit, image, isBlank, mayWrite, backups, readers, tell } = options;
  const list = holdFile(channel);
  const pause = (seconds: number) => sleep(Math.max(20, seconds * 1000), undefined, { signal }).catch(() => undefined);
  const memory = createMemoryReader(core, channel, signal);
  const ingest = createIngestWatch(processes, channel, signal);
  let hold: Hold = newHold();
  let air = airAtStart(now());
  let order: HoldOrder = 'auto';
  let variant: string | null = null;
  let doubt = true;
  let latest: HoldPlaylist | null = null;
  let beat = 0;
  let started = new Set<string>();
  let startsUntil: number | null = 0;
  let startsAt = 0;
  const slate = createSlateKeeper({
    ...{ core, channel, image, memory, mayWrite, pause, tell, signal },
    source: () => latest,
    ingest: ingest.run,
    listed: () => (hold.phase === 'on' ? hold.entries.map(({ file }) => file) : []),
  });

  const backup = createBackupKeeper({
    ...{ core, processes, channel, memory, mayWrite, pause, signal, sources: backups },
    source: slate.source,
    channelState: () => ({ ingest: ingest.state(), order, hold }),
  });

  async function readSource(): Promise<HoldPlaylist | null> {
    const found = await memory.playlist(variant ?? `${channel}.m3u8`);
    if (found !== null && !('variant' in found)) return found;
    // A variant playlist is read next time; one that names another variant playlist is invalid.
    variant = variant === null ? (found?.variant ?? null) : null;
    return null;
  }

  /** A stopped channel drops its order, so the next start is a normal one. */
  async function readOrder(files: OrderFiles) {
    const file = holdOrderFile(channel);
    order = parseHoldOrder(files.has(file) ? await memory.text(file) : null);
    if (order === 'auto' || ingest.state() !== 'stopped') return;
    // A start and an order may arrive together, while the polled state is older.
    const [process] = await core.processes({ id: ingestId(channel), filter: 'state' }, signal);
    if (process?.state?.order === 'start') return;
    order = 'auto';
    await core.memDelete({ path: file }, signal).catch(exceptGone);
  }

  async function resume() {
    const [before, status, files] = [
      await memory.playlist(list),
      parseHoldStatus((await memory.text(holdStatusFile(channel))) ?? ''),
      await core.memFiles({ glob: `/${list}` }, signal),
    ];
    const written = files[0]?.last_modified;
    if (before === null || 'variant' in before || written === undefined) return;
    // The core reports whole seconds.
    const age = Math.max(0, Date.now() / 1000 - written - 0.5);
    const resumed = resumedHold(
      before,
      age,
      SLATE_FILES,
      now(),
      status === null ? undefined : status.seconds + age,
      backupOfFile,
    );
    if (resumed.phase === 'waiting') return;
    hold = resumed;
    air = {
      ...airAfter(airAtStart(now()), resumed, { at: now(), ingest: ingest.state(), order }),
      ...{ why: status?.why ?? 'unknown' },
    };
  }

  async function updateHold(stitchWindow: number) {
    const [source] = await Promise.all([readSource(), backup.read()]);
    if (doubt) {
      hold = withoutVanished(hold, await memory.files());
      await slate.check();
      doubt = false;
      if (hold.phase === 'on') await publish(hold);
    }
    latest = source;
    const state = ingest.state();
    const seen = { ingest: state, order, isBlank: isBlank() };
    const stitch = (pieces: ReturnType<typeof slate.pieces>) =>
      stitchPlaylist(
        hold,
        { ...ingest.run(), ...seen, at: now(), playlist: source, slate: pieces, backups: backup.looks() },
        { window: stitchWindow, limit: limit() },
      );
    let stitched = stitch(slate.pieces());
    const files = stitched.list === 'changed' ? slateFilesOf(stitched.hold) : [];
    if (files.length > 0) {
      const present = await memory.files();
      if (!files.every((file) => present.has(file))) {
        slate.lose();
        hold = withoutVanished(hold, present);
        stitched = { ...stitch([]), list: 'changed' };
      }
    }
    ({ hold } = stitched);
    if (stitched.list === 'changed' && hold.phase === 'on') await publish(hold);
    if (stitched.list === 'gone') await core.memDelete({ path: list }, signal).catch(exceptGone);
    const { onAir: before, backup: backupBefore } = air;
    air = airAfter(air, hold, { at: now(), ...seen });
    if (before === 'nothing' && air.onAir !== 'nothing') beginStarts();
    if (air.onAir !== before || air.backup !== backupBefore) {
      const which = air.backup === undefined ? {} : { backup: air.backup };
      tell({ event: 'on-air', what: air.onAir, why: air.why, ...which });
      await writeStatus();
    }
    if (stitched.restartReaders) {
      await restartReaders(readers(), (reader) => reader.order === 'start');
      tell({ event: 'readers-restarted', missed: true });
    }
  }

  function beginStarts() {
    started = new Set();
    startsUntil = null;
  }

  const canBeRead = () => hold.phase === 'on' && hold.entries.length >= MIN_READ;

  const publish = (playlist: HoldPlaylist) => core.memWrite({ path: list, body: formatHoldPlaylist(playlist) }, signal);

  /** A reload also starts a process that waits for its next try. Stopped processes stay stopped. */
  async function restartReaders(ids: readonly string[], isMeant: (state: ProcessState) => boolean) {
    let restarted = 0;
    for (const id of ids) {
      if (!isMeant(await core.processState({ id }, signal))) continue;
      await core.processCommand({ id, body: { command: 'reload' } }, signal);
      restarted++;
    }
    return restarted;
  }

  /** After a restart of the core, publications tried too early and wait for their next try. Starts each once. */
  async function startWaiting() {
    const ids = readers().filter((id) => !started.has(id));
    for (const id of ids) {
      if ((await restartReaders([id], (state) => waitsForTry(progressOf(state)))) === 0) continue;
      started.add(id);
      tell({ event: 'readers-restarted', missed: false });
    }
  }

  async function writeStatus() {
    const slateState = typeof window === 'number' ? slate.image() : window;
    const status = holdStatusOf({
      ...{ air, order, image: slateState, limit: limit(), beat: beat++, at: now() },
      backups: backup.statuses(),
    });
    await core.memWrite({ path: holdStatusFile(channel), body: JSON.stringify(status) }, signal);
  }

  async function watchStatus() {
    while (!signal.aborted) {
      if (mayWrite()) await writeStatus().catch(() => undefined);
      await pause(STATUS_EVERY_S);
    }
  }

  async function watchList(stitchWindow: number) {
    let resumed = false;
    let lost = false;
    let ordersRead: OrderFiles | null = null;
    let nextLook = Number.NEGATIVE_INFINITY;
    let wake = () => {};
    orders.listen(() => wake(), signal);
    while (!signal.aborted) {
      if (!mayWrite()) {
        await pause(NOT_OURS_PAUSE_S);
        continue;
      }
      try {
        if (!resumed) await resume();
        resumed = true;
        const ordered = order;
        const files = orders.latest();
        if (files !== null && files !== ordersRead) await readOrder(files);
        ordersRead = files;
        if (lost || ordered !== order || now() >= nextLook) {
          await updateHold(stitchWindow);
          nextLook = now() + nextLookIn(hold, now());
        }
        if (lost) {
          tell({ event: 'core-found' });
          beginStarts();
        }
        lost = false;
        if (canBeRead()) startsUntil ??= now() + STARTS_S;
        if (canBeRead() && now() < (startsUntil ?? 0) && now() - startsAt > STARTS_EVERY_S) {
          startsAt = now();
          await startWaiting();
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!lost) tell({ event: 'core-lost', message: error instanceof Error ? error.message : String(error) });
        lost = true;
        doubt = true;
      }
      const waited = pause(lost ? 0.5 : Math.min(LONGEST_PAUSE_S, nextLook - now()));
      await Promise.race([waited, new Promise<void>((resolve) => (wake = resolve))]);
    }
  }

  await Promise.all([
    watchStatus(),
    ...(typeof window === 'number' ? [slate.watch(), backup.watch(), watchList(window)] : []),
  ]);
}

/** The file may be gone already: an operator deleted it, or the core lost its memory. */
const exceptGone = (error: unknown) => {
  if (codeOf(error) !== 404) throw error;
};

const slateFilesOf = (hold: Hold) =>
  hold.phase === 'on' ? hold.entries.map(({ file }) => file).filter((file) => SLATE_FILES.test(file)) : [];
