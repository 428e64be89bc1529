import { expect, it } from 'vitest';
import { refusalIn } from './argumentRefusal.ts';

const run = (lines: string[]) => ({ lines, seconds: null, exec: 'failed' as const });

// Lines of ffmpeg 5.1, 7.1 and 9.0.
it.each([
  [
    ["Unrecognized option 'vsync'.", 'Error splitting the argument list: Option not found'],
    "Unrecognized option 'vsync'.",
  ],
  [["Unknown encoder 'libvpx'"], "Unknown encoder 'libvpx'"],
  [["Unknown decoder 'h264_cuvid'"], "Unknown decoder 'h264_cuvid'"],
  [["Unknown input format: 'lavfi'"], "Unknown input format: 'lavfi'"],
  [['Unrecognized hwaccel: cuda.'], 'Unrecognized hwaccel: cuda.'],
  [
    ["[AVFilterGraph @ 0x5] No such filter: 'bwdif'", 'Error initializing filters!'],
    expect.stringContaining("No such filter: 'bwdif'"),
  ],
  [
    ["[NULL @ 0x5] Requested output format 'whip' is not a suitable output format"],
    expect.stringContaining("Requested output format 'whip'"),
  ],
  [
    [
      "[libx264 @ 0x5] [Eval @ 0x7] Undefined constant or missing '(' in 'odd'",
      '[libx264 @ 0x5] Unable to parse option value "odd"',
    ],
    expect.stringContaining('odd'),
  ],
])('rejected arguments are detected in %j', (lines, line) =>
  expect(refusalIn(run(lines), { hardware: false })).toEqual(line),
);

it.each([
  [['-vsync is deprecated. Use -fps_mode', 'Could not write header for output file #0 (incorrect codec parameters ?)']],
  [
    [
      '[tcp @ 0x5] Connection to tcp://127.0.0.1:1 failed: Connection refused',
      'rtmp://127.0.0.1:1/x: Connection refused',
    ],
  ],
  [['[AVHWDeviceContext @ 0x5] No VA display found for device /dev/dri/renderD128.']],
  [['[h264_nvenc @ 0x5] Cannot load libcuda.so.1', 'Error initializing output stream 0:0']],
  // A trial run with ffmpeg 5.1 without VA-API.
  [["Failed to set value '/dev/dri/renderD128' for option 'vaapi_device': Invalid argument"]],
  [['/core/data/channels/sound: No such file or directory']],
  [['[alsa @ 0x5] cannot open audio device hw:0,0 (No such file or directory)', 'hw:0,0: Input/output error']],
  [[]],
])('no rejected arguments are detected in %j', (lines) => expect(refusalIn(run(lines), { hardware: true })).toBeNull());

it('the line of a rejected argument is shown without secrets', () =>
  expect(
    refusalIn(run(["Unrecognized option 'x' in rtmp://u:secret@host/app/key"]), { hardware: false }),
  ).not.toContain('secret'));
