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
  ['an ongoing failure', 'failing', 'open', 'v', 'nothing', 'goes on'],
  ['a failure with an unconfirmed end while all is live', 'failing', 'open', 'v', 'all', '30 s · last seen at 31'],
  ['an absent source while all is live', 'away', 'open', 'v', 'all', '30 s · last seen at 31'],
  ['a returned source', 'away', 'open', 'source', 'source', '30 s · last seen at 31'],
  ['a publication that waits for the source', 'waiting', 'open', 'v', 'source', 'goes on'],
  ['a failure that has ended', 'failing', 'known', 'v', 'all', '30 s · until at 31'],
  ['a failure whose end was not observed', 'failing', 'seen', 'v', 'nothing', '30 s · last seen at 31'],
  ['a live process while all is live', 'live', 'open', 'v', 'all', 'goes on'],
  ['a stopped process while all others are live', 'off', 'open', 'v', 'all', 'goes on'],
] as const)('text of a timeline line: %s', (_, status, end, of, headline, more) => {
  expect(lineText(episode(status, end, of), { ...words, well: headline }).more).toBe(more);
});
