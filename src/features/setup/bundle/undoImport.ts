import { call, type SagaGenerator } from 'typed-redux-saga';
import { channelOfIngest } from '../../../api/processIds.ts';
import { BUNDLE_GLOB, bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { removeFiles } from '../../live/channel/channelBelongings.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import {
  type ExecutedStep,
  type ImportResult,
  isAlone,
  publishAll,
  showChannels,
  writeMetadata,
  writeServers,
} from './applyPlan.ts';
import { installedProcess } from './readInstallation.ts';
import { runInBatches } from './runInBatches.ts';
import { unwriteFile } from './writeFile.ts';
import { isAsPlanned, unwriteProcess, writeProcess } from './writeProcess.ts';

export type UndoneImport =
  | { readonly status: 'undone' }
  /** Ids, keys and paths of what was changed since, so that nothing was taken back. */
  | { readonly status: 'changed-since'; readonly ids: readonly string[] }
  | { readonly status: 'failed'; readonly reason: string };

/** Takes back all steps, or none if anything that they wrote was changed since. Never throws. */
export function* undoImport({ done, pages }: ImportResult): SagaGenerator<UndoneImport> {
  try {
    const ids = yield* call(changedSince, done);
    if (ids.length > 0) return { status: 'changed-since', ids };
    const isAloneStep = ({ step }: ExecutedStep) => isAlone(step);
    yield* call(runInBatches<ExecutedStep>, done.toReversed(), isAloneStep, unexecute);
    yield* call(showChannels);
    yield* call(publishAll, pages, new Map());
    return { status: 'undone' };
  } catch (error) {
    return { status: 'failed', reason: reasonOf(error) };
  }
}

function* changedSince(done: readonly ExecutedStep[]) {
  const core = yield* host('core');
  yield* forgetAnswers();
  const processes = new Map(
    (yield* call(core.processes, { filter: 'config,metadata,state' })).map((process) => [process.id, process]),
  );
  const metadata = yield* call(core.metadataAll);
  const sizes = new Map(
    (yield* call(core.diskFiles, { glob: BUNDLE_GLOB })).map(({ name, size_bytes }) => [name, size_bytes]),
  );
  /** The place of what was changed; null if it is as written. */
  const changedBy = (executed: ExecutedStep): string | null => {
    switch (executed.kind) {
      case 'process': {
        const { wanted } = executed.step;
        const found = processes.get(wanted.id);
        return found && isAsPlanned(installedProcess(found), wanted) ? null : wanted.id;
      }
      case 'removal':
        return processes.has(executed.step.id) ? executed.step.id : null;
      case 'metadata':
        return sameJson(metadata[executed.step.key], executed.step.value) ? null : executed.step.key;
      case 'file':
        return sizes.get(executed.step.file.path) === executed.size ? null : executed.step.file.path;
      case 'servers':
        return null;
    }
  };
  return done.flatMap((executed) => changedBy(executed) ?? []);
}

function* unexecute(executed: ExecutedStep) {
  switch (executed.kind) {
    case 'process': {
      const { wanted, before } = executed.step;
      yield* call(unwriteProcess, wanted, executed.held, before);
      const channel = channelOfIngest(wanted.id);
      // Uploads and settings are steps of their own, or were there before the channel.
      if (executed.held === null && channel !== null)
        yield* call(removeFiles, channel, (path) => bundlePathOf(path) === null);
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
      yield* call(writeServers, executed.step.before);
  }
}
