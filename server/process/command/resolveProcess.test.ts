import { describe, expect, it } from 'vitest';
import { buildFfmpegArguments } from '../../ffmpeg/ffmpegArguments.ts';
import { createBlankConfig, patchConfig } from '../store/processConfig.ts';
import { placeholders } from '../testing.ts';
import { fillPlaceholders, resolveProcess } from './resolveProcess.ts';

const resolveNone = () => null;

describe('placeholders', () => {
  const values = new Map([
    ['memfs', () => 'http://admin:pw@127.0.0.1:8080/memfs'],
    ['processid', () => 'p$&1'],
  ]);
  it.each([
    ['{memfs}/a', 'http://admin:pw@127.0.0.1:8080/memfs/a'],
    ['{unknown} {Memfs} {}', '{unknown} {Memfs} {}'],
    ['{memfs^:}/a', String.raw`http\\://admin\\:pw@127.0.0.1\\:8080/memfs/a`],
    // special characters of `String.replace`
    ['{processid}', 'p$&1'],
    ['{processid^$}', String.raw`p\\$&1`],
  ])('are filled in %s', (text, expected) => expect(fillPlaceholders(text, values)).toBe(expected));
});

it('placeholders resolve in the same places as in the real core', () => {
  // Recorded case "placeholders: how addresses are resolved".
  const config = patchConfig(createBlankConfig(), {
    id: 'rec:ph',
    reference: 'ref1',
    input: [
      { id: 'in_{processid}', address: '{rtmp,name=ch1}', options: ['{memfs}/i', '{rtmp,name=x}', '{inputid}'] },
      { id: 'i2', address: '{srt,name=ch1}', options: [] },
      { id: 'i3', address: '{srt,name=ch1,latency=50000}', options: [] },
      { id: 'i4', address: '{rtmp,name=$reference.stream}', options: [] },
      { id: 'i5', address: '{fs:mem}/x {fs:disk}/y {unknown} {memfs^:}', options: [] },
    ],
    output: [
      { id: 'o1', address: '{diskfs}/{processid}_{outputid}_{reference}.mp4', options: ['{memfs}/o'] },
      { id: 'o2', address: '{rtmp,name={processid}}', options: [] },
      { id: 'o3', address: '{srt,name=ch1}', options: [] },
      { id: 'o4', address: '[f=hls]{memfs}/a.m3u8|[f=flv]{rtmp,name=t}', options: [] },
    ],
    options: ['-x', '{diskfs}/g', '{memfs}/g', '{processid}'],
  });
  const memfs = 'http://admin:pw@127.0.0.1:18080/memfs';
  const srt = 'srt://127.0.0.1:16000?mode=caller&transtype=live';
  expect(buildFfmpegArguments(resolveProcess(config, placeholders, resolveNone))).toEqual([
    ...['-x', '/srv/disk/g', '{memfs}/g', '{processid}'],
    ...[`${memfs}/i`, '{rtmp,name=x}', 'in_rec:ph', '-i', 'rtmp://127.0.0.1:11935/live/ch1?token=t1'],
    ...['-i', `${srt}&latency=20000&streamid=ch1,mode:request,token:t2`],
    ...['-i', `${srt}&latency=50000&streamid=ch1,mode:request,token:t2`],
    ...['-i', 'rtmp://127.0.0.1:11935/live/ref1.stream?token=t1'],
    '-i',
    String.raw`${memfs}/x /srv/disk/y {unknown} http\\://admin\\:pw@127.0.0.1\\:18080/memfs`,
    ...[`${memfs}/o`, '/srv/disk/rec:ph_o1_ref1.mp4'],
    'rtmp://127.0.0.1:11935/live/{processid?token=t1}',
    `${srt}&latency=20000&streamid=ch1,mode:publish,token:t2`,
    `[f=hls]${memfs}/a.m3u8|[f=flv]rtmp://127.0.0.1:11935/live/t?token=t1`,
  ]);
});

describe('placeholders with secrets in an address', () => {
  const memfs = 'http://admin:pw@127.0.0.1:18080/memfs';
  const addressOf = (address: string, options: string[] = []) =>
    buildFfmpegArguments(
      resolveProcess(
        patchConfig(createBlankConfig(), { input: [{ address: 'a' }], output: [{ address, options }] }),
        placeholders,
        resolveNone,
      ),
    ).slice(options.length + 2);

  it.each([
    'rtmp://live.example/app/{memfs}',
    'rtmp://live.example/app/{rtmp,name=x}',
    'rtmp://live.example/app/x|{memfs}',
    'icecast://source:{fs:mem}@host/mount',
    'srt://host:1?streamid={srt,name=x}',
    'http://host/{diskfs}/{fs:disk}{memfs^:}',
  ])('stay unfilled for the foreign host %s', (address) => expect(addressOf(address)).toEqual([address]));

  it.each<[string, string, string[]]>([
    ['{memfs}/a://{memfs}', `${memfs}/a://{memfs}`, []],
    ['[f=flv]rtmp://h/{memfs}|[f=hls]{memfs}/a', `[f=flv]rtmp://h/{memfs}|[f=hls]${memfs}/a`, ['-f', 'tee']],
    ['tee://h/x|{memfs}/a', `tee://h/x|${memfs}/a`, ['-f', 'tee']],
    ['concat:http://h/{memfs}|{memfs}/b', `concat:http://h/{memfs}|${memfs}/b`, []],
    ['async:{memfs}/a', `async:${memfs}/a`, []],
  ])('are filled per part of the list %s', (address, filled, options) =>
    expect(addressOf(address, options)).toEqual([filled]),
  );
});

it('cleanup patterns have only the id placeholders', () => {
  const config = patchConfig(createBlankConfig(), {
    id: 'p',
    reference: 'r',
    input: [{ address: 'a' }],
    output: [{ id: 'o', address: '-', cleanup: [{ pattern: 'memfs:/{processid}_{outputid}_{reference}_{memfs}*' }] }],
  });
  expect(resolveProcess(config, placeholders, resolveNone).rules[0]?.pattern).toBe('memfs:/p_o_r_{memfs}*');
});

describe('a reference to another process', () => {
  const outputs = [{ id: 'out', address: '/srv/disk/a.mp4', options: [] }];
  const refer = (address: string) =>
    resolveProcess(
      patchConfig(createBlankConfig(), {
        id: 'self',
        input: [{ id: 'in', address }],
        output: [{ id: 'o', address: '-' }],
      }),
      placeholders,
      (id) => (id === 'other:1' ? outputs : null),
    );

  it('resolves to its output address', () =>
    expect(refer('#other:1:output=out').input[0]?.address).toBe('/srv/disk/a.mp4'));

  it.each([
    ['', "reference error for '#self:in': empty address"],
    ['#other', "reference error for '#self:in': invalid format (#other)"],
    ['#no:output=x', "reference error for '#self:in': unknown process 'no' (#no:output=x)"],
    ['#self:output=o', "reference error for '#self:in': self-reference not possible (#self:output=o)"],
    [
      '#other:1:output=zzz',
      "reference error for '#self:in': the process 'other:1' has no outputs with the ID 'zzz' (#other:1:output=zzz)",
    ],
  ])('fails for %s: %s', (address, message) => expect(() => refer(address)).toThrow(message));
});
