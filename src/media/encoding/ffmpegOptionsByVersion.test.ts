import { expect, it } from 'vitest';
import { type FfmpegVersion, ffmpegHas, spellOption } from './ffmpegOptionsByVersion.ts';

const names = ['frameMode', 'rtspTimeout', 'outputLayout', 'hlsSegmentOptions', 'soundCardChannels'] as const;
const additions = ['negativeTimesOfInputs', 'protocolOptionsOfPictures', 'refusedRates', 'enhancedRtmp'] as const;
const v = (major: number, minor: number): FfmpegVersion => ({ major, minor });

const NEWEST = ['-fps_mode', '-timeout', 'ochl', 'hls_segment_options', '-ch_layout'];
it.each([
  [v(4, 4), ['-vsync', '-stimeout', 'ocl', 'hls_ts_options', '-channels'], []],
  [
    v(5, 0),
    ['-vsync', '-timeout', 'ocl', 'hls_segment_options', '-channels'],
    ['negativeTimesOfInputs', 'protocolOptionsOfPictures'],
  ],
  [
    v(5, 1),
    ['-fps_mode', '-timeout', 'ochl', 'hls_segment_options', '-channels'],
    ['negativeTimesOfInputs', 'protocolOptionsOfPictures'],
  ],
  [
    v(6, 0),
    ['-fps_mode', '-timeout', 'ochl', 'hls_segment_options', '-channels'],
    ['negativeTimesOfInputs', 'protocolOptionsOfPictures', 'refusedRates'],
  ],
  [v(7, 1), ['-fps_mode', '-timeout', 'ochl', 'hls_segment_options', '-channels'], additions],
  [v(9, 0), NEWEST, additions],
  // Unknown versions count as the newest.
  [v(27, 3), NEWEST, additions],
])('ffmpeg %o gets its own spelling of options', (ffmpeg, words, expected) => {
  expect(names.map((name) => spellOption(name, ffmpeg))).toEqual(words);
  expect(additions.filter((addition) => ffmpegHas(addition, ffmpeg))).toEqual(expected);
});

it('a tested spelling takes precedence over the version', () => {
  const ffmpeg = { ...v(10, 0), spellings: { frameMode: 'before' as const } };
  expect(names.map((name) => spellOption(name, ffmpeg))).toEqual(['-vsync', ...NEWEST.slice(1)]);
});

it('a rejected option is left out in any version', () => {
  const ffmpeg = { ...v(10, 0), absent: ['enhancedRtmp' as const] };
  expect(additions.filter((addition) => ffmpegHas(addition, ffmpeg))).toEqual(additions.slice(0, 3));
});
