import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessConfig, ProcessState } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { CoreError } from '../src/api/error.ts';
import { holdFile, ingestId, slateId } from '../src/api/processIds.ts';
import { parseSegment } from '../src/media/hls/segment/parseSegment.ts';
import { formatHoldPlaylist, type HoldPlaylist, parseHoldPlaylist } from '../src/media/hold/holdPlaylist.ts';
import {
  SLATE_FILES,
  type SlateObstacle,
  slateOffset,
  slatePlaylistFile,
  slateProcess,
  slateShapeOf,
} from '../src/media/hold/slateProcess.ts';
import {
  type Hold,
  type HoldLook,
  type HoldOrder,
  newHold,
  nextLookIn,
  type OnAir,
  resumedHold,
  stitchPlaylist,
  withoutVanished,
} from '../src/media/hold/stitchPlaylist.ts';

export type HoldEvent =
  | { event: 'on-air'; what: 'source' | 'slate' | 'nothing'; why: HoldLook['ingest'] | 'order' | 'late' }
  | { event: 'slate-made'; shape: string }
  | { event: 'no-slate'; obstacle: SlateObstacle | 'image' | 'failed'; line: string }
  | { event: 'readers-restarted'; missed: boolean }
  | { event: 'core-lost'; message: string }
  | { event: 'core-found' };

interface HoldWriterOptions {
  core: Core;
  channel: string;
  window: number;
  settings: () => { order: HoldOrder; limitSeconds: number | null };
  /** Path of the image on the core's disk; without such a file the slate is plain. */
  image: string;
  /** Publications that read the list. */
  readers: () => readonly string[];
  tell: (event: HoldEvent) => void;
}

const STATES_EVERY_MS = 1000;
const SLATE_EVERY_S = 10;
const LEAST_JUDGED = 4;
const KEPT_S = 60;
const DRAWN_EVERY_S = 0.5;
const LONGEST_DRAWING_S = 30;
const FROZEN_AFTER_S = 3;
const text = new TextDecoder();
const now = () => performance.now() / 1000;

