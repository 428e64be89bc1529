import { expect, it } from 'vitest';
import { channelTabAt } from './tabs.ts';

it.each([
  ['', 'general'],
  ['general', 'general'],
  ['processing', 'processing'],
  ['control', 'processing'],
  ['metadata', 'general'],
  ['meta', 'general'],
  ['license', 'license'],
  ['encoding', 'general'],
  ['standby', 'general'],
  ['toString', 'general'],
  ['nothing', 'general'],
])('the channel form resolves the address /edit/%s to the tab %s', (segment, tab) =>
  expect(channelTabAt(segment)).toBe(tab),
);
