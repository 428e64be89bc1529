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
])('the address /edit/%s opens %s', (segment, tab) => expect(channelTabAt(segment)).toBe(tab));
