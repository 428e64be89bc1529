import { expect, it } from 'vitest';
import { lengthOf, recordingsIn } from './recordings.ts';

const token = '0123456789abcdef0123456789abcdef';
const file = (name: string, last_modified = 0) => ({ name, size_bytes: 7, last_modified });

it('lists what was recorded, the newest first, with its length', () => {
  const found = recordingsIn([
    file(`/recording_${token}_1700000000_show_2023.mp4`, 1_700_003_600),
    file(`/recording_${token}_1700003600_show 2.mp4`, 1_700_003_600),
    file('/index.html'),
    file(`/recording_${token}_x.mp4`),
    file(`/recording_${token}_1/../x.mp4`),
  ]);
  expect(found.map((one) => [one.name, lengthOf(one)])).toEqual([
    ['show 2.mp4', 0],
    ['show_2023.mp4', 3600],
  ]);
});

it('has no length below nothing when clocks differ', () =>
  expect(recordingsIn([file(`/recording_${token}_1700000000_a.ts`, 5)]).map(lengthOf)).toEqual([0]));
