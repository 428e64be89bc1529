import { expect, it } from 'vitest';
import { warningsIn } from './warnings.ts';

const logOf = (duration: string, written: string, ...more: string[]) => [
  "Input #0, mpegts, from '/media/a.ts':",
  `  Duration: ${duration}, start: 1.400000, bitrate: 0 kb/s`,
  "Output #0, hls, to 'http://127.0.0.1:8080/memfs/a.m3u8':",
  ...more,
  `frame=   80 fps=0.0 q=-1.0 Lsize=N/A time=${written} bitrate=N/A speed= 800x`,
  'video:232kB audio:68kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: unknown',
];
const args = ['-i', '/media/a.ts', '-c', 'copy', 'a.m3u8'];
const ended = { args, exec: 'finished' } as const;

it('a jump is found if the output is far shorter than the time stamps', () =>
  expect(warningsIn(logOf('05:33:28.02', '00:00:16.03'), ended)).toMatchObject([{ cause: 'timestamps' }]));

it.each<[string, string[], Parameters<typeof warningsIn>[1]]>([
  ['all of the file was written', logOf('00:00:16.03', '00:00:16.01'), ended],
  ['only a part was requested', logOf('05:33:28.02', '00:00:16.03'), { ...ended, args: ['-t', '16', ...args] }],
  ['one picture was requested', logOf('05:33:28.02', '00:00:00.04'), { ...ended, args: [...args, '-vframes', '1'] }],
  ['it was stopped', logOf('05:33:28.02', '00:00:16.03'), { ...ended, interrupted: true }],
  ['it still runs', logOf('05:33:28.02', '00:00:16.03'), { args, exec: null }],
  ['it failed', logOf('05:33:28.02', '00:00:16.03'), { args, exec: 'failed' }],
  ['the arguments are unknown', logOf('05:33:28.02', '00:00:16.03'), {}],
  [
    'the file is truncated',
    logOf('05:33:28.02', '00:00:16.03', '[mov,mp4 @ 0x1] stream 0, offset 0x30: partial file'),
    ended,
  ],
  ['it has no length', logOf('N/A', '00:00:16.03'), ended],
  [
    'the length is a guess',
    logOf('05:33:28.02', '00:00:16.03', '[mp3 @ 0x1] Estimating duration from bitrate, this may be inaccurate'),
    ended,
  ],
])('no jump is found if %s', (_, lines, options) => expect(warningsIn(lines, options)).toEqual([]));
