import { expect, it } from 'vitest';
import { dark, font, light } from '../look/palette.ts';
import { SLATE_LOOK } from './drawSlate.ts';

it('the standby image has the colors and the font of the interface', () => {
  expect({ dark, light, font }).toMatchObject(SLATE_LOOK);
});
