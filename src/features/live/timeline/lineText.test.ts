import { expect, it } from 'vitest';
import type { Status } from '../../../media/timeline/event.ts';
import type { TimelineEpisode } from '../../../media/timeline/groupEpisodes.ts';
import { type LineWords, lineText } from './lineText.tsx';

const words: LineWords = {
  isCalm: false,
  t: (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name])),
  clock: (seconds) => `at ${seconds}`,
  span: (seconds) => `${seconds} s`,
  nameOf: () => 'Venue B',
  titleOf: () => '',
};

const episode = (status: Status, end: TimelineEpisode['end']): TimelineEpisode => ({
  ...{ at: 1000, until: 31_000, seconds: 30, times: 1, end, waited: 0, told: 'seen' },
  event: {
    ...{ kind: 'state', of: 'v', status, at: 1000, until: 31_000, cause: null, told: 'seen' },
    over: end === 'known',
  },
});

it.each([
  ['trouble that goes on', 'failing', 'open', false, 'goes on'],
  ['trouble whose end is not certain, while all is well', 'failing', 'open', true, '30 s · last seen at 31'],
  ['a source that was away, while all is well', 'away', 'open', true, '30 s · last seen at 31'],
  ['trouble that is over', 'failing', 'known', true, '30 s · until at 31'],
  ['what nobody saw end', 'failing', 'seen', false, '30 s · last seen at 31'],
  ['what is live, while all is well', 'live', 'open', true, 'goes on'],
  ['what is off, while the others are well', 'off', 'open', true, 'goes on'],
] as const)('%s', (_, status, end, isCalm, more) => {
  expect(lineText(episode(status, end), { ...words, isCalm }).more).toBe(more);
});
