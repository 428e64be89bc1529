import * as z from 'zod/mini';
import {
  ADDITIONS,
  type AdditionName,
  SPELLINGS,
  type SpellingAge,
  type SpellingName,
  type Spellings,
} from './ffmpegOptionsByVersion.ts';

const isSpellingName = (name: string): name is SpellingName => Object.hasOwn(SPELLINGS, name);
export const ffmpegChangeNames = (): SpellingName[] => Object.keys(SPELLINGS).filter(isSpellingName);

const isAdditionName = (name: string): name is AdditionName => Object.hasOwn(ADDITIONS, name);
export const additionNames = (): AdditionName[] => Object.keys(ADDITIONS).filter(isAdditionName);

export const TRIED_KINDS = ['encoder', 'decoder', 'filter', 'source', 'protocol', 'service'] as const;
export type TriedKind = (typeof TRIED_KINDS)[number];

const Setting = z.object({ key: z.string(), value: z.string() });

const RefusedRow = z.object({
  kind: z.enum(TRIED_KINDS),
  /** ffmpeg's name of a filter, else an id of this program. */
  name: z.string(),
  /** Null if it is rejected with default settings. */
  setting: z.nullable(Setting),
  /** Masked. */
  line: z.string(),
});
export type RefusedRow = z.infer<typeof RefusedRow>;

const Spelt = z.enum(['now', 'before']);

const Trial = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  core: z.string(),
  ffmpeg: z.string(),
  /** Tested entries, and all of them. */
  done: z.number(),
  all: z.number(),
  refused: z.array(RefusedRow),
  /** Spellings that differ from those of the version. */
  spellings: z.record(z.string(), Spelt),
  /** Rejected although the version should have them. */
  absent: z.array(z.string()),
});
export type FfmpegTrialResult = Omit<z.infer<typeof Trial>, 'spellings' | 'absent'> & {
  spellings: Spellings;
  absent: readonly AdditionName[];
};
type TriedWith = Pick<FfmpegTrialResult, 'core' | 'ffmpeg'>;

const Stored = z.object({ version: z.literal(1), trial: Trial });

/** Never throws; malformed results and those of other versions are ignored. */
export function parseFfmpegTrial(raw: unknown, now: TriedWith): FfmpegTrialResult | null {
  const trial = Stored.safeParse(raw).data?.trial;
  if (!trial || !isTrialOf(trial, now)) return null;
  const spellings = Object.entries(trial.spellings).flatMap(([name, spelling]): [SpellingName, SpellingAge][] =>
    isSpellingName(name) ? [[name, spelling]] : [],
  );
  return { ...trial, spellings: Object.fromEntries(spellings), absent: trial.absent.filter(isAdditionName) };
}

export const isTrialOf = (trial: TriedWith, now: TriedWith): boolean =>
  trial.core === now.core && trial.ffmpeg === now.ffmpeg;

export const storedFfmpegTrial = (trial: FfmpegTrialResult) => ({ version: 1, trial });

type WithTrialResult = { trial?: FfmpegTrialResult };

export const trialRefusalOf = ({ trial }: WithTrialResult, kind: TriedKind, name: string): string | null =>
  trial?.refused.find((item) => item.kind === kind && item.name === name && item.setting === null)?.line ?? null;
