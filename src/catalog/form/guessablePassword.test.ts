import { expect, it } from 'vitest';
import { isGuessable } from './guessablePassword.ts';

it.each<[string, boolean]>([
  ['12345678', true],
  ['87654321', true],
  ['aaaaaaaa', true],
  ['abababab', true],
  ['Qwertyui', true],
  ['1q2w3e4r', true],
  ['password', true],
  ['Password1!', true],
  ['admin123', true],
  ['Restreamer2026', true],
  ['restreamer-on-the-hill', false],
  ['12345678-and-more', false],
  ['nfRt4k-92mWqA-xL0pZe', false],
  ['пароль на сегодня', false],
  ['correct horse', false],
  ['admin81920', false],
])('%s', (password, expected) => {
  expect(isGuessable(password)).toBe(expected);
});
