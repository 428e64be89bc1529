import { expect, it } from 'vitest';
import { duplicatesAmong, placesOf } from './duplicateDestinations.ts';

const out = (address: string, ...options: string[]) => ({ address, options });

it.each([
  ['the same address', out('rtmp://h/app/KEY'), out(' rtmp://h/app/KEY '), true],
  ['another key', out('rtmp://h/app/KEY'), out('rtmp://h/app/KEY2'), false],
  ['the same key as an option', out('rtmp://h/a/KEY'), out('rtmp://h/a/', '-f', 'flv', '-rtmp_playpath', 'KEY'), true],
  ['one server with two keys', out('rtmp://h/', '-rtmp_playpath', 'A'), out('rtmp://h/', '-rtmp_playpath', 'B'), false],
  [
    'application and key as options',
    out('rtmp://h/a/b/c/', '-rtmp_app', 'a/b/c', '-rtmp_playpath', 'KEY'),
    out('rtmp://h/a/b/c/KEY'),
    true,
  ],
  ['another case of the key', out('rtmp://h/app/key'), out('rtmp://h/app/KEY'), false],
  ['the same file', out('{diskfs}/a.ts'), out('{diskfs}/a.ts'), true],
  ['nowhere', out('-'), out('-'), false],
])('two destinations are the same or not: %s', (_, own, other, same) => {
  const others = [{ id: '2', name: 'Other', places: placesOf([other]) }];
  expect(duplicatesAmong(placesOf([own]), others)).toEqual(same ? ['Other'] : []);
});
