import { expect, it } from 'vitest';
import { parseMimeTypes } from './mime.ts';

const own = '# my types\ntext/x-own  own OWN2 # two of them\nvideo/special\tts\r\n\nno/extension\n';

it.each([
  ['/a.own', 'text/x-own'],
  ['/a.own2', 'text/x-own'],
  ['/a.ts', 'video/special'],
  ['/a.m3u8', 'application/vnd.apple.mpegurl'],
  ['/a.unknown', 'application/data'],
  ['/own', 'application/data'],
])("%s has type %s by an operator's list", (name, type) => expect(parseMimeTypes(own)(name)).toBe(type));

it('the built-in types apply without a list', () => expect(parseMimeTypes('')('/a.ts')).toBe('video/MP2T'));

it.each(['/a.constructor', '/a.toString', '/a.__proto__'])('%s has an unknown extension', (name) =>
  expect(parseMimeTypes('')(name)).toBe('application/data'),
);
