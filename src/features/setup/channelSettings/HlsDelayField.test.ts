import { expect, it } from 'vitest';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import { keyframesIn, lowLatencyFor } from './HlsDelayField.tsx';

it.each([
  ['libx264', {}, null],
  ['libx264', { tune: 'zerolatency' }, null],
  ['libx264', { tune: 'film' }, { label: 'Tune', value: 'zerolatency' }],
  ['libx265', { tune: 'none' }, { label: 'Tune', value: 'zerolatency' }],
  ['h264_nvenc', { preset: 'hq' }, { label: 'Preset', value: 'llhq' }],
  ['h264_nvenc', { preset: 'll' }, null],
  ['h264_vaapi', {}, null],
  ['copy', { tune: 'film' }, null],
  ['of another product', { tune: 'film' }, null],
])('of %s with %j', (coder, settings, expected) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(lowLatencyFor({ ...profile, video: { ...profile.video, encoder } })).toEqual(expected);
});

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
