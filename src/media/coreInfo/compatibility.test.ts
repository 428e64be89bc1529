import { expect, it } from 'vitest';
import { compatibilityOf, isTried } from './compatibility.ts';

it.each([
  ['16.14.0', '5.1.9-0+deb12u1', true, true],
  ['15.0.0', '4.1.0', true, true],
  ['16.0.0-rc.1', '5.0', true, true],
  ['v16.14.0', 'n5.1.2', true, true],
  ['15.13.2', '4.10.0', true, true],
  ['14.9.9', '4.0.9', false, false],
  ['150.0.0', '41.1.0', false, true],
  ['16.14.0', '3.4.8', true, false],
  ['16.14.0', '6.1.1', true, true],
  ['16.14.0', '7.0.2', true, true],
  ['16.14.0', '8.1', true, true],
  ['16.14.0', '27.3', true, true],
  ['17.0.0', '6.1.1', false, true],
  ['16.14.0', 'N-47683-g0e8eb07980-static', true, true],
  ['16.14.0', 'git-2020-05-23-26b4509', true, true],
  ['16.14.0', null, true, true],
  ['', '', false, true],
])('core %j and ffmpeg %j are compatible or not', (core, transcoder, coreFits, transcoderFits) => {
  const fits = compatibilityOf({ core, transcoder });
  expect(fits.core).toEqual({ have: core, want: '15, 16', compatible: coreFits });
  expect(fits.transcoder).toEqual({ have: transcoder ?? '', want: '4.1', compatible: transcoderFits });
});

it.each([
  ['4.1.0', true],
  ['5.1.9-0+deb12u1', true],
  ['7.1.5-0+deb13u1', true],
  ['9.0.2-4', true],
  ['0.0.0', true],
  ['7.0.2', false],
  ['6.1.1', false],
  ['8.1', false],
  ['10.0', false],
  ['N-47683-g0e8eb07980-static', false],
])('ffmpeg %s counts as tested: %s', (version, tried) => expect(isTried(version)).toBe(tried));
