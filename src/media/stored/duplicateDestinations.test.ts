import { expect, it } from 'vitest';
import { duplicatesAmong, placesOf } from './duplicateDestinations.ts';

const one = (address: string, ...options: string[]) => ({ address, options });

it.each([
  ['the same address', one('rtmp://h/app/KEY'), one(' rtmp://h/app/KEY '), true],
  ['another key', one('rtmp://h/app/KEY'), one('rtmp://h/app/KEY2'), false],
  ['the same key as an option', one('rtmp://h/a/KEY'), one('rtmp://h/a/', '-f', 'flv', '-rtmp_playpath', 'KEY'), true],
  ['one server, two keys', one('rtmp://h/', '-rtmp_playpath', 'A'), one('rtmp://h/', '-rtmp_playpath', 'B'), false],
  [
    'application and key as options',
    one('rtmp://h/a/b/c/', '-rtmp_app', 'a/b/c', '-rtmp_playpath', 'KEY'),
    one('rtmp://h/a/b/c/KEY'),
    true,
  ],
  ['another case of the key', one('rtmp://h/app/key'), one('rtmp://h/app/KEY'), false],
  ['one file', one('{diskfs}/a.ts'), one('{diskfs}/a.ts'), true],
  ['nowhere', one('-'), one('-'), false],
])('two destinations are the same or not: %s', (_, own, other, same) => {
  const others = [{ id: '2', name: 'Other', places: placesOf([other]) }];
  expect(duplicatesAmong(placesOf([own]), others)).toEqual(same ? ['Other'] : []);
});
