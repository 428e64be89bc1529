import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readFfmpegVersion } from '../../../../server/ffmpeg/ffmpegVersion.ts';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { testTempDir } from '../testTempDir.ts';
import { differencesPage } from './differencesPage.ts';
import {
  type DeliberateDifference,
  ffmpegDifferences,
  knownDifferences,
  outOfScope,
  UNRECORDED_DIFFERENCES,
} from './knownDifferences.ts';
import { recordings } from './recordedExchanges.ts';
import { type Difference, replay } from './replay.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

const unused = new Set<DeliberateDifference>(knownDifferences);
/** Scenarios of this run: not the timed one, which has a step of its own, and not what was left out by a title. */
const played = new Set<string>();
/** With which it was recorded. */
const RECORDED = 5;
const major = Number.parseInt((await readFfmpegVersion('ffmpeg')) ?? '', 10);
const known: readonly DeliberateDifference[] = [
  ...knownDifferences,
  ...ffmpegDifferences.filter(({ since }) => since <= major),
];

const explains = ({ title, at, ours }: Difference) => {
  const shown = ours === undefined ? 'undefined' : JSON.stringify(ours);
  const row = known.find((one) => one.of.test(title) && one.at.test(at) && one.ours.test(shown));
  if (row !== undefined) unused.delete(row);
  return row !== undefined;
};
const isLeftOut = (title: string) => outOfScope.some(({ of }) => of.test(title));

/** Its recording tells which files were left at what second, so what it waits for has to be read in time. */
const TO_THE_SECOND = ['fs-mem / main'];
const nameOf = ({ area, phase }: Pick<Scenario, 'area' | 'phase'>) => `${area} / ${phase}`;
const titleOf = (scenario: Scenario) => {
  const title = nameOf(scenario);
  return TO_THE_SECOND.includes(title) ? `${title} @timed` : title;
};

describe.concurrent('what a real core answered', () => {
  // They run ffmpeg at the pace of the recording: a quarter of them in `make test`.
  for (const scenario of sampleOf(scenarios, 4))
    it(titleOf(scenario), async () => {
      played.add(nameOf(scenario));
      const found = await replay(scenario, testTempDir(), isLeftOut);
      expect(found.filter((one) => !explains(one))).toEqual([]);
    });
});

it('is replayed whole', () => {
  const all = new Set(scenarios.map(nameOf));
  expect(recordings.filter((one) => !all.has(nameOf(one)) && !isLeftOut(one.title))).toEqual([]);
  expect(outOfScope.filter(({ of }) => !recordings.some(({ title }) => of.test(title)))).toEqual([]);
});

it('leaves no difference unused @nightly', () => {
  expect(played.size).toBeGreaterThan(0);
  const wasAskedFor = ({ of }: DeliberateDifference) => {
    const asking = recordings.filter(({ title }) => of.test(title));
    return asking.length === 0 || asking.some((one) => played.has(nameOf(one)));
  };
  // Some of them are seen only where ffmpeg says what it said then.
  const expected = major > RECORDED ? [] : [...unused].filter(wasAskedFor);
  expect(expected.map(({ what }) => what)).toEqual([]);
});

it.each(UNRECORDED_DIFFERENCES)('$test shows what no recording does', async ({ test }) => {
  expect((await stat(test)).isFile()).toBe(true);
});

it('is told in docs/core-differences.md', async () => {
  await expect(differencesPage()).toMatchFileSnapshot('../../../../docs/core-differences.md');
});
