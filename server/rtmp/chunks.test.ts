import { describe, expect, it } from 'vitest';
import { createChunkReader, type Message, writeChunks } from './chunks.ts';

const message = (body: Buffer, timestamp = 7): Message => ({ type: 9, timestamp, streamId: 1, body });
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a written message is read back', () => {
  it.each([
    ['no body', message(Buffer.alloc(0))],
    ['one byte', message(bytesOf(1))],
    ['exactly one chunk', message(bytesOf(128))],
    ['one byte more than a chunk', message(bytesOf(129))],
    ['exactly two chunks', message(bytesOf(256))],
    ['many chunks', message(bytesOf(5_000))],
    ['extended timestamp', message(bytesOf(300), 0x1000000)],
    ['the last timestamp', message(bytesOf(300), 0xffffffff)],
  ])('with %s', (_, message) => {
    const written = writeChunks(message, 6, 128);
    for (const step of [written.length, 1, 7]) {
      const reader = createChunkReader(1e6);
      const read: Message[] = [];
      for (let at = 0; at < written.length; at += step) read.push(...reader.read(written.subarray(at, at + step)));
      expect(read).toEqual([message]);
    }
  });
});

describe('chunk headers of all sizes', () => {
  it.each([
    [
      'delta and new length',
      '06 000064 000001 09 01000000 aa' + '46 000028 000002 09 bbcc',
      [
        [100, 'aa'],
        [140, 'bbcc'],
      ],
    ],
    [
      'delta only',
      '06 000064 000001 09 01000000 aa' + '86 000028 bb',
      [
        [100, 'aa'],
        [140, 'bb'],
      ],
    ],
    [
      'no header repeats the delta',
      '06 000064 000001 09 01000000 aa' + '86 000028 bb' + 'c6 cc',
      [
        [100, 'aa'],
        [140, 'bb'],
        [180, 'cc'],
      ],
    ],
    [
      'chunk stream in two bytes',
      '00 06 000064 000001 09 01000000 aa' + '80 06 000001 bb',
      [
        [100, 'aa'],
        [101, 'bb'],
      ],
    ],
    [
      'chunk stream in three bytes',
      '01 0601 000064 000001 09 01000000 aa' + '81 0601 000001 bb',
      [
        [100, 'aa'],
        [101, 'bb'],
      ],
    ],
    [
      'a timestamp overflow',
      '06 ffffff 000001 09 01000000 fffffff0 aa' + '86 000020 bb',
      [
        [0xfffffff0, 'aa'],
        [16, 'bb'],
      ],
    ],
    [
      'an abort drops the received part',
      `06 000064 000100 09 01000000 ${'aa'.repeat(128)}` +
        '02 000000 000004 02 00000000 00000006' +
        '06 000065 000001 09 01000000 cc',
      [[101, 'cc']],
    ],
  ])('are parsed: %s', (_, bytes, expected) => {
    const read = createChunkReader(1000)
      .read(hex(bytes))
      .filter(({ type }) => type === 9)
      .map(({ timestamp, body }) => [timestamp, body.toString('hex')]);
    expect(read).toEqual(expected);
  });

  it('keep messages of several chunk streams apart', () => {
    const picture = writeChunks(message(bytesOf(200)), 6, 128);
    const sound = writeChunks({ ...message(bytesOf(10)), type: 8 }, 4, 128);
    const read = createChunkReader(1000).read(Buffer.concat([picture.subarray(0, 140), sound, picture.subarray(140)]));
    expect(read.map(({ type, body }) => [type, body.length])).toEqual([
      [8, 10],
      [9, 200],
    ]);
  });
});

describe('the chunk reader rejects', () => {
  it.each([
    ['chunk size 0', '02 000000 000004 01 00000000 00000000'],
    ['chunk size 127', '02 000000 000004 01 00000000 0000007f'],
    ['a chunk stream without a first header', 'c6 aa'],
    ['a message above the limit', '06 000000 0003e9 09 01000000'],
    ['a truncated control message', '02 000000 000002 01 00000000 0000'],
  ])('%s', (_, bytes) => {
    expect(() => createChunkReader(1000).read(hex(bytes))).toThrow();
  });

  it('many unfinished messages at once', () => {
    const startMessage = (id: number) =>
      Buffer.concat([hex(`${(0x40 | id).toString(16)} 000000 0000ff 09`), Buffer.alloc(128)]);
    const reader = createChunkReader(1000);
    const all = Array.from({ length: 9 }, (_, at) => startMessage(at + 3));
    expect(() => reader.read(Buffer.concat(all))).toThrow('unfinished');
  });
});
