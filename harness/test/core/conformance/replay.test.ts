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
const played = new Set<string>();
/** Major version of ffmpeg in the recordings. */
const RECORDED = 5;
const major = Number.parseInt((await readFfmpegVersion('ffmpeg')) ?? '', 10);
const differences: readonly DeliberateDifference[] = [
  ...knownDifferences,
  ...ffmpegDifferences.filter(({ since }) => since <= major),
];

const explains = ({ title, at, ours }: Difference) => {
  const shown = ours === undefined ? 'undefined' : JSON.stringify(ours);
  const row = differences.find((entry) => entry.of.test(title) && entry.at.test(at) && entry.ours.test(shown));
  if (row !== undefined) unused.delete(row);
  return row !== undefined;
};
const isLeftOut = (title: string) => outOfScope.some(({ of }) => of.test(title));

/** Replayed separately: the recording depends on the second at which files expire. */
const TO_THE_SECOND = ['fs-mem / main'];
const nameOf = ({ area, phase }: Pick<Scenario, 'area' | 'phase'>) => `${area} / ${phase}`;
const titleOf = (scenario: Scenario) => {
  const title = nameOf(scenario);
  return TO_THE_SECOND.includes(title) ? `${title} @timed` : title;
};

describe.concurrent('replays of recorded responses', () => {
  // Replays in real time, so `make test` runs a quarter of them.
  for (const scenario of sampleOf(scenarios, 4))
    it(titleOf(scenario), async () => {
      played.add(nameOf(scenario));
      const found = await replay(scenario, testTempDir(), isLeftOut);
      expect(found.filter((difference) => !explains(difference))).toEqual([]);
    });
});

it('the scenarios replay all recordings', () => {
  const all = new Set(scenarios.map(nameOf));
  expect(recordings.filter((recording) => !all.has(nameOf(recording)) && !isLeftOut(recording.title))).toEqual([]);
  expect(outOfScope.filter(({ of }) => !recordings.some(({ title }) => of.test(title)))).toEqual([]);
});

it('every listed difference is needed @nightly', () => {
  expect(played.size).toBeGreaterThan(0);
  const wasAskedFor = ({ of }: DeliberateDifference) => {
    const asking = recordings.filter(({ title }) => of.test(title));
    return asking.length === 0 || asking.some((recording) => played.has(nameOf(recording)));
  };
  // Some differences only show with the recorded ffmpeg version.
  const expected = major > RECORDED ? [] : [...unused].filter(wasAskedFor);
  expect(expected.map(({ what }) => what)).toEqual([]);
});

it.each(UNRECORDED_DIFFERENCES)('$test covers a difference without a recording', async ({ test }) => {
  expect((await stat(test)).isFile()).toBe(true);
});

it('docs/core-differences.md is up to date', async () => {
  await expect(differencesPage()).toMatchFileSnapshot('../../../../docs/core-differences.md');
});
