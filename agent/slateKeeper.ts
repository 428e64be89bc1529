import { createHash } from 'node:crypto';
import type { ProcessConfig } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { slateId } from '../src/api/processIds.ts';
import { parseSegment } from '../src/media/hls/segment/parseSegment.ts';
import type { SegmentFigures } from '../src/media/hls/segment/segmentFigures.ts';
import type { HoldPlaylist } from '../src/media/hold/holdPlaylist.ts';
import type { HoldObstacle, HoldStatus } from '../src/media/hold/holdStatus.ts';
import {
  SLATE_FILES,
  type SlateShape,
  slateOffset,
  slatePlaylistFile,
  slateProcess,
  slateShapeOf,
} from '../src/media/hold/slateProcess.ts';
import type { HoldLook } from '../src/media/hold/stitchPlaylist.ts';
import type { HoldEvent } from './holdEvent.ts';
import type { MemoryReader } from './memoryReader.ts';

const SLATE_EVERY_S = 10;
const MIN_JUDGED = 4;
const KEPT_S = 60;
const DRAWN_EVERY_S = 0.5;
const LONGEST_DRAWING_S = 30;
/** A running source without a readable playlist after this time will not get one. */
const UNREADABLE_AFTER_S = 20;
/** Each drawing makes the core write its database. */
const FAILED_AGAIN_AFTER_S = 60;
const now = () => performance.now() / 1000;

interface SlateKeeperOptions {
  core: Core;
  channel: string;
  /** Path on the core's disk. Without the file, the slate is plain. */
  image: string;
  memory: MemoryReader;
  source: () => HoldPlaylist | null;
  ingest: () => { uptime: number; picturesSince: number | null };
  /** Segments that readers may still request. */
  listed: () => readonly string[];
  mayWrite: () => boolean;
  pause: (seconds: number) => Promise<unknown>;
  tell: (event: HoldEvent) => void;
  signal: AbortSignal;
}

