import { buildFfmpegArguments } from '../../../../server/ffmpeg/ffmpegArguments.ts';
import { checkAddresses } from '../../../../server/process/command/checkAddresses.ts';
import { fillPlaceholders, resolveProcess } from '../../../../server/process/command/resolveProcess.ts';
import { parseCleanupTarget } from '../../../../server/process/run/fileCleanup.ts';
import { createBlankConfig, ProcessPatch, patchConfig } from '../../../../server/process/store/processConfig.ts';
import { Refusal } from '../../../../server/process/store/refusal.ts';
import { json, record, text } from '../kinds.ts';
import { must, unless } from '../must.ts';
import { target } from '../target.ts';
import { processBody } from './httpBodyExamples.ts';

const DISK = '/data';
const placeholders = {
  memfs: 'http://admin:p%40ss@localhost:8080/memfs',
  diskfs: DISK,
  rtmp: (name: string) => `rtmp://localhost:1935/${name}?token=t`,
  srt: (name: string, mode: string, latency = '20000') =>
    `srt://localhost:6000?mode=caller&latency=${latency}&streamid=${name},mode:${mode}`,
};
const WORDS = [
  ...[
    '{memfs}',
    '{diskfs}',
    '{fs:disk}',
    '{processid}',
    '{reference}',
    '{outputid}',
    '{rtmp,name=',
    '{srt,name=x',
    ',latency=',
  ],
  ...[
    '}',
    '{',
    '^:',
    '^',
    ',',
    '=',
    '$processid',
    '$',
    '#',
    ':output=',
    '|',
    '[f=hls]',
    '/data/',
    'file:',
    '../',
    '/dev/',
  ],
];

const filling = target({
  name: 'process: placeholders',
  reads: ['server/process/command/resolveProcess.ts'],
  kind: text({ words: WORDS }),
  examples: ['{memfs}/{processid}.m3u8', '{rtmp,name=$processid}', '[f=hls]{memfs^:}/a|x', '{srt,name=a,latency=5}'],
  bounds: { output: 40 },
  run(template) {
    const values = new Map([
      ['memfs', () => placeholders.memfs],
      ['fs:mem', () => placeholders.memfs],
      ['processid', () => 'p'],
      ['rtmp', (parameters: ReadonlyMap<string, string>) => placeholders.rtmp(parameters.get('name') ?? '')],
    ]);
    const filled = fillPlaceholders(template, values, { variables: new Map([['processid', 'p']]) });
    must(template.includes('{') || filled === template, 'it fills in where there is nothing to fill');
    const rule = parseCleanupTarget(filled);
    must(rule === null || filled.endsWith(rule.glob), 'a rule of another pattern');
    return filled;
  },
  findings: [{ input: '{a,'.repeat(100_000), why: 'each brace looked for its end in all that follows: minutes' }],
});

const inDisk = (address: string) => {
  const path = address.replace(/^file:(?:\/\/)?/, '').replace(/^\/+/, '/');
  return path === '-' || /^[a-z][a-z0-9+.-]*:\//i.test(path) || path.startsWith(`${DISK}/`) || path.startsWith('/dev/');
};

const others = (id: string) => (id === 'other' ? [{ id: 'out', address: '{memfs}/other.m3u8', options: [] }] : null);
const isPrivate = (file: string) => file === '/data/secret';
const access = { input: { allow: [], block: ['^file:', '^/etc'] }, output: { allow: [], block: ['^rtmp://evil'] } };

const starting = target({
  name: 'process: what reaches ffmpeg',
  reads: [
    'server/process/command/checkAddresses.ts',
    'server/process/command/checkAddresses.ts',
    'server/process/command/resolveProcess.ts',
    'server/process/run/fileCleanup.ts',
    'server/ffmpeg/ffmpegArguments.ts',
  ],
  kind: record({ body: json, input: text({ words: WORDS }), output: text({ words: WORDS }) }),
  examples: [
    { body: JSON.parse(processBody), input: '#other:output=out', output: '{memfs}/x.m3u8' },
    {
      body: JSON.parse(processBody),
      input: 'rtmp://host:1935/live/x',
      output: '[f=hls]{memfs^:}/a.m3u8|[f=mpegts]/data/b.ts',
    },
    { body: JSON.parse(processBody), input: 'file:/data/a.mp4', output: '{diskfs}/a.mp4' },
  ],
  bounds: { output: 60 },
  run({ body, input, output }) {
    const patch = ProcessPatch.safeParse(body);
    if (!patch.success) return 'not a process';
    const config = patchConfig({ ...createBlankConfig(), id: 'p' }, patch.data);
    const stored = {
      ...config,
      input: config.input.map((entry) => ({ ...entry, address: input })),
      output: config.output.map((entry) => ({ ...entry, address: output })),
    };
    const isRefusal = (error: unknown) => error instanceof Refusal;
    const resolved = unless(isRefusal, () => resolveProcess(stored, placeholders, others));
    if (resolved === null) return 'not resolved';
    const isTaken =
      unless(isRefusal, () => checkAddresses('p', resolved, { access, diskDir: DISK, isPrivate }) ?? true) !== null;
    if (isTaken) {
      for (const { address } of resolved.input) must(!/^file:|^\/etc/.test(address), () => `${address} was blocked`);
      for (const { address } of resolved.output) {
        must(address.trim() !== '', 'an output without an address');
        if (!address.includes('|') && !address.startsWith('[')) must(inDisk(address), () => `${address} is written`);
      }
    }
    return buildFfmpegArguments(resolved);
  },
  findings: [],
});

export const processes = [filling, starting];
