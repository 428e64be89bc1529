import { expect, it } from 'vitest';
import { lookId } from '../../api/processIds.ts';
import { lookProcess } from './lookProcess.ts';

const REQUEST = {
  ...({
    id: lookId(1),
    channel: 'c',
    pictures: 'key',
    hasVideo: true,
    seconds: 12,
    file: '/look-x.grey',
  } as const),
  input: { address: '{memfs}/c.m3u8', options: ['-live_start_index', '-6'] },
};

it('a look reads its input once, for a limited time and with limited memory', () => {
  const process = lookProcess(REQUEST);
  expect(process).toMatchObject({ autostart: false, reconnect: false, stale_timeout_seconds: 15 });
  expect(process.limits?.memory_mbytes).toBeGreaterThan(0);
  expect(process.input[0]).toMatchObject({
    address: '{memfs}/c.m3u8',
    options: ['-skip_frame', 'nokey', '-threads', '1', '-t', '12', '-live_start_index', '-6'],
  });
  expect(process.output[1]?.address).toBe('{memfs}/look-x.grey');
  expect(process.output[1]?.cleanup?.[0]).toMatchObject({
    pattern: 'memfs:/look-x.grey',
    purge_on_delete: true,
  });
});

it('a look at a frame of each second detects nothing else, and is never longer than 30 s', () => {
  const { input, output } = lookProcess({ ...REQUEST, pictures: 'second', seconds: 9000 });
  expect(input[0]?.options).toEqual([
    ...['-skip_frame', 'noref', '-skip_loop_filter', 'all', '-threads', '1', '-t', '30'],
    ...['-live_start_index', '-6'],
  ]);
  expect(output[1]?.options.join(' ')).toContain('-vf fps=1,scale=36:32:flags=area,format=gray -t 30');
});

it('a look at audio alone writes no frames', () =>
  expect(lookProcess({ ...REQUEST, hasVideo: false }).output.map(({ address }) => address)).toEqual(['-']));
