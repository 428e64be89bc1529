import { expect, it } from 'vitest';
import { isToken, lifetimeOf } from './token.ts';

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.sig`;

it.each([
  [token({ exi: 600, usefor: 'access' }), 600],
  [token({ usefor: 'access' }), null],
  ['', null],
  ['not.a.token', null],
])('the token %s is valid for %s seconds', (text, seconds) => expect(lifetimeOf(text)).toBe(seconds));

it.each<[string, string, boolean]>([
  ['a token of a core', token({ exi: 600 }), true],
  ['the longest', `e30.${'x'.repeat(8184)}.sig`, true],
  ['one too long for a header', `e30.${'x'.repeat(8185)}.sig`, false],
  ['4 MB', 'x'.repeat(4_000_000), false],
  ['4 MB with dots', 'x.'.repeat(2_000_000), false],
  ['nothing', '', false],
  ['a word', 'token', false],
  ['two parts', 'e30.sig', false],
  ['four parts', 'e30.e30.e30.sig', false],
  ['an empty part', 'e30..sig', false],
  ['a line feed inside', 'e30.e3\n0.sig', false],
  ['a line feed at the end', 'e30.e30.sig\n', false],
  ['an injected header', 'e30.e30.sig\r\nX-Evil: 1', false],
  ['a NUL', 'e30.e30.s\0ig', false],
  ['a space', 'e30.e30.s ig', false],
  ['letters that headers reject', 'e30.e30.ünïcode', false],
  ['emoji', 'e30.e30.🔑', false],
])('accepts only tokens that fit into a header: %s', (_, text, sent) => expect(isToken(text)).toBe(sent));
