import { describe, expect, it } from 'vitest';
import { protocolText, withProtocolTexts } from './protocolText.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('a text that becomes part of a protocol', () => {
  it.each([
    [
      'Every Sunday at ten.\nAll are welcome!\n\nX-Note: bring a friend',
      'Every Sunday at ten. All are welcome! X-Note: bring a friend',
    ],
    ['a\r\nb', 'a b'],
    ['a\tb\0c\x1b[0m', 'a b c [0m'],
    ['a\u0085b\u2028c\u2029d', 'a b c d'],
    ['\n\n', ''],
    ['half \ud800 a pair', 'half  a pair'],
    ['Jazz & Soul „ü“ 🎷', 'Jazz & Soul „ü“ 🎷'],
  ])('is reduced to one line: %j', (text, line) => expect(protocolText(text)).toBe(line));

  it.each([
    ['ü'.repeat(10), 9, 'ü'.repeat(4)],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 30, '👩‍👩‍👧‍👦'],
    ['e\u0301e\u0301', 4, 'e\u0301'],
    ['ab cd', 3, 'ab'],
    ['abc', 3, 'abc'],
  ])('is cut at a whole character: %s to %d bytes', (text, most, cut) => {
    expect(protocolText(text, most)).toBe(cut);
    expect(bytes(cut)).toBeLessThanOrEqual(most);
  });
});

const LONG = 'ü'.repeat(3_000);

it.each([
  [
    ['-ice_description', 'a\n\nAuthorization: b'],
    ['-ice_description', 'a Authorization: b'],
  ],
  [
    ['-ice_name', LONG],
    ['-ice_name', 'ü'.repeat(60)],
  ],
  [
    ['-ice_description', LONG],
    ['-ice_description', 'ü'.repeat(230)],
  ],
  [
    ['-user_agent', 'a\r\nX: y'],
    ['-user_agent', 'a X: y'],
  ],
  [
    ['-http_user_agent', 'a\nb'],
    ['-http_user_agent', 'a b'],
  ],
  [
    ['-metadata', `service_name=${LONG}`],
    ['-metadata', `service_name=${'ü'.repeat(60)}`],
  ],
  [
    ['-metadata', 'service_provider=a\nb'],
    ['-metadata', 'service_provider=a b'],
  ],
  [
    ['-metadata', `title=${LONG}`],
    ['-metadata', `title=${'ü'.repeat(2_000)}`],
  ],
  [
    ['-metadata', 'title=a=b\nc'],
    ['-metadata', 'title=a=b c'],
  ],
  [
    ['-headers', 'A: b\r\nC: d\x07e\r\n\r\n'],
    ['-headers', 'A: b\r\nC: d e\r\n'],
  ],
  [
    ['-cookies', 'a=b\nc'],
    ['-cookies', 'a=b c'],
  ],
  [
    ['-hls_key_info_file', ' /a b '],
    ['-hls_key_info_file', ' /a b '],
  ],
  [
    ['-rtmp_playpath', 'k'.repeat(300)],
    ['-rtmp_playpath', 'k'.repeat(300)],
  ],
])('an ffmpeg option and its value are cleaned: %j', (options, cleaned) =>
  expect(withProtocolTexts(options)).toEqual(cleaned),
);

it.each([LONG, 'x'.repeat(199), '👨‍👩‍👧‍👦'.repeat(200)])('Icecast texts stay small enough for ffmpeg: %s', (text) => {
  const headers = { name: 'Ice-Name', description: 'Ice-Description', url: 'Ice-URL', genre: 'Ice-Genre' };
  const options = withProtocolTexts(Object.keys(headers).flatMap((key) => [`-ice_${key}`, text]));
  const texts = options.filter((_, i) => i % 2 === 1);
  expect(bytes(`${Object.values(headers).join(': \r\n')}: \r\nIce-Public: 1\r\n${texts.join('')}`)).toBeLessThan(1_000);
});
