import { call, put, select } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError, NOT_AS_EXPECTED } from '../../../api/error.ts';
import { FFMPEG_TRIAL_KEY, ffmpegTrialId } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { additionRow, otherSpelling, spellingRow } from '../../../catalog/trial/optionSpellingRows.ts';
import { type TrialRow, trialArguments } from '../../../catalog/trial/trialRow.ts';
import { batchesOf, halvesOf, trialTable } from '../../../catalog/trial/trialTable.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { refusalIn } from '../../../media/diagnosis/argumentRefusal.ts';
import { runLinesOf } from '../../../media/diagnosis/diagnoseFailure.ts';
import { type SpellingName, spellingOf } from '../../../media/encoding/ffmpegOptionsByVersion.ts';
import {
  additionNames,
  type FfmpegTrialResult,
  ffmpegChangeNames,
  type RefusedRow,
  storedFfmpegTrial,
} from '../../../media/encoding/ffmpegTrialResult.ts';
import { isEmpty, type Skills, skillsOf } from '../../../media/encoding/skills.ts';
import { skillsAfterTrial } from '../../../media/encoding/skillsAfterTrial.ts';
import { host } from '../../gate/host/host.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, skillsLearned, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { isAtWork, runTrial, runTrialJobs, type TrialProcesses } from './runTrialJobs.ts';
import { trialProgressed } from './slice.ts';

/** Includes trials of network options, which mostly wait for a peer. */
const AT_ONCE = 6;
/** Leaves capacity for running channels on a small machine. */
const ENCODING_AT_ONCE = 3;
/** Network options have no peer to connect to, so their trial is cut short. */
const REACHING_MS = 4_000;
const isReaching = (rows: readonly TrialRow[]) => rows.every(({ runs }) => runs === 'reaching');
/** Leaves time for cleanup and storing within a minute in total. */
const LONGEST_MS = 52_000;

const processes: TrialProcesses = {
  ids: Array.from({ length: AT_ONCE }, (_, place) => ffmpegTrialId(place)),
  everyMs: PACE.ffmpegTrial.everyMs,
  longestMs: 15_000,
  busy: msg('This ffmpeg is being tried in another browser right now. Try again in a minute.'),
};

export function* runFfmpegTrial(confirmed: boolean) {
  yield* call(runTrial, { of: 'ffmpeg', processes, tryAll: tryFfmpeg } as const, confirmed);
}

/** Runs ffmpeg with every option that this interface can write, and stores the rejected ones. */
function* tryFfmpeg() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info) return;
  yield* put(trialProgressed({ of: 'ffmpeg', done: 0, all: null }));
  const core = yield* host('core');
  const now = yield* host('now');
  const deadline = performance.now() + LONGEST_MS;
  const answer = yield* call(core.skills);
  if (isEmpty(answer)) throw new CoreError(NOT_AS_EXPECTED, msg('The core is still looking at ffmpeg …'));
  const reported = skillsOf(answer);
  const network = networkFor(info, '');
  const dialect: Dialect = yield* call(findDialect, reported, network, deadline);
  const skills: Skills = { ...reported, ffmpeg: { ...reported.ffmpeg, ...dialect } };
  const trialOf = (outcomes: readonly RowOutcome[], done: number, all: number): FfmpegTrialResult => ({
    ...{ at: now(), core: info.about.version.number, ffmpeg: reported.ffmpeg.version },
    ...{ done, all, refused: refusedOf(outcomes), ...dialect },
  });
  const context: SourceContext = { skills, ffmpeg: skills.ffmpeg, network };
  const { byDefault, services, chosen } = trialTable(context);
  const all = byDefault.length + services.length + chosen.length;
  const first: TriedRows = yield* call(tryRows, byDefault, deadline, { done: 0, all });
  // Services are tried only with encoders that were accepted.
  const tested = skillsAfterTrial(skills, trialOf(first.outcomes, 0, all));
  const sending = trialTable({ ...context, skills: tested });
  const second: TriedRows = yield* call(tryRows, sending.services, deadline, { done: byDefault.length, all });
  const outcomes = [...first.outcomes, ...second.outcomes];
  const open = withoutRefused([sending.chosen], outcomes).flat();
  const third: TriedRows = yield* call(tryRows, open, deadline, { done: all - open.length, all });
  const untried = first.untried + second.untried + third.untried;
  const trial = trialOf([...outcomes, ...third.outcomes], all - untried, all);
  yield* call(core.metadataSet, { key: FFMPEG_TRIAL_KEY, body: storedFfmpegTrial(trial) });
  yield* put(skillsLearned(skillsAfterTrial(reported, trial)));
}

type Dialect = Pick<FfmpegTrialResult, 'spellings' | 'absent'>;

