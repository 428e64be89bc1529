import { call, cancel, fork, type SagaGenerator } from 'typed-redux-saga';
import { channelOfIngest } from '../../../api/processIds.ts';
import { BUNDLE_GLOB, bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { sha256Of } from '../../../media/bundle/canonicalText.ts';
import { coreServersOf } from '../../../media/bundle/coreServers.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { removeFiles } from '../../live/channel/channelBelongings.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import { dropImportNote, noteImport } from '../../shared/saving/importNote.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import {
  type ExecutedStep,
  type ImportResult,
  isAlone,
  keepNoted,
  publishAll,
  sameServers,
  showChannels,
  writeMetadata,
  writeServers,
} from './applyPlan.ts';
import { installedProcess, readFile } from './readInstallation.ts';
import { runInBatches } from './runInBatches.ts';
import { unwriteFile } from './writeFile.ts';
import { isAsPlanned, isHalfUnwritten, unwriteProcess, writeProcess } from './writeProcess.ts';

export type UndoneImport =
  | { readonly status: 'undone' }
  /** Ids, keys and paths of what was changed since, so that nothing was taken back. */
  | { readonly status: 'changed-since'; readonly ids: readonly string[] }
  /** `left`: what is still done, to be taken back by another call. */
  | { readonly status: 'failed'; readonly reason: string; readonly left: readonly ExecutedStep[] };

/**
 * Takes back all steps, or none if anything that they wrote was changed since. An interruption leaves a note on the
 * core, as that of an import does. Never throws.
 */
export function* undoImport({ done, pages }: ImportResult): SagaGenerator<UndoneImport> {
  const left = [...done];
  const beating = yield* fork(keepNoted, left, done.length);
  try {
    const ids = yield* call(changedSince, done);
    if (ids.length > 0) return { status: 'changed-since', ids };
    yield* call(noteImport, { done: left.length, of: done.length });
    const isAloneStep = ({ step }: ExecutedStep) => isAlone(step);
    const run = function* (executed: ExecutedStep) {
      yield* call(unexecute, executed);
      left.pop();
    };
    yield* call(runInBatches<ExecutedStep>, done.toReversed(), isAloneStep, run);
    yield* cancel(beating);
    yield* call(dropImportNote);
    yield* call(showChannels);
    yield* call(publishAll, pages, new Map());
    return { status: 'undone' };
  } catch (error) {
    yield* cancel(beating);
    yield* call(quietly, dropImportNote);
    yield* call(quietly, showChannels);
    yield* call(quietly, () => publishAll(pages, new Map()));
    return { status: 'failed', reason: reasonOf(error), left };
  } finally {
    yield* cancel(beating);
  }
}

/** The last step may be taken back in part. */
function* changedSince(done: readonly ExecutedStep[]) {
  const core = yield* host('core');
  yield* forgetAnswers();
  const processes = new Map(
    (yield* call(core.processes, { filter: 'config,metadata,state' })).map((process) => [process.id, process]),
  );
  const metadata = yield* call(core.metadataAll);
  const servers = coreServersOf((yield* call(core.config)).config);
  const sizes = new Map(
    (yield* call(core.diskFiles, { glob: BUNDLE_GLOB })).map(({ name, size_bytes }) => [name, size_bytes]),
  );
  const heldOf = (id: string) => {
    const found = processes.get(id);
    return found ? installedProcess(found) : null;
  };
  /** The place of what was changed; null if it is as written. */
  const changedBy = function* (executed: ExecutedStep): SagaGenerator<string | null> {
    const isLast = executed === done.at(-1);
    switch (executed.kind) {
      case 'process': {
        const { wanted } = executed.step;
        const found = heldOf(wanted.id);
        const isKept = isAsPlanned(found, wanted) || (isLast && isHalfUnwritten(found, wanted, executed.held));
        return isKept ? null : wanted.id;
      }
      case 'removal': {
        const { id, before } = executed.step;
        const found = heldOf(id);
        return found === null || (isLast && isAsPlanned(found, before)) ? null : id;
      }
      case 'metadata': {
        const { key, value, before } = executed.step;
        const found = metadata[key] ?? undefined;
        return sameJson(found, value) || (isLast && sameJson(found, before)) ? null : key;
      }
      case 'file': {
        const { path } = executed.step.file;
        const before = isLast ? executed.before : null;
        const size = sizes.get(path);
        if (size === undefined) return isLast && executed.before === null ? null : path;
        if (size !== executed.size && size !== before?.length) return path;
        const sha256 = sha256Of(yield* call(readFile, core, path));
        return sha256 === executed.sha256 || (before && sha256 === sha256Of(before)) ? null : path;
      }
      case 'servers': {
        const { wanted, before } = executed.step;
        return sameServers(servers, wanted) || (isLast && sameServers(servers, before)) ? null : 'servers';
      }
    }
  };
  const ids: string[] = [];
  for (const executed of done) {
    const id = yield* call(changedBy, executed);
    if (id !== null) ids.push(id);
  }
  return ids;
}

function* unexecute(executed: ExecutedStep) {
  switch (executed.kind) {
    case 'process': {
      const { wanted, before } = executed.step;
      yield* call(unwriteProcess, wanted, executed.held, before);
      const channel = channelOfIngest(wanted.id);
      // Uploads and settings are steps of their own, or were there before the channel.
      if (executed.held === null && channel !== null)
        yield* call(removeFiles, channel, (path: string) => bundlePathOf(path) === null);
      // A comparison of all channels would report it as deleted elsewhere.
      if (executed.held === null && channel !== null) yield* call(showChannels);
      return;
    }
    case 'removal':
      yield* call(writeProcess, executed.step.before, null);
      return;
    case 'metadata':
      yield* call(writeMetadata, executed.step.key, executed.step.value, executed.step.before);
      return;
    case 'file':
      yield* call(unwriteFile, executed.step.file.path, executed.before);
      return;
    case 'servers':
      yield* call(writeServers, executed.step.wanted, executed.step.before);
  }
}
