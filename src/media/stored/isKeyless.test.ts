import { expect, it } from 'vitest';
import { isKeyless } from './isKeyless.ts';
import { parseEgressMetadata } from './metadata.ts';

const address = 'live.example.com/app/';
const settings = { stream_key: '', options: { address } };
const missingSecrets = { stream_key: '', 'options.address': address };

it.each<[string, object, boolean]>([
  ['as its import left it', { settings, missingSecrets }, true],
  [
    'with the one of two that another program needs',
    { settings: { ...settings, stream_key: 'k' }, missingSecrets },
    false,
  ],
  ['in an address', { settings: { ...settings, options: { address: `${address}k` } }, missingSecrets }, false],
  ['of settings that another program has dropped', { settings: {}, missingSecrets }, false],
  ['that was never imported', { settings }, false],
  ['with a note of another kind', { settings, missingSecrets: ['stream_key'] }, false],
  ['with a note of another type', { settings, missingSecrets: { stream_key: 1 } }, false],
  [
    'with a note of no setting',
    { settings, missingSecrets: JSON.parse('{"__proto__": "", "constructor": ""}') },
    false,
  ],
])('a publication lacks its secrets: %s', (_, stored, expected) =>
  expect(isKeyless(parseEgressMetadata(stored))).toBe(expected),
);
