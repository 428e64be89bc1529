import { expect, it } from 'vitest';
import { ownText } from '../../../media/masking/maskedText.ts';
import { readableLines } from './SystemLog.tsx';

const [STUDIO, VENUE, OTHER] = ['1', '2', '3'].map((n) => `5155ce00-de30-4000-8000-00000000000${n}`);
const names = new Map([
  [STUDIO ?? '', 'Studio A'],
  [VENUE ?? '', 'Venue'],
]);
const lines = (...log: string[]) => readableLines(log.map(ownText), names).map(({ text, times }) => `${text} ${times}`);

it.each([
  ['a process', `ts=1 level=INFO id="restreamer-ui:egress:rtmp:${VENUE}"`, 'ts=1 level=INFO id="Venue" 1'],
  ['a snapshot', `id=restreamer-ui:ingest:${STUDIO}_snapshot msg=x`, 'id=Studio A msg=x 1'],
  ['an address', `path=/memfs/${STUDIO}.m3u8`, 'path=/memfs/Studio A.m3u8 1'],
  ['an unknown process (unchanged)', `id="restreamer-ui:ingest:${OTHER}"`, `id="restreamer-ui:ingest:${OTHER}" 1`],
])('the system log shows names in place of the ids of %s', (_, line, expected) =>
  expect(lines(line)).toEqual([expected]),
);

it('the system log folds repeated lines regardless of their time', () =>
  expect(lines('ts=1 msg=a', 'ts=2 msg=a', 'ts=3 msg=b', 'ts=4 msg=a')).toEqual([
    'ts=2 msg=a 2',
    'ts=3 msg=b 1',
    'ts=4 msg=a 1',
  ]));

it('the system log folds requests for successive segments, even between other lines', () =>
  expect(
    lines(
      'ts=1 component="HTTP" path="/memfs/a_1.ts" status=404 latency_ms=1',
      'ts=2 component="Process" msg="Started 1"',
      'ts=3 component="HTTP" path="/memfs/a_22.ts" status=404 latency_ms=33',
      'ts=4 component="Process" msg="Started 2"',
    ),
  ).toEqual([
    'ts=2 component="Process" msg="Started 1" 1',
    'ts=3 component="HTTP" path="/memfs/a_22.ts" status=404 latency_ms=33 2',
    'ts=4 component="Process" msg="Started 2" 1',
  ]));