/** Keeps the list of one channel until the signal says no more. Never rejects for what a core answers. */
export async function writeHold(options: HoldWriterOptions, signal: AbortSignal): Promise<void> {
  const { core, channel, window, settings, image, readers, tell } = options;
  const list = holdFile(channel);
  const ingest = {
    state: 'unknown' as HoldLook['ingest'],
    uptime: 0,
    frame: -1,
    roseAt: 0,
    picturesSince: null as number | null,
  };
  let slate: HoldLook['slate'] = [];
  let hold: Hold = newHold();
  let variant: string | null = null;
  let doubt = true;
  let latest: HoldPlaylist | null = null;
  let toldOfSlate = '';
  /** Segments of a slate of before, and since when they are not needed. */
  const replaced = new Map<string, number>();

  const read = async (file: string): Promise<Uint8Array | null> => {
    try {
      const bytes = await core.fileBytes({ storage: 'mem', path: file }, signal);
      return bytes instanceof Uint8Array ? bytes : null;
    } catch (error) {
      if (error instanceof CoreError && error.code === 404) return null;
      throw error;
    }
  };
  const readPlaylist = async (file: string) => {
    const bytes = await read(file);
    return bytes === null ? null : parseHoldPlaylist(text.decode(bytes));
  };

  async function readSource(): Promise<HoldPlaylist | null> {
    const found = await readPlaylist(variant ?? `${channel}.m3u8`);
    if (found !== null && !('variant' in found)) return found;
    // Read at the next look; a variant that names another one is none.
    variant = variant === null ? (found?.variant ?? null) : null;
    return null;
  }

  /** A loop of its own: a real core answers nothing about processes while it ends a frozen ffmpeg. */
  async function watchIngest() {
    while (!signal.aborted) {
      const begun = now();
      try {
        took(await core.processState({ id: ingestId(channel) }, signal));
      } catch (error) {
        const gone = error instanceof CoreError && error.code === 404;
        ingest.state = gone ? 'stopped' : 'unknown';
      }
      await pause(STATES_EVERY_MS / 1000 - (now() - begun));
    }
  }

  function took({ order, exec, runtime_seconds, progress }: ProcessState) {
    const frame = progress?.frame ?? 0;
    if (frame !== ingest.frame && frame > 0) {
      ingest.picturesSince ??= now();
      ingest.roseAt = now();
    } else if (now() - ingest.roseAt > FROZEN_AFTER_S) ingest.picturesSince = null;
    ingest.frame = frame;
    ingest.uptime = exec === 'running' ? (runtime_seconds ?? 0) : 0;
    ingest.state = order === 'stop' ? 'stopped' : exec === 'running' || exec === 'starting' ? 'running' : 'ended';
    if (exec !== 'running') ingest.picturesSince = null;
  }

  const pause = (seconds: number) => sleep(Math.max(20, seconds * 1000), undefined, { signal }).catch(() => undefined);

  /** Segments of the slate, only when the memory really has them all. */
  async function readSlate(): Promise<HoldLook['slate']> {
    const found = await readPlaylist(slatePlaylistFile(channel));
    if (found === null || 'variant' in found) return [];
    const present = await filesInMemory();
    return found.entries.every(({ file }) => present.has(file)) ? found.entries : [];
  }

  const filesInMemory = async () => {
    const files = await core.memFiles({ glob: `/*${channel}*` }, signal);
    return new Set(files.map(({ name }) => name.slice(1)));
  };

  /** Drawing takes seconds, in which the list goes on. */
  async function watchSlate() {
    while (!signal.aborted) {
      await keepSlate(latest).catch(() => undefined);
      await pause(latest === null ? 1 : SLATE_EVERY_S);
    }
  }

  const tellOfSlate = (event: HoldEvent) => {
    const words = JSON.stringify(event);
    if (words !== toldOfSlate) tell(event);
    toldOfSlate = words;
  };

  /** Makes the slate as the source is now, unless it is so already. */
  async function keepSlate(source: HoldPlaylist | null) {
    const newest = source?.entries.at(-1);
    const bytes = newest ? await read(newest.file) : null;
    const found = await readSlate();
    // The first segments of a run are shorter than those that follow.
    if (bytes === null || (found.length > 0 && (source?.entries.length ?? 0) < LEAST_JUDGED)) {
      // The memory was emptied, and there is no source to go by: the process still knows how.
      if (found.length === 0) await drawAgain();
      slate = found.length > 0 ? found : await readSlate();
      return;
    }
    const shape = slateShapeOf(parseSegment(bytes, null), usualLength(source));
    if (typeof shape === 'string') {
      tellOfSlate({ event: 'no-slate', obstacle: shape, line: '' });
      slate = [];
      return;
    }
    const offset = slateOffset(ingest.uptime);
    const [stored] = await core.diskFiles({ glob: `/${image}` }, signal);
    const mark = createHash('sha256')
      .update(JSON.stringify([shape, offset, stored?.last_modified]))
      .digest('hex')
      .slice(0, 8);
    if (found.length > 0 && found.every(({ file }) => file.includes(`_${mark}_`))) {
      slate = found;
      await sweep(mark);
      return;
    }
    const address = stored === undefined ? null : `{diskfs}/${image}`;
    await drawSlate(slateProcess({ channel, image: address, shape, offset, mark }));
    slate = await readSlate();
    tellOfSlate(
      slate.length > 0
        ? { event: 'slate-made', shape: JSON.stringify(shape) }
        : {
            event: 'no-slate',
            obstacle: 'failed',
            line: (await core.processState({ id: slateId(channel) }, signal)).last_logline,
          },
    );
  }

  /** Readers may still have the slate of before in their list. */
  async function sweep(mark: string) {
    const listed = hold.phase === 'on' ? hold.entries.map(({ file }) => file) : [];
    for (const file of await filesInMemory()) {
      if (!isSlateSegment(file) || file.includes(`_${mark}_`) || listed.includes(file)) replaced.delete(file);
      else if (now() - (replaced.get(file) ?? now()) > KEPT_S) await core.memDelete({ path: file }, signal);
      else replaced.set(file, replaced.get(file) ?? now());
    }
  }

  async function drawSlate(process: ProcessConfig) {
    const id = slateId(channel);
    const known = await core.processes({ id, filter: 'state' }, signal);
    if (known.length === 0) await core.processAdd({ body: process }, signal);
    else await core.processUpdate({ id, body: process }, signal);
    await runSlate(id);
  }

  async function drawAgain() {
    const id = slateId(channel);
    if ((await core.processes({ id, filter: 'state' }, signal)).length > 0) await runSlate(id);
  }

  async function runSlate(id: string) {
    await core.processCommand({ id, body: { command: 'start' } }, signal);
    for (let waited = 0; waited < LONGEST_DRAWING_S; waited += DRAWN_EVERY_S) {
      const { exec } = await core.processState({ id }, signal);
      if (signal.aborted || exec === 'finished' || exec === 'failed' || exec === 'killed') return;
      await pause(DRAWN_EVERY_S);
    }
  }

  async function resume() {
    const [before, files] = [await readPlaylist(list), await core.memFiles({ glob: `/${list}` }, signal)];
    const written = files[0]?.last_modified;
    if (before === null || 'variant' in before || written === undefined) return;
    hold = resumedHold(before, Date.now() / 1000 - written, SLATE_FILES, now());
  }

  async function look() {
    const source = await readSource();
    if (doubt) {
      hold = withoutVanished(hold, await filesInMemory());
      slate = await readSlate();
      doubt = false;
      if (hold.phase === 'on') await publish(hold);
    }
    latest = source;
    const { order, limitSeconds } = settings();
    const { onAir, stitched } = step(source, order, limitSeconds);
    if (stitched.list === 'changed' && hold.phase === 'on') await publish(hold);
    if (stitched.list === 'gone') await core.memDelete({ path: list }, signal);
    if (onAir !== null) tell({ event: 'on-air', what: onAir, why: order === 'auto' ? ingest.state : 'order' });
    if (stitched.restartReaders) {
      await restartReaders();
      tell({ event: 'readers-restarted', missed: true });
    }
  }

  function step(playlist: HoldPlaylist | null, order: HoldOrder, limit: number | null) {
    const was = onAirOf(hold);
    const { state, picturesSince } = ingest;
    const stitched = stitchPlaylist(
      hold,
      { at: now(), playlist, ingest: state, picturesSince, order, slate },
      { window, limit },
    );
    ({ hold } = stitched);
    return { stitched, onAir: onAirOf(hold) === was ? null : onAirOf(hold) };
  }

  const publish = (what: HoldPlaylist) => core.memWrite({ path: list, body: formatHoldPlaylist(what) }, signal);

  /** `restart` does nothing for a process that waits for its next try. One that an operator has stopped stays so. */
  async function restartReaders() {
    for (const id of readers()) {
      const { order } = await core.processState({ id }, signal);
      if (order !== 'start') continue;
      await core.processCommand({ id, body: { command: 'stop' } }, signal);
      await core.processCommand({ id, body: { command: 'start' } }, signal);
    }
  }

  const beside = Promise.all([watchIngest(), watchSlate()]);
  let resumed = false;
  let lost = false;
  while (!signal.aborted) {
    try {
      if (!resumed) {
        await resume();
        resumed = true;
      }
      await look();
      if (lost) tell({ event: 'core-found' });
      lost = false;
    } catch (error) {
      if (signal.aborted) break;
      if (!lost) tell({ event: 'core-lost', message: error instanceof Error ? error.message : String(error) });
      lost = true;
      doubt = true;
    }
    await pause(lost ? 0.5 : nextLookIn(hold, now()));
  }
  await beside;
}

/** In the middle of all: an encoder that begins anew, or a loop, makes single ones shorter or longer. */
const usualLength = (list: HoldPlaylist | null) => {
  const lengths = (list?.entries ?? []).map(({ seconds }) => seconds).sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
};

const isSlateSegment = (file: string) => SLATE_FILES.test(file) && file.endsWith('.ts');

const onAirOf = (hold: Hold): OnAir | 'nothing' => (hold.phase === 'on' ? hold.onAir : 'nothing');
