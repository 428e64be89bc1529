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

/** Includes trials that end soon because they get no answer. */
const AT_ONCE = 6;
/** Processes at a time that encode: a small machine has channels that go on. */
const ENCODING_AT_ONCE = 3;
/** A missing process is not waited for. */
const REACHING_MS = 4_000;
const isReaching = (rows: readonly TrialRow[]) => rows.every(({ runs }) => runs === 'reaching');
/** All of it takes no longer than a minute; the rest is for what is removed and stored in the end. */
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

/** Hands ffmpeg all that this interface can write, and stores what it refuses. */
function* tryFfmpeg() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info) return;
  yield* put(trialProgressed({ of: 'ffmpeg', done: 0, all: null }));
  const core = yield* host('core');
  const now = yield* host('now');
  const until = performance.now() + LONGEST_MS;
  const answer = yield* call(core.skills);
  if (isEmpty(answer)) throw new CoreError(NOT_AS_EXPECTED, msg('The core is still looking at ffmpeg …'));
  // The skills as reported by the core, without earlier refusals.
  const told = skillsOf(answer);
  const network = networkFor(info, '');
  const dialect: Dialect = yield* call(findDialect, told, network, until);
  const skills: Skills = { ...told, ffmpeg: { ...told.ffmpeg, ...dialect } };
  const trialOf = (outcomes: readonly RowOutcome[], done: number, all: number): FfmpegTrialResult => ({
    ...{ at: now(), core: info.about.version.number, ffmpeg: told.ffmpeg.version },
    ...{ done, all, refused: refusedOf(outcomes), ...dialect },
  });
  const context: SourceContext = { skills, ffmpeg: skills.ffmpeg, network };
  const { byDefault, services, chosen } = trialTable(context);
  const all = byDefault.length + services.length + chosen.length;
  const first: TriedRows = yield* call(tryRows, byDefault, until, { done: 0, all });
  // Services are tried with encoders that are not refused themselves.
  const taken = skillsAfterTrial(skills, trialOf(first.outcomes, 0, all));
  const sending = trialTable({ ...context, skills: taken });
  const second: TriedRows = yield* call(tryRows, sending.services, until, { done: byDefault.length, all });
  const known = [...first.outcomes, ...second.outcomes];
  const open = withoutRefused([sending.chosen], known).flat();
  const third: TriedRows = yield* call(tryRows, open, until, { done: all - open.length, all });
  const untried = first.untried + second.untried + third.untried;
  const trial = trialOf([...known, ...third.outcomes], all - untried, all);
  yield* call(core.metadataSet, { key: FFMPEG_TRIAL_KEY, body: storedFfmpegTrial(trial) });
  yield* put(skillsLearned(skillsAfterTrial(told, trial)));
}

type Dialect = Pick<FfmpegTrialResult, 'spellings' | 'absent'>;

/**
 * Where the spelling that the version asks for is refused, and the other is not: the other. And what it should have, and
 * refuses.
 */
function* findDialect(told: Skills, network: Network, until: number) {
  const given = { skills: told, network };
  const names = ffmpegChangeNames();
  const rowFor = (name: SpellingName, other: boolean) => {
    const byVersion = spellingOf(name, told.ffmpeg);
    return spellingRow(name, other ? otherSpelling(byVersion) : byVersion, given) ?? [];
  };
  const additions = additionNames();
  const first: RowOutcome[] = yield* call(tryUncounted, [
    ...names.flatMap((name) => rowFor(name, false)),
    ...additions.flatMap((name) => additionRow(name, given) ?? []),
  ]);
  const refused = names.filter((name) => isRefused(name, first));
  const second: RowOutcome[] = yield* call(
    tryUncounted,
    refused.flatMap((name) => rowFor(name, true)),
  );
  const other = refused.filter((name) => !isRefused(name, second));
  const found: Dialect = {
    spellings: Object.fromEntries(other.map((name) => [name, otherSpelling(spellingOf(name, told.ffmpeg))] as const)),
    absent: additions.filter((name) => isRefused(name, first)),
  };
  return found;

  function* tryUncounted(rows: readonly TrialRow[]) {
    const { outcomes }: TriedRows = yield* call(tryRows, rows, until, { done: 0, all: null });
    return outcomes;
  }
}

