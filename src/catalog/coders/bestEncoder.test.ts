import { expect, it } from 'vitest';
import type { TestedEncoder } from '../../media/encoding/encoderTestResults.ts';
import { emptyProfile } from '../../media/encoding/profile.ts';
import { skillsOf } from '../../media/encoding/skills.ts';
import { emptyStream } from '../../media/encoding/streams.ts';
import { preselectCoders } from './chooseCoders.ts';

const HAD = ['copy', 'none', 'libx264', 'h264_nvenc', 'h264_vaapi'];
const result: TestedEncoder = {
  at: 1,
  ...{ core: '16.14.0', ffmpeg: '5.1.9', old: false, works: true, cause: '', line: '' },
  sizes: [],
};
const at = (small: number, large: number): TestedEncoder => ({
  ...result,
  sizes: [
    { height: 720, speed: small, cpu: 0.1 },
    { height: 1080, speed: large, cpu: 0.2 },
  ],
});
const broken: TestedEncoder = { ...result, works: false, cause: 'hardware-missing' };

it.each<[string, Record<string, TestedEncoder>, number, string, readonly string[]]>([
  ['nothing was tried out', {}, 1080, 'libx264', HAD],
  ['hardware works, and is fast', { h264_vaapi: at(9, 4) }, 1080, 'h264_vaapi', HAD],
  ['only hardware is fast enough for a small picture', { h264_vaapi: at(3, 1.2) }, 720, 'h264_vaapi', HAD],
  ['hardware is too slow for a large picture', { h264_vaapi: at(3, 1.2) }, 1080, 'libx264', HAD],
  ['the size of the source is unknown', { h264_vaapi: at(3, 1.2) }, 0, 'libx264', HAD],
  ['the better of two has failed before', { h264_nvenc: broken, h264_vaapi: at(9, 4) }, 720, 'h264_vaapi', HAD],
  ['software has failed before', { libx264: broken }, 720, 'h264_nvenc', HAD],
  ['it was found out with another version', { h264_vaapi: { ...at(9, 4), old: true } }, 720, 'libx264', HAD],
  ['that it failed was another version', { libx264: { ...broken, old: true } }, 720, 'libx264', HAD],
  ['all available encoders fail', { h264_nvenc: broken }, 720, 'none', ['copy', 'none', 'h264_nvenc']],
])('the encoder chosen when %s', (_, tested, height, expected, video) => {
  const skills = { ...skillsOf(null), encoders: { video: [...video], audio: ['copy', 'none'] }, tested };
  const stream = { ...emptyStream, type: 'video', codec: 'vp9', height, width: (height * 16) / 9 };
  expect(preselectCoders(emptyProfile(), [stream], { video: ['h264'], audio: [] }, skills).video.encoder.coder).toBe(
    expected,
  );
});
