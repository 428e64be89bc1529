import { expect, it } from 'vitest';
import { compatibilityOf } from './compatibility.ts';

it.each([
  ['16.14.0', '5.1.9-0+deb12u1', true, true],
  ['15.0.0', '4.1.0', true, true],
  ['16.0.0-rc.1', '5.0', true, true],
  ['v16.14.0', 'n5.1.2', true, true],
  ['15.13.2', '4.10.0', true, true],
  ['14.9.9', '4.0.9', false, false],
  ['150.0.0', '41.1.0', false, false],
  ['16.14.0', '7.1.5-0+deb13u1', true, true],
  ['16.14.0', '7.0.2', true, false],
  ['17.0.0', '6.1.1', false, false],
  ['16.14.0', '8.0', true, false],
  ['', '', false, false],
])('core %j with ffmpeg %j', (core, transcoder, coreFits, transcoderFits) => {
  const fits = compatibilityOf({ core, transcoder });
  expect(fits.core).toEqual({ have: core, want: '^15.0.0 || ^16.0.0', compatible: coreFits });
  expect(fits.transcoder).toEqual({ have: transcoder, want: '^4.1.0 || ^5.0.0 || ^7.1.0', compatible: transcoderFits });
});
