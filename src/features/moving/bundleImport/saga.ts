import { buffers, type Channel, channel } from 'redux-saga';
import { call, put, race, type SagaGenerator, take, takeLeading } from 'typed-redux-saga';
import { catalogLabels } from '../../../catalog/catalogLabels.ts';
import { msg } from '../../../i18n/msg.ts';
import { BUNDLE_LIMITS, type Bundle, bundleFaultText } from '../../../media/bundle/bundle.ts';
import {
  type CoreFacts,
  DEFAULT_CHOICES,
  type ImportChoices,
  type ImportPlan,
} from '../../../media/bundle/importPlan.ts';
import { planImport } from '../../../media/bundle/planImport.ts';
import { type BundleReading, readBundle } from '../../../media/bundle/readBundle.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { mask } from '../../gate/mask.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { applyPlan, type ImportProgress, type ImportResult } from '../../setup/bundle/applyPlan.ts';
import { readCoreFacts } from '../../setup/bundle/readCoreFacts.ts';
import { readInstallation } from '../../setup/bundle/readInstallation.ts';
import { undoImport } from '../../setup/bundle/undoImport.ts';
import { channelsOfBundle, type ImportPreview, previewOf, subjectOfStep } from './importPreview.ts';
import {
  importCancelled,
  importChosen,
  importClosed,
  importConfirmed,
  importEnded,
  importFilePicked,
  importLocked,
  importPlanned,
  importProgressed,
  importRefused,
  passphraseEntered,
  passphraseSkipped,
  takeBackRefused,
  takeBackRequested,
  takenBack,
} from './slice.ts';

type Readable = Extract<BundleReading, { status: 'readable' }>;

export function* bundleImportSaga() {
  yield* takeLeading(importFilePicked, untilLoggedOut(catchSagaErrors(importFile)));
}

function* importFile({ payload: file }: ReturnType<typeof importFilePicked>) {
  const { planned } = yield* race({ planned: call(untilConfirmed, file), left: take(importClosed) });
  if (!planned) return;
  const result = yield* call(run, planned);
  yield* race({ end: call(untilTakenBack, result), left: take(importClosed) });
}

/** Returns null if the file is refused. Nothing is written. */
function* untilConfirmed(file: File): SagaGenerator<ImportPlan | null> {
  try {
    const found = yield* call(readFile, file);
    return found && (yield* call(choose, file.name, found));
  } catch (error) {
    yield* put(importRefused({ text: msg('The file could not be read: {{0}}'), values: [reasonOf(error)] }));
    return null;
  }
}

function* readFile(file: File): SagaGenerator<Readable | null> {
  if (file.size > BUNDLE_LIMITS.file) {
    yield* put(importRefused(bundleFaultText({ kind: 'large', of: 'file', limit: BUNDLE_LIMITS.file })));
    return null;
  }
  const bytes = new Uint8Array(yield* call([file, file.arrayBuffer]));
  const reading = yield* call(readBundle, bytes);
  if (reading.status === 'readable' && reading.bundle.secrets.status === 'locked')
    return yield* call(unlock, bytes, reading);
  return yield* call(accept, reading);
}

function* accept(reading: BundleReading): SagaGenerator<Readable | null> {
  if (reading.status === 'readable') return reading;
  yield* put(importRefused(bundleFaultText(reading.fault)));
  return null;
}

function* unlock(bytes: Uint8Array, locked: Readable): SagaGenerator<Readable | null> {
  for (let isWrong = false; ; isWrong = true) {
    yield* put(importLocked(isWrong));
    const { entered } = yield* race({ entered: take(passphraseEntered), skipped: take(passphraseSkipped) });
    if (!entered) return locked;
    const reading = yield* call(readBundle, bytes, entered.payload);
    const isRefused = reading.status === 'refused' && reading.fault.kind === 'passphrase';
    if (!isRefused) return yield* call(accept, reading);
  }
}