/** Keeps slate segments in the core's memory that match the source's format. */
export function createSlateKeeper(options: SlateKeeperOptions) {
  const { core, channel, image, memory, source, ingest, listed, mayWrite, pause, tell, signal } = options;
  let pieces: HoldLook['slate'] = [];
  let obstacle: HoldObstacle | null = null;
  /** Format at the last drawing, used to draw another image while the source is unavailable. */
  let drawnFor: { shape: SlateShape; offset: number } | null = null;
  let lastReport = '';
  let isLost = false;
  /** Segments of earlier slates, and since when they are unused. */
  const replaced = new Map<string, number>();
  let shapeMark: string | null = null;
  let failed: { mark: string; at: number } | null = null;
  let figures: SegmentFigures | null = null;

  /** Returns the segments of the slate if the memory has all of them, else none. */
  async function read(): Promise<HoldLook['slate']> {
    const found = await memory.playlist(slatePlaylistFile(channel));
    if (found === null || 'variant' in found) return [];
    const present = await memory.files();
    return found.entries.every(({ file }) => present.has(file)) ? found.entries : [];
  }

  const refuse = (reason: HoldObstacle, line = '') => {
    obstacle = reason;
    report({ event: 'no-slate', obstacle: reason, line });
  };

  const report = (event: HoldEvent) => {
    const report = JSON.stringify(event);
    if (report !== lastReport) tell(event);
    lastReport = report;
  };

  const setSlate = (found: HoldLook['slate']) => {
    pieces = shapeMark === null || isDrawnAs(found, shapeMark) ? found : [];
    if (pieces.length > 0 && failed === null) obstacle = null;
  };

  async function keep(list: HoldPlaylist | null) {
    const newest = list?.entries.at(-1);
    const bytes = newest ? await memory.bytes(newest.file) : null;
    const found = await read();
    // The first segments of a run are shorter than later ones.
    if (bytes !== null && (found.length === 0 || (list?.entries.length ?? 0) >= MIN_JUDGED)) {
      const parsed = parseSegment(bytes, null);
      figures = parsed?.figures ?? figures;
      const shape = slateShapeOf(parsed, usualLength(list));
      if (typeof shape === 'string') {
        drawnFor = null;
        pieces = [];
        return refuse(shape);
      }
      drawnFor = { shape, offset: slateOffset(ingest().uptime) };
    }
    if (drawnFor === null) {
      // After a purge without a source, the process still holds the format.
      if (found.length === 0) await drawAgain();
      setSlate(found.length > 0 ? found : await read());
      const { picturesSince } = ingest();
      if (pieces.length === 0 && list === null && now() - (picturesSince ?? now()) > UNREADABLE_AFTER_S)
        refuse('unreadable');
      return;
    }
    const { shape, offset } = drawnFor;
    const [stored] = await core.diskFiles({ glob: `/${image}` }, signal);
    shapeMark = digest([shape, offset]);
    const mark = `${shapeMark}${digest(stored?.last_modified ?? null)}`;
    if (isDrawnAs(found, mark)) {
      failed = null;
      setSlate(found);
      return sweep(mark);
    }
    if (failed?.mark === mark && now() - failed.at < FAILED_AGAIN_AFTER_S) return;
    const address = stored === undefined ? null : `{diskfs}/${image}`;
    await draw(slateProcess({ channel, image: address, shape, offset, mark }));
    const drawn = await read();
    if (isDrawnAs(drawn, mark)) {
      failed = null;
      setSlate(drawn);
      return report({ event: 'slate-made', shape: JSON.stringify(shape) });
    }
    failed = { mark, at: now() };
    // If the source is unchanged, the previous image stays usable.
    setSlate(drawn);
    const { last_logline } = await core.processState({ id: slateId(channel) }, signal);
    refuse(address === null ? 'failed' : 'image', last_logline);
  }

  /** Readers may still have segments of earlier slates in their playlist. */
  async function sweep(mark: string) {
    for (const file of await memory.files()) {
      if (!isSlateSegment(file) || file.includes(`_${mark}_`) || listed().includes(file)) replaced.delete(file);
      else if (now() - (replaced.get(file) ?? now()) > KEPT_S) await core.memDelete({ path: file }, signal);
      else replaced.set(file, replaced.get(file) ?? now());
    }
  }

  async function draw(process: ProcessConfig) {
    const id = slateId(channel);
    const existing = await core.processes({ id, filter: 'state' }, signal);
    if (existing.length === 0) await core.processAdd({ body: process }, signal);
    else await core.processUpdate({ id, body: process }, signal);
    await run(id, 'start');
  }

  async function drawAgain() {
    const id = slateId(channel);
    // A start does nothing for a process that ended by itself.
    if ((await core.processes({ id, filter: 'state' }, signal)).length > 0) await run(id, 'reload');
  }

  async function run(id: string, command: 'start' | 'reload') {
    await core.processCommand({ id, body: { command } }, signal);
    for (let waited = 0; waited < LONGEST_DRAWING_S; waited += DRAWN_EVERY_S) {
      const { exec } = await core.processState({ id }, signal);
      if (signal.aborted || exec === 'finished' || exec === 'failed' || exec === 'killed') return;
      await pause(DRAWN_EVERY_S);
    }
  }

  return {
    pieces: () => pieces,
    source: () => ({ figures, shape: drawnFor?.shape ?? null }),
    image: (): HoldStatus['image'] => obstacle ?? (pieces.length > 0 ? 'ready' : 'drawing'),

    async check() {
      pieces = await read();
      isLost ||= pieces.length === 0;
    },

    /** Segments are missing, so list none until all are drawn again. */
    lose() {
      pieces = [];
      isLost = true;
    },

    /** Separate from the playlist loop: drawing takes seconds. */
    async watch() {
      while (!signal.aborted) {
        isLost = false;
        const list = source();
        if (mayWrite()) await keep(list).catch(() => undefined);
        const rest = list === null && pieces.length === 0 ? 1 : SLATE_EVERY_S;
        for (let waited = 0; waited < rest && !isLost && !signal.aborted; waited++) await pause(1);
      }
    },
  };
}

/** Median length: a restart of the encoder or a loop makes single segments shorter or longer. */
const usualLength = (list: HoldPlaylist | null) => {
  const lengths = (list?.entries ?? []).map(({ seconds }) => seconds).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
};

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);

/** @param mark complete, or a prefix */
const isDrawnAs = (pieces: HoldLook['slate'], mark: string) =>
  pieces.length > 0 && pieces.every(({ file }) => file.includes(`_${mark}`));

const isSlateSegment = (file: string) => SLATE_FILES.test(file) && file.endsWith('.ts');
