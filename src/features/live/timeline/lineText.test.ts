import { expect, it } from 'vitest';
import type { Status } from '../../../media/timeline/event.ts';
import type { TimelineEpisode } from '../../../media/timeline/groupEpisodes.ts';
import { type LineWords, lineText } from './lineText.tsx';

const words: LineWords = {
  well: 'nothing',
  t: (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name])),
  clock: (seconds) => `at ${seconds}`,
  span: (seconds) => `${seconds} s`,
  nameOf: () => 'Venue B',
  titleOf: () => '',
};

const episode = (status: Status, end: TimelineEpisode['end'], of: string): TimelineEpisode => ({
  ...{ at: 1000, until: 31_000, seconds: 30, times: 1, end, waited: 0, told: 'seen' },
  event: {
    ...{ kind: 'state', of, status, at: 1000, until: 31_000, cause: null, told: 'seen' },
    over: end === 'known',
  },
});

it.each([
  ['trouble that goes on', 'failing', 'open', 'v', 'nothing', 'goes on'],
  ['trouble whose end is not certain, while all is well', 'failing', 'open', 'v', 'all', '30 s · last seen at 31'],
  ['a source that was away, while all is well', 'away', 'open', 'v', 'all', '30 s · last seen at 31'],
  ['a source that is back', 'away', 'open', 'source', 'source', '30 s · last seen at 31'],
  ['a publication that waits for it', 'waiting', 'open', 'v', 'source', 'goes on'],
  ['trouble that is over', 'failing', 'known', 'v', 'all', '30 s · until at 31'],
  ['what nobody saw end', 'failing', 'seen', 'v', 'nothing', '30 s · last seen at 31'],
  ['what is live, while all is well', 'live', 'open', 'v', 'all', 'goes on'],
  ['what is off, while the others are well', 'off', 'open', 'v', 'all', 'goes on'],
] as const)('%s', (_, status, end, of, well, more) => {
  expect(lineText(episode(status, end, of), { ...words, well }).more).toBe(more);
});