const isRefused = (name: string, outcomes: readonly RowOutcome[]) =>
  outcomes.some(({ verdict, row }) => verdict === 'refused' && row.names.includes(name));

/** The results of some rows, and the number of rows left when time ran out. */
interface TriedRows {
  outcomes: RowOutcome[];
  untried: number;
}

/**
 * @param until milliseconds of `performance.now()`
 * @param before what was tried before; `all` null: it is not known yet how much there is
 */
function* tryRows(rows: readonly TrialRow[], until: number, before: { done: number; all: number | null }) {
  const outcomes: RowOutcome[] = [];
  const count = (batches: readonly TrialRow[][]) => batches.reduce((sum, { length }) => sum + length, 0);
  const open = yield* call(() =>
    runTrialJobs(processes, {
      jobs: batchesOf(rows),
      argumentsOf: trialArguments,
      fits: (batch, running) =>
        isReaching(batch) || running.filter((other) => !isReaching(other)).length < ENCODING_AT_ONCE,
      longestMs: (batch) => (isReaching(batch) ? REACHING_MS : processes.longestMs),
      until,
      progress: (batches) => ({ of: 'ffmpeg', done: before.done + rows.length - count(batches), all: before.all }),
      settle: ({ job, process }, waiting) => {
        const judged = judge(job, process);
        outcomes.push(...judged.outcomes);
        return withoutRefused([...judged.again, ...waiting], outcomes);
      },
    }),
  );
  const tried: TriedRows = { outcomes, untried: count(open) };
  return tried;
}

/** `unclear`: it failed of something that says nothing about its arguments. */
type RowVerdict = { verdict: 'taken' | 'unclear' } | { verdict: 'refused'; line: string };
type RowOutcome = RowVerdict & { row: TrialRow };
/** The results of a process, and the rows to retry in smaller parts. */
interface TrialJudgement {
  outcomes: RowOutcome[];
  again: TrialRow[][];
}

const all = (rows: readonly TrialRow[], verdict: RowVerdict): TrialJudgement => ({
  outcomes: rows.map((row) => ({ row, ...verdict })),
  again: [],
});

/** The results of the rows of a process. null: it did not run, or is lost. */
function judge(rows: readonly TrialRow[], process: Process | null): TrialJudgement {
  if (process?.state?.exec === 'finished') return all(rows, { verdict: 'taken' });
  if (rows.length > 1) return { outcomes: [], again: halvesOf(rows) };
  const [row] = rows;
  if (!row || !process) return all(rows, { verdict: 'unclear' });
  // It waits for what is not there, with all its arguments.
  if (isAtWork(process)) return all(rows, { verdict: row.runs === 'reaching' ? 'taken' : 'unclear' });
  const { lines, seconds } = process.report ? runLinesOf(process.report) : { lines: [], seconds: null };
  const said = lines.length > 0 ? lines : [process.state?.last_logline ?? ''];
  const line = refusalIn({ lines: said, seconds, exec: 'failed' }, row);
  return all(rows, line === null ? { verdict: 'unclear' } : { verdict: 'refused', line });
}

/**
 * The offers to withhold: a whole one where its default is refused, or each of its tried settings; else only the
 * refused settings.
 */
function refusedOf(outcomes: readonly RowOutcome[]): RefusedRow[] {
  const things = new Map<string, { kind: RefusedRow['kind']; name: string; outcomes: RowOutcome[] }>();
  for (const outcome of outcomes)
    for (const name of outcome.row.names) {
      const { kind } = outcome.row;
      const key = `${kind} ${name}`;
      const known = things.get(key);
      if (known) known.outcomes.push(outcome);
      else things.set(key, { kind, name, outcomes: [outcome] });
    }
  return [...things.values()].flatMap(({ kind, name, outcomes: its }): RefusedRow[] => {
    const refused = its.flatMap((one) =>
      one.verdict === 'refused' ? [{ kind, name, setting: one.row.setting, line: one.line }] : [],
    );
    const whole =
      refused.find(({ setting }) => setting === null) ?? (refused.length === its.length ? refused[0] : null);
    return whole ? [{ ...whole, setting: null }] : refused;
  });
}

/** Nothing is left to try of options that are refused by default. */
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
