import { call, cancel, delay, fork, put, type SagaGenerator, take } from 'typed-redux-saga';
import { channelOfIngest, ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { coreServersOf } from '../../../media/bundle/coreServers.ts';
import type { ImportPlan, ImportStep } from '../../../media/bundle/importPlan.ts';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { forgetSettings, removeFiles } from '../../live/channel/channelBelongings.ts';
import { firstChannel } from '../../live/channel/channelSync.ts';
import { channelsOf } from '../../live/channel/discoverChannels.ts';
import { channelsSeen } from '../../live/channel/slice.ts';
import { pagesOutdated } from '../../live/publishPages/saga.ts';
import { updatePlayer } from '../../live/publishPages/updatePlayerPages.ts';
import { restartAbsent, restarted, restartFailed, restartRequested } from '../../shared/restart/slice.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import { dropImportNote, noteImport } from '../../shared/saving/importNote.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { type HeldProcess, readProcess } from '../../shared/saving/readProcess.ts';
import { clearFollowUps, journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { NOT_STORED } from '../../shared/saving/saveProcess.ts';
import { runInBatches } from './runInBatches.ts';
import { type ReplacedFile, writeFile } from './writeFile.ts';
import { deleteProcess, writeProcess } from './writeProcess.ts';

export interface ImportProgress {
  /** Number of completed steps. */
  readonly done: number;
  readonly of: number;
  /** The step in progress; null at the end. */
  readonly step: ImportStep | null;
}

type StepOf<Kind extends ImportStep['kind']> = Extract<ImportStep, { kind: Kind }>;

/** A step that was executed, with what it replaced. */
export type ExecutedStep =
  | ({ readonly kind: 'file'; readonly step: StepOf<'file'> } & ReplacedFile)
  | { readonly kind: 'process'; readonly step: StepOf<'process'>; readonly held: HeldProcess | null }
  | { readonly kind: 'removal'; readonly step: StepOf<'removal'> }
  | { readonly kind: 'metadata'; readonly step: StepOf<'metadata'> }
  | { readonly kind: 'servers'; readonly step: StepOf<'servers'> };

/** Whatever was written, so that it can be taken back. */
export interface ImportResult {
  /** In the order of execution. */
  readonly done: readonly ExecutedStep[];
  /** Null if all steps are done. Steps behind a failure are not executed. `reason` is masked. */
  readonly failure: { readonly step: ImportStep; readonly reason: string } | null;
  /** Channels whose pages for viewers were outdated; '' stands for the website. */
  readonly pages: readonly string[];
}

/**
 * Executes a plan, one write at a time, each of them undone if it fails. An interruption leaves each process as before
 * or as wanted, and a note on the core from which the next session reports it. Never throws; reports by its result.
 *
 * @param isStopped asked before each step; the steps behind it are then not executed, which is no failure
 */
export function* applyPlan(
  plan: ImportPlan,
  progressed: (progress: ImportProgress) => void,
  isStopped: () => boolean = () => false,
): SagaGenerator<ImportResult> {
  const { steps, pages } = plan;
  const done: ExecutedStep[] = [];
  const result = (failure: ImportResult['failure']): ImportResult => ({ done, failure, pages });
  const [first] = steps;
  if (!first) return result(null);
  let current = first;
  let notes: ReadonlyMap<string, string> = new Map();
  const beating = yield* fork(keepNoted, done, steps.length);
  try {
    yield* call(noteImport, { done: 0, of: steps.length });
    notes = yield* call(notePages, pages);
    const run = function* (step: ImportStep, at: number) {
      if (isStopped()) throw new ImportStopped();
      current = step;
      progressed({ done: at, of: steps.length, step });
      done.push(yield* call(execute, step));
    };
    yield* call(runInBatches<ImportStep>, steps, isAlone, run);
    progressed({ done: steps.length, of: steps.length, step: null });
    yield* cancel(beating);
    yield* call(dropImportNote);
    yield* call(showChannels);
    yield* call(publishAll, pages, notes);
    return result(null);
  } catch (error) {
    yield* cancel(beating);
    // Reported by this result; a page that closes instead leaves it.
    yield* call(quietly, dropImportNote);
    yield* call(quietly, showChannels);
    const written = notes;
    yield* call(quietly, () => publishAll(pages, written));
    return result(error instanceof ImportStopped ? null : { step: current, reason: reasonOf(error) });
  }
}

class ImportStopped extends Error {}

/** Takes long, and needs no lock: an upload, and the restart of the core, which ends every lock. */
export const isAlone = ({ kind }: ImportStep): boolean => kind === 'file' || kind === 'servers';

/** Others can tell by it that this import goes on, even during a long upload. */
const BEAT_MS = 10_000;

export function* keepNoted(done: readonly ExecutedStep[], of: number) {
  for (;;) {
    yield* delay(BEAT_MS);
    yield* call(quietly, () => noteImport({ done: done.length, of }));
  }
}

/** Pages of interrupted imports are made by the next session. Returns the keys of the notes by channel. */
function* notePages(pages: readonly string[]) {
  const notes = new Map<string, string>();
  for (const channel of pages) {
    const what = channel === '' ? ('website' as const) : ('pages' as const);
    notes.set(channel, yield* call(journalFollowUp, { channel, what, before: null }));
  }
  return notes;
}

/** Writes the pages of all channels that exist, and then the website once. */
export function* publishAll(pages: readonly string[], notes: ReadonlyMap<string, string>) {
  const made: string[] = [];
  for (const channel of pages) {
    const exists = channel !== '' && (yield* call(readProcess, ingestId(channel))) !== null;
    if (exists && (yield* call(updatePlayer, channel))) made.push(channel);
  }
  yield* call(
    clearFollowUps,
    made.flatMap((channel) => notes.get(channel) ?? []),
  );
  if (pages.length > 0) yield* put(pagesOutdated(notes.get('') ?? null));
}

/** Without waiting for the next comparison of all channels. */
export function* showChannels() {
  const core = yield* host('core');
  const channels = channelsOf(yield* call(core.processes, { filter: 'state,metadata' }));
  yield* put(channelsSeen(channels.length > 0 ? channels : [yield* call(firstChannel)]));
}

function* execute(step: ImportStep): SagaGenerator<ExecutedStep> {
  const { kind } = step;
  switch (kind) {
    case 'servers':
      yield* call(writeServers, step.before, step.wanted);
      return { kind, step };
    case 'file':
      return { kind, step, ...(yield* call(writeFile, step.file, step.before)) };
    case 'metadata':
      yield* call(writeMetadata, step.key, step.before, step.value);
      return { kind, step };
    case 'process':
      return { kind, step, held: yield* call(writeProcess, step.wanted, step.before) };
    case 'removal':
      yield* call(removeProcess, step.before);
      return { kind, step };
  }
}

const NO_RESTART = msg('The core did not come back online within a minute. Try again in a moment.');

type Servers = StepOf<'servers'>['wanted'];

/** Without their addresses, which belong to the machine. */
function settingsOf({ rtmp, srt }: Servers) {
  const { address: _, ...rtmpServer } = rtmp;
  const { address: __, ...srtServer } = srt;
  return { rtmp: rtmpServer, srt: srtServer };
}

export const sameServers = (some: Servers, others: Servers) => sameJson(settingsOf(some), settingsOf(others));

/**
 * The core restarts with the new settings. Throws an Error with the reason if it does not.
 *
 * @param before what the core must store
 */
export function* writeServers(before: Servers, wanted: Servers) {
  const core = yield* host('core');
  yield* exclusively(function* () {
    yield* forgetAnswers();
    const { config } = yield* call(core.config);
    const stored = coreServersOf(config);
    if (!sameServers(stored, before) && !sameServers(stored, wanted)) throw new SaveConflict();
    yield* write('configSet', { body: { version: config.version, ...settingsOf(wanted) } });
  });
  yield* put(restartRequested());
  const end = yield* take([restarted, restartAbsent, restartFailed]);
  if (restartFailed.match(end)) throw new Error(end.payload);
  if (restartAbsent.match(end)) throw new Error(NO_RESTART);
}

/** @param before what the core must store; undefined: nothing. @param value undefined removes the key */
export function* writeMetadata(key: string, before: unknown, value: unknown) {
  const core = yield* host('core');
  const read = function* () {
    const { [key]: stored = undefined } = yield* call(core.metadataAll);
    return stored ?? undefined;
  };
  const stored = yield* call(read);
  if (sameJson(stored, value)) return;
  if (!sameJson(stored, before)) throw new SaveConflict();
  try {
    yield* write('metadataSet', { key, body: value ?? null });
    if (!sameJson(yield* call(read), value)) throw new Error(NOT_STORED);
  } catch (error) {
    yield* call(quietly, function* () {
      if (sameJson(yield* call(read), value)) yield* write('metadataSet', { key, body: before ?? null });
    });
    throw error;
  }
}

function* removeProcess(planned: InstalledProcess) {
  yield* call(deleteProcess, planned);
  yield* call(removeChannelFiles, planned.id);
}

/** Pages and other files of a channel whose ingest is gone. */
function* removeChannelFiles(id: string) {
  const channel = channelOfIngest(id);
  if (channel === null) return;
  yield* call(forgetSettings, channel);
  yield* call(removeFiles, channel);
}
