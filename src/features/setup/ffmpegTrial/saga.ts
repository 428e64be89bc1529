import { call, put, select } from 'typed-redux-saga';
import { CoreError, NOT_AS_EXPECTED } from '../../../api/error.ts';
import { FFMPEG_TRIAL_KEY } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { TrialRow } from '../../../catalog/trial/ffmpegTrialRow.ts';
import { trialTable } from '../../../catalog/trial/index.ts';
import { additionRow, otherSpelling, spellingRow } from '../../../catalog/trial/spellingRows.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { additionNames, ffmpegChangeNames } from '../../../media/encoding/ffmpegChangeNames.ts';
import { type SpellingName, spellingOf } from '../../../media/encoding/ffmpegOptionsByVersion.ts';
import { type FfmpegTrial, storedFfmpegTrial } from '../../../media/encoding/ffmpegTrialResult.ts';
import { isEmpty, type Skills, skillsOf } from '../../../media/encoding/skills.ts';
import { skillsAfterTrial } from '../../../media/encoding/skillsAfterTrial.ts';
import { host } from '../../gate/host/host.ts';
import { networkFor } from '../../gate/session/serverAddressesForChannel.ts';
import { coreInfoOf, skillsLearned, type WithSession } from '../../gate/session/slice.ts';
import { runTest } from '../encoderTest/runStoppableTest.ts';
import { type trialRequested, tried } from '../encoderTest/slice.ts';
import { type RowOutcome, refusedOf, withoutRefused } from './judgeTrialRows.ts';
import { clearLeft, type TriedRows, tryRows } from './tryRows.ts';

/** All of it takes no longer than a minute; the rest is for what is removed and stored in the end. */
const LONGEST_MS = 52_000;

export function* tryFfmpeg({ payload }: ReturnType<typeof trialRequested>) {
  yield* call(runTest, { of: 'ffmpeg' as const, clearLeft, tryAll }, payload.confirmed);
}

function* tryAll() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info) return;
  yield* put(tried({ of: 'ffmpeg', done: 0, all: null }));
  const core = yield* host('core');
  const now = yield* host('now');
  const until = now() + LONGEST_MS;
  const answer = yield* call(core.skills);
  if (isEmpty(answer)) throw new CoreError(NOT_AS_EXPECTED, msg('The core is still looking at ffmpeg …'));
  // As the core tells them: what was refused before may be taken now.
  const told = skillsOf(answer);
  const network = networkFor(info, '');
  const dialect: Dialect = yield* call(findDialect, told, network, until);
  const skills: Skills = { ...told, ffmpeg: { ...told.ffmpeg, ...dialect } };
  const trialOf = (outcomes: readonly RowOutcome[], done: number, all: number): FfmpegTrial => ({
    ...{ at: now(), core: info.about.version.number, ffmpeg: told.ffmpeg.version },
    ...{ done, all, refused: refusedOf(outcomes), ...dialect },
  });
  const context: SourceContext = { skills, ffmpeg: skills.ffmpeg, network };
  const { byDefault, services, chosen } = trialTable(context);
  const all = byDefault.length + services.length + chosen.length;
  const first: TriedRows = yield* call(tryRows, byDefault, until, { done: 0, all });
  // What a service sends is encoded by what is not refused itself.
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

type Dialect = Pick<FfmpegTrial, 'spellings' | 'absent'>;

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
