import { expect, it } from 'vitest';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import { keyframesIn } from './encoderKeyframeInterval.ts';

it.each([
  ['libx264', {}, 2],
  ['libx264', { gop: '1' }, 1],
  ['libx264', { gop: 'auto' }, null],
  ['copy', {}, null],
  ['of another product', { gop: '4' }, null],
])('of %s with %j', (coder, settings, seconds) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(keyframesIn({ ...profile, video: { ...profile.video, encoder } })).toBe(seconds);
});
