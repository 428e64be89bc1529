import { expect, it } from 'vitest';
import { lifetimeOf } from './token.ts';

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.sig`;

it.each([
  [token({ exi: 600, usefor: 'access' }), 600],
  [token({ usefor: 'access' }), null],
  ['', null],
  ['not.a.token', null],
])('%s lives %s seconds', (text, seconds) => expect(lifetimeOf(text)).toBe(seconds));