/** Shows what would happen, again after each choice, until it is confirmed and still true. */
function* choose(name: string, { bundle, origin }: Readable): SagaGenerator<ImportPlan> {
  const draws = repeatDraws();
  const file = {
    ...{ name, origin, channels: channelsOfBundle(bundle), secrets: bundle.secrets.status },
    hasServers: bundle.servers !== null,
  };
  let choices = DEFAULT_CHOICES;
  let shown: ImportPreview | null = null;
  let isConfirmed = false;
  for (;;) {
    const facts = draws(yield* call(readCoreFacts));
    const plan = yield* call(planHere, bundle, facts, choices);
    const preview = previewOf(plan, file.channels, catalogLabels);
    if (isConfirmed && sameJson(preview, shown)) return plan;
    yield* put(importPlanned({ file, choices, preview, isRenewed: isConfirmed }));
    shown = preview;
    const { chosen } = yield* race({ chosen: take(importChosen), confirmed: take(importConfirmed) });
    isConfirmed = !chosen;
    if (chosen) choices = { ...choices, ...chosen.payload };
  }
}

function* planHere(bundle: Bundle, facts: CoreFacts, choices: ImportChoices): SagaGenerator<ImportPlan> {
  return planImport(bundle, yield* call(readInstallation, bundle.files), facts, choices);
}

function* run(plan: ImportPlan): SagaGenerator<ImportResult> {
  const progress = channel<ImportProgress>(buffers.sliding(1));
  let isStopped = false;
  const stop = function* () {
    yield* take(importCancelled);
    isStopped = true;
    yield* call(showProgress, progress);
  };
  yield* put(importProgressed({ done: 0, of: plan.steps.length }));
  const { result = NOTHING } = yield* race({
    result: call(applyPlan, plan, progress.put, () => isStopped),
    shown: call(showProgress, progress),
    stopped: call(stop),
  });
  progress.close();
  const { failure, done } = result;
  yield* put(
    importEnded({
      ...{ done: done.length, of: plan.steps.length },
      cancelled: isStopped && failure === null && done.length < plan.steps.length,
      failure: failure && { subject: subjectOfStep(failure.step, catalogLabels), reason: mask(failure.reason) },
    }),
  );
  return result;
}

const NOTHING: ImportResult = { done: [], failure: null, pages: [] };

/** Until it is cancelled. */
function* showProgress(progress: Channel<ImportProgress>) {
  for (;;) {
    const { done, of } = yield* take(progress);
    yield* put(importProgressed({ done, of }));
  }
}

/** As long as this page is open. */
function* untilTakenBack(result: ImportResult) {
  for (let left = result.done; ; ) {
    yield* take(takeBackRequested);
    const undone = yield* call(undoImport, { ...result, done: left });
    if (undone.status === 'undone') {
      yield* put(takenBack());
      yield* put(noticed('success', msg('The import was taken back. Everything is as it was before.')));
      return;
    }
    if (undone.status === 'failed') left = undone.left;
    const isPartial = left.length < result.done.length;
    yield* put(
      takeBackRefused(
        undone.status === 'failed'
          ? { kind: 'failed', reason: mask(undone.reason), isPartial }
          : { kind: 'changed', isPartial },
      ),
    );
  }
}

/** Gives each plan of one file the same new ids and stream keys, so that a preview can be compared with the next one. */
function repeatDraws(): (facts: CoreFacts) => CoreFacts {
  const ids: string[] = [];
  const bytes: Uint8Array[] = [];
  return (facts) => {
    let [id, at] = [0, 0];
    return {
      ...facts,
      newId: () => {
        const drawn = ids[id] ?? facts.newId();
        ids[id] = drawn;
        id += 1;
        return drawn;
      },
      random: (length) => {
        const known = bytes[at];
        const drawn = known?.length === length ? known : facts.random(length);
        bytes[at] = drawn;
        at += 1;
        return drawn;
      },
    };
  };
}
