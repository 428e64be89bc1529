// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../../i18n/index.ts';
import { languages } from '../../../i18n/languages.ts';
import type { AvailabilityFact } from '../../../media/series/availabilityFacts.ts';
import { setUpScreens } from '../../../testing/renderScreens.tsx';
import { timeTextsOf } from './timeTexts.ts';
import { useAvailabilityText } from './useHistoryTexts.tsx';

setUpScreens();
const use = (code: string) => act(() => setLanguage(code, localStorage));
afterEach(() => use('en'));

const SPAN = { from: 1_764_374_400, to: 1_764_460_800 };

function Said({ of, fact, language }: { of: 'core' | 'channel'; fact: AvailabilityFact; language: string }) {
  return useAvailabilityText(of)(fact, timeTextsOf('day', SPAN, language));
}

async function textOf(language: string, subject: 'core' | 'channel', fact: AvailabilityFact) {
  await use(language);
  const { container, unmount } = render(<Said of={subject} fact={fact} language={language} />);
  const text = container.textContent?.replaceAll(/\s/g, ' ') ?? '';
  unmount();
  return text;
}

const live = (outages: number, share = 0.9993): AvailabilityFact => ({
  ...{ kind: 'live', share, outages, longestSeconds: 240 },
});

it.each([
  ['en', live(3), 'Live 99.93% of the time, 3 outages, longest 4 min.'],
  ['en', live(1), 'Live 99.93% of the time, 1 outage of 4 min.'],
  ['en', live(0, 1), 'Live 100% of the time, no outages.'],
  ['de', live(3), '99,93 % der Zeit live, 3 Ausfälle, der längste 4 min.'],
  ['de', live(1), '99,93 % der Zeit live, 1 Ausfall von 4 min.'],
  ['fr', live(1), 'En direct 99,93 % du temps, 1 interruption de 4 min.'],
  ['fr', live(3), 'En direct 99,93 % du temps, 3 interruptions, la plus longue de 4 min.'],
  ['it', live(3), 'In diretta per il 99,93% del tempo, 3 interruzioni, la più lunga di 4 min.'],
  ['pt', live(3), 'Em direto 99,93% do tempo, 3 interrupções, a mais longa de 4 min.'],
  ['es', live(3), 'En directo el 99,93 % del tiempo, 3 interrupciones, la más larga de 4 min.'],
  ['ru', live(1), 'В эфире 99,93 % времени, 1 сбой, самый долгий: 4 мин.'],
  ['ru', live(3), 'В эфире 99,93 % времени, 3 сбоя, самый долгий: 4 мин.'],
  ['ru', live(5), 'В эфире 99,93 % времени, 5 сбоев, самый долгий: 4 мин.'],
  ['ru', live(21), 'В эфире 99,93 % времени, 21 сбой, самый долгий: 4 мин.'],
])('the history describes the availability of a channel in %s', async (language, fact, sentence) => {
  expect(await textOf(language, 'channel', fact)).toBe(sentence);
});

const FACTS: readonly AvailabilityFact[] = [
  ...[live(0), live(1), live(2), live(5), live(1_000_000)],
  { kind: 'stopped' },
  { kind: 'waiting' },
  { kind: 'unseen', seconds: 7500 },
  { kind: 'unseen-before', time: SPAN.from + 3600 },
  { kind: 'all-unseen' },
];

it.each(languages.map(({ code }) => code))('the history forms complete sentences in %s', async (language) => {
  for (const subject of ['core', 'channel'] as const)
    for (const fact of FACTS) {
      const text = await textOf(language, subject, fact);
      expect(text).toMatch(/^\S.{10,}\.$/u);
      expect(text).not.toContain('{{');
      if (language !== 'en') expect(text).not.toBe(await textOf('en', subject, fact));
    }
});
