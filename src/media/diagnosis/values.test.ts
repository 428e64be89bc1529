import { describe, expect, it } from 'vitest';
import { diagnoseRun } from './diagnoseRun.ts';

/** Messages of libavutil and the option parser, ffmpeg 5.1 to 7.1. */
const SAID = [
  '[hls @ 0x1] Unable to parse option value "abc"',
  '[hls @ 0x1] Unable to parse option value "abc" as boolean',
  '[out#0/hls @ 0x1] Unable to parse option value "abc" as image size',
  '[hls @ 0x1] Unable to parse "hls_flags" option value "abc"',
  "[AVFormatContext @ 0x1] Value 99999999999.000000 for parameter 'probesize' out of range [32 - 2147483647]",
  "[mpegts @ 0x1] Value 0.500000 for parameter 'flags' is not a valid set of 32bit integer flags",
  "[mpeg4 @ 0x1] Value -5.000000 for parameter 'qmin' out of range [-1 - 69]",
  "[hls @ 0x1] The value set by option 'video_size' is not an image size.",
  "[Eval @ 0x1] Undefined constant or missing '(' in 'abc'",
  "[Eval @ 0x1] Missing ')' in 'min(1'",
  "[Eval @ 0x1] Invalid chars 'zz' at the end of expression '1zz'",
  "[mpegts @ 0x1] Key 'abc' not found.",
  "[mpegts @ 0x1] Missing key or no key/value separator found after key 'abc'",
  '[hls @ 0x1] Error setting option hls_time to value abc.',
  "Failed to set value 'abc' for option 'ss': Invalid argument",
  'Expected number for thread_queue_size but found: abc',
  'Expected int64 for frames but found 1.5',
  'The value for thread_queue_size was 99999999999 which is not within 0.000000 - 2147483647.000000',
  'Invalid duration specification for t: abc',
  'Invalid frame size: abc.',
  'Invalid aspect ratio: abc',
  "Invalid value 'abc' for option 'enc_time_base'",
  'Error parsing options for output file x.m3u8.',
  'Error applying encoder options: Invalid argument',
];

const INPUT = "Input #0, hls, from 'http://a.example/x.m3u8':";

describe.each([
  ['before any file is opened', []],
  ['after an input', [INPUT, '  Stream #0:0: Video: h264, yuv420p, 640x360, 25 fps']],
])('a wrong value, reported %s', (_, before) => {
  it.each(SAID)('is found in the line %s', (line) => {
    for (const after of [
      [],
      ['Error opening output file x.m3u8.', 'Error opening output files: Invalid argument'],
      ['Could not write header for output file #0 (incorrect codec parameters ?): Invalid argument'],
    ])
      for (const role of ['source', 'target'] as const)
        expect(diagnoseRun({ lines: [...before, line, ...after], seconds: 1, exec: 'failed' }, role).cause).toBe(
          'option-value',
        );
  });
});

it('a diagnosis of a wrong value shows the line with the value, not its consequences', () => {
  const lines = [
    INPUT,
    '[hls @ 0x1] Error setting option hls_time to value abc.',
    'Error parsing options for output file x.m3u8.',
    'Error opening output files: Invalid argument',
  ];
  expect(diagnoseRun({ lines, seconds: 1, exec: 'failed' }, 'target').lines[0]).toContain('hls_time');
});

it.each([
  ['filter-wrong', "[Parsed_crop_0 @ 0x1] Value 9.000000 for parameter 'x' out of range [0 - 1]"],
  ['bitrate', '[aac @ 0x1] Error setting option b to value abc.'],
  ['framerate', 'Invalid framerate value: abc'],
])('the more specific cause %s takes precedence over a wrong value: %s', (cause, line) =>
  expect(diagnoseRun({ lines: [INPUT, line], seconds: 1, exec: 'failed' }, 'target').cause).toBe(cause),
);