/** Finds options whose other spelling is the accepted one, contrary to the version, and missing additions. */
function* findDialect(skills: Skills, network: Network, deadline: number) {
  const context = { skills: skills, network };
  const names = ffmpegChangeNames();
  const rowFor = (name: SpellingName, other: boolean) => {
    const byVersion = spellingOf(name, skills.ffmpeg);
    return spellingRow(name, other ? otherSpelling(byVersion) : byVersion, context) ?? [];
  };
  const additions = additionNames();
  const first: RowOutcome[] = yield* call(tryUncounted, [
    ...names.flatMap((name) => rowFor(name, false)),
    ...additions.flatMap((name) => additionRow(name, context) ?? []),
  ]);
  const refusedNames = names.filter((name) => isRefused(name, first));
  const second: RowOutcome[] = yield* call(
    tryUncounted,
    refusedNames.flatMap((name) => rowFor(name, true)),
  );
  const other = refusedNames.filter((name) => !isRefused(name, second));
  const found: Dialect = {
    spellings: Object.fromEntries(other.map((name) => [name, otherSpelling(spellingOf(name, skills.ffmpeg))] as const)),
    absent: additions.filter((name) => isRefused(name, first)),
  };
  return found;

  function* tryUncounted(rows: readonly TrialRow[]) {
    const { outcomes }: TriedRows = yield* call(tryRows, rows, deadline, { done: 0, all: null });
    return outcomes;
  }
}

const isRefused = (name: string, outcomes: readonly RowOutcome[]) =>
  outcomes.some(({ verdict, row }) => verdict === 'refused' && row.names.includes(name));

interface TriedRows {
  outcomes: RowOutcome[];
  untried: number;
}

/**
 * @param deadline deadline in milliseconds of `performance.now()`
 * @param before progress so far; `all` is null until the number is known
 */
function* tryRows(rows: readonly TrialRow[], deadline: number, before: { done: number; all: number | null }) {
  const outcomes: RowOutcome[] = [];
  const count = (batches: readonly TrialRow[][]) => batches.reduce((sum, { length }) => sum + length, 0);
  const open = yield* call(() =>
    runTrialJobs(processes, {
      jobs: batchesOf(rows),
      argumentsOf: trialArguments,
      fits: (batch, running) =>
        isReaching(batch) || running.filter((other) => !isReaching(other)).length < ENCODING_AT_ONCE,
      longestMs: (batch) => (isReaching(batch) ? REACHING_MS : processes.longestMs),
      until: deadline,
      progress: (batches) => ({ of: 'ffmpeg', done: before.done + rows.length - count(batches), all: before.all }),
      settle: ({ job, process }, waiting) => {
        const judged = judge(job, process);
        outcomes.push(...judged.outcomes);
        return withoutRefused([...judged.again, ...waiting], outcomes);
      },
    }),
  );
  const result: TriedRows = { outcomes, untried: count(open) };
  return result;
}

/** `unclear`: it failed for a reason unrelated to its arguments. */
type RowVerdict = { verdict: 'taken' | 'unclear' } | { verdict: 'refused'; line: string };
type RowOutcome = RowVerdict & { row: TrialRow };
interface TrialJudgement {
  outcomes: RowOutcome[];
  again: TrialRow[][];
}

const all = (rows: readonly TrialRow[], verdict: RowVerdict): TrialJudgement => ({
  outcomes: rows.map((row) => ({ row, ...verdict })),
  again: [],
});

/** Judges the rows of a process; null: not started, or lost. */
function judge(rows: readonly TrialRow[], process: Process | null): TrialJudgement {
  if (process?.state?.exec === 'finished') return all(rows, { verdict: 'taken' });
  if (rows.length > 1) return { outcomes: [], again: halvesOf(rows) };
  const [row] = rows;
  if (!row || !process) return all(rows, { verdict: 'unclear' });
  // ffmpeg has accepted all arguments and waits for a peer.
  if (isAtWork(process)) return all(rows, { verdict: row.runs === 'reaching' ? 'taken' : 'unclear' });
  const { lines, seconds } = process.report ? runLinesOf(process.report) : { lines: [], seconds: null };
  const output = lines.length > 0 ? lines : [process.state?.last_logline ?? ''];
  const line = refusalIn({ lines: output, seconds, exec: 'failed' }, row);
  return all(rows, line === null ? { verdict: 'unclear' } : { verdict: 'refused', line });
}

/** Withholds an option whose default, or every tried setting, is rejected; otherwise only the rejected settings. */
function refusedOf(outcomes: readonly RowOutcome[]): RefusedRow[] {
  const groups = new Map<string, { kind: RefusedRow['kind']; name: string; outcomes: RowOutcome[] }>();
  for (const outcome of outcomes)
    for (const name of outcome.row.names) {
      const { kind } = outcome.row;
      const key = `${kind} ${name}`;
      const existing = groups.get(key);
      if (existing) existing.outcomes.push(outcome);
      else groups.set(key, { kind, name, outcomes: [outcome] });
    }
  return [...groups.values()].flatMap(({ kind, name, outcomes: rows }): RefusedRow[] => {
    const refused = rows.flatMap((outcome) =>
      outcome.verdict === 'refused' ? [{ kind, name, setting: outcome.row.setting, line: outcome.line }] : [],
    );
    const general =
      refused.find(({ setting }) => setting === null) ?? (refused.length === rows.length ? refused[0] : null);
    return general ? [{ ...general, setting: null }] : refused;
  });
}

const withoutRefused = (batches: readonly TrialRow[][], outcomes: readonly RowOutcome[]): TrialRow[][] => {
  const refused = new Set(
    outcomes.flatMap(({ verdict, row }) => (verdict === 'refused' && row.setting === null ? keysOf(row) : [])),
  );
  if (refused.size === 0) return [...batches];
  return batches
    .map((batch) => batch.filter((row) => !keysOf(row).every((key) => refused.has(key))))
    .filter(({ length }) => length > 0);
};

const keysOf = ({ kind, names }: TrialRow) => names.map((name) => `${kind} ${name}`);
