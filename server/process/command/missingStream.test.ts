import { expect, it } from 'vitest';
import { findMappedStreams, replaceBySilence, USUAL_SILENCE } from './missingStream.ts';

it.each([
  [
    'those of a channel',
    '-dn -sn -map 0:0 -codec:v copy -map 0:1 -codec:a copy -f hls',
    [
      { map: '0:0', input: 0, type: 'video' },
      { map: '0:1', input: 0, type: 'audio' },
    ],
  ],
  [
    'a type',
    '-map 0:v -map 0:a:1 -c copy',
    [
      { map: '0:v', input: 0, type: 'video' },
      { map: '0:a:1', input: 0, type: 'audio' },
    ],
  ],
  ['the older names of coders', '-map 1:0 -acodec aac', [{ map: '1:0', input: 1, type: 'audio' }]],
  [
    'a PID and a language',
    '-map 0:i:0x100 -codec:v copy -map 0:i:0x101 -codec:a copy -map 0:a:m:language:deu -codec:a copy',
    [
      { map: '0:i:0x100', input: 0, type: 'video' },
      { map: '0:i:0x101', input: 0, type: 'audio' },
      { map: '0:a:m:language:deu', input: 0, type: 'audio' },
    ],
  ],
  ['a map without a codec', '-map 0:2', [{ map: '0:2', input: 0, type: null }]],
  ['optional maps, labels and programs', '-map 0:1? -map [v] -map 0:p:1', []],
])('findMappedStreams finds %s', (_, options, found) => {
  expect(
    findMappedStreams([{ options: options.split(' ') }]).map(({ map, input, type }) => ({ map, input, type })),
  ).toEqual(found);
});

const process = (options: string) => ({
  options: ['-y'],
  input: [{ id: 'input_0', address: 'x', options: [] }],
  output: [{ id: 'output_0', address: 'y', options: options.split(' ') }],
  rules: [],
});

it.each([
  [
    'copied audio',
    '-map 0:0 -codec:v copy -map 0:1 -codec:a copy -f hls',
    '-map 0:0 -codec:v copy -map 1:0 -codec:a aac -b:a 64k -f hls -shortest',
  ],
  [
    'encoded audio with its settings',
    '-map 0:0 -codec:v copy -map 0:1 -codec:a libmp3lame -b:a 128k -shortest -f hls',
    '-map 0:0 -codec:v copy -map 1:0 -codec:a libmp3lame -b:a 128k -shortest -f hls',
  ],
])('silence replaces %s', (_, options, expected) => {
  const replaced = replaceBySilence(process(options), new Set(['0:1']), USUAL_SILENCE);
  expect(replaced.output[0]?.options.join(' ')).toBe(expected);
  expect(replaced.input[1]).toEqual({ id: 'silence', address: 'anullsrc=r=44100:cl=stereo', options: ['-f', 'lavfi'] });
});

it('a process whose video is missing stays unchanged', () => {
  const entry = process('-map 0:0 -codec:v copy -map 0:1 -codec:a copy -f hls');
  expect(replaceBySilence(entry, new Set(['0:0']), USUAL_SILENCE)).toBe(entry);
});
