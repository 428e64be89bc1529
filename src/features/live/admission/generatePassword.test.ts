import { expect, it } from 'vitest';
import { newPassword } from './generatePassword.ts';

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

it('a generated password has three groups of six characters', () =>
  expect(newPassword(random)).toMatch(/^[0-9A-Za-z]{6}(-[0-9A-Za-z]{6}){2}$/));

it('a generated password differs each time', () => expect(newPassword(random)).not.toBe(newPassword(random)));

it('a generated password favors no letters', () => {
  const draws = [new Uint8Array(32).fill(255), new Uint8Array(32).fill(1)];
  expect(newPassword(() => draws.shift() ?? new Uint8Array(32))).toBe('BBBBBB-BBBBBB-BBBBBB');
});
