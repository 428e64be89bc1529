import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { intervalOf, PACE, type Pace, type PaceName, type RunningPolls } from './pace.ts';
import { paceRows } from './paceTableForDocs.ts';

const DECISION = 'docs/decisions/0012-requests.md';

it('the paces match the table in the decision', async () => {
  const text = readFileSync(DECISION, 'utf8');
  const rows = text.slice(text.indexOf('- `channelStates`'), text.indexOf('\n\n## Why'));
  await expect(text.replace(rows, paceRows())).toMatchFileSnapshot(`../../../../${DECISION}`);
});

it('the interface has no interval outside the table', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src/features', 'src/app', 'src/screens'])
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(files).toContain('src/features/shared/polling/pace.ts');
  const outside = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /\bconst \w*EVERY(_MS)? =(?! \d;)/.test(text) || /setInterval\((?!.*PACE\.)/.test(text);
  });
  expect(outside).toEqual([]);
});

describe('the interval of a poll beside others', () => {
  it.each<[string, PaceName, RunningPolls, number | null]>([
    ['alone', 'audience', { audience: 1 }, 3500],
    ['slows down beside thumbnails', 'audience', { thumbnails: 1 }, 7000],
    ['keeps its pace after the thumbnails', 'audience', { thumbnails: 0 }, 3500],
    ['pauses beside details', 'audience', { details: 1, source: 1 }, null],
    ['keeps the pace of the channel states', 'channelStates', { thumbnails: 1, source: 1 }, 1000],
  ])('%s', (_, name, running, interval) => expect(intervalOf(name, running)).toBe(interval));
});

describe('the channel page', () => {
  const page: readonly PaceName[] = ['channelStates', 'audience', 'files', 'edges', 'resources'];
  /** Two looks at the source cover separate audio segments, so each counts as two requests. */
  const requestsASecond = (names: readonly PaceName[]) => {
    const running: RunningPolls = Object.fromEntries(names.map((name) => [name, 1]));
    return names.reduce((sum, name) => {
      const { requests = 1 }: Pace = name === 'source' ? { ...PACE.source, requests: 2 } : PACE[name];
      const everyMs = intervalOf(name, running);
      return everyMs === null ? sum : sum + (requests * 1000) / everyMs;
    }, 0);
  };
  it.each<[string, readonly PaceName[], number]>([
    ['alone', [], 1.75],
    ['with the source panel, audio in the same segments', ['source'], 1.6],
    ['with the source panel, separate audio', ['source', 'source'], 1.8],
    ['with thumbnails', ['thumbnails', 'snapshots'], 1.65],
    ['with both', ['source', 'source', 'thumbnails', 'snapshots'], 1.9],
    ['while recording', ['recordedFiles'], 1.85],
    ['with a standby image', ['hold'], 1.9],
    ['with a standby image and the source panel', ['source', 'hold'], 1.9],
    ['with a standby image and everything else', ['source', 'source', 'thumbnails', 'snapshots', 'hold'], 2],
  ])('sends fewer than two requests a second: %s', (_, others, most) =>
    expect(requestsASecond([...page, ...others])).toBeLessThanOrEqual(most),
  );
});
