import { expect, it } from 'vitest';
import { type PassphraseStrength, passphraseStrength } from './passphraseStrength.ts';

it.each<[string, PassphraseStrength]>([
  ['', 'short'],
  ['Tr0ub4dor&3', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['123456789012', 'weak'],
  ['mickeymouse1', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['пароль для архива', 'strong'],
  ['🎬🎥📺🎙️🎧🎚️🎛️📻📡🎞️📹🎤', 'fair'],
])('the passphrase %j is %s', (text, strength) => expect(passphraseStrength(text)).toBe(strength));
