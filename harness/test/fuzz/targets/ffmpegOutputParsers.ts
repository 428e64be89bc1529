import { createLineSplitter } from '../../../../server/ffmpeg/child.ts';
import { judgeVersion } from '../../../../server/ffmpeg/ffmpegVersion.ts';
import {
  parseBanner,
  parseCodecs,
  parseFilters,
  parseFormats,
  parseHwaccels,
  parseProtocols,
} from '../../../../server/ffmpeg/listings.ts';
import { parsePcmDevices } from '../../../../server/ffmpeg/skills.ts';
import { parseClock, parseStatus } from '../../../../server/ffmpeg/statusLine.ts';
import { parseStreams } from '../../../../server/ffmpeg/streams.ts';
import { parseCpuStats, parseNetwork } from '../../../../server/metrics/procStats.ts';
import { createPacketWatch, refusesPacketWatch } from '../../../../server/process/run/packetWatch.ts';
import { createReport } from '../../../../server/process/run/processLogReport.ts';
import { createRunProgress } from '../../../../server/process/run/runProgress.ts';
import { limit } from '../../../../server/util/limits.ts';
import { parseStatFields } from '../../../../server/util/procFiles.ts';
import { parseStreamDump } from '../../../../src/media/encoding/streamDump.ts';
import { probeStreams } from '../coreParserAdapters.ts';
import { list, record, text, whole } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';
import { listings, logExamples, machine, statusLines } from './ffmpegOutputExamples.ts';

/** Lines are truncated to this length. */
const LINE = limit('ffmpegLine');
const WORDS = [
  ...[
    "Input #0, mov, from '",
    "':",
    'Output #0, flv, to ',
    '  Stream #0:0',
    '[0x100]',
    '(und)',
    ': Video: ',
    ': Audio: ',
  ],
  ...[
    '  Duration: 00:00:10.00, start: ',
    'N/A',
    ', ',
    '(',
    ')',
    '[',
    ']',
    ' 25 fps',
    ' kb/s',
    ' Hz',
    '1280x720',
    'stereo',
  ],
  ...[
    'frame=',
    'fps=',
    'size=',
    'Lsize=',
    'time=',
    'bitrate=',
    'speed=',
    'q=',
    'dup=',
    'drop=',
    'kB',
    'KiB',
    '00:00:01.00',
    '[info] ',
  ],
];
const line = text({ words: WORDS });

const numbersOf = (value: object) => Object.values(value).filter((item) => typeof item === 'number');

const statuses = target({
  name: 'ffmpeg: status lines',
  reads: ['server/ffmpeg/statusLine.ts', 'server/ffmpeg/movingAverage.ts', 'server/process/run/runProgress.ts'],
  kind: list(line, statusLines, 12),
  examples: [statusLines],
  bounds: { growTo: LINE, outputBase: 20_000, output: 400 },
  run(lines) {
    const files = [{ id: 'a', address: 'a', options: [] }];
    const progress = createRunProgress({ input: files, output: files }, 0);
    for (const [i, line] of lines.entries()) {
      const found = parseStatus(line);
      if (found !== null) for (const number of numbersOf(found)) must(number >= 0 || /=\s*-/.test(line), `${number}`);
      must(Number.isFinite(parseClock(line) ?? 0), 'a time that is no number');
      must(progress.line(line, i * 500) === (found !== null), 'a line is a status and is none');
    }
    return progress.progress(lines.length * 500);
  },
  findings: [
    { input: [`frame=1 ${'a'.repeat(60_000)}`], why: 'a long word was read once for each of its letters: seconds' },
    { input: [`frame=1 time=${'4'.repeat(400)}:00:00 size=${'4'.repeat(400)}kB`], why: 'figures were Infinity' },
  ],
});

const dumps = target({
  name: 'ffmpeg: programs, profiles and rotations of a probe',
  reads: ['src/media/encoding/streamDump.ts'],
  kind: list(line, logExamples.flat(), 120),
  examples: [
    logExamples[0] ?? [],
    [
      ...["Input #0, mpegts, from 'x':", '  Program 1 ', '      service_name    : TV'],
      '  Stream #0:1[0x101](deu): Video: h264 (High 4:2:2), yuv422p10le(top first), 25 fps, 50 tbr (default)',
      ...['      displaymatrix: rotation of -90.00 degrees', '      variant_bitrate : 515900'],
    ],
  ],
  bounds: { growTo: LINE, output: 400 },
  run(lines) {
    const found = parseStreamDump(lines);
    must(found.length <= lines.length, 'more streams than lines');
    const keys = found.map(({ index, stream }) => `${index}:${stream}`);
    must(new Set(keys).size === keys.length, 'a stream is listed twice');
    for (const stream of found) {
      for (const number of numbersOf(stream)) must(Number.isFinite(number) && number >= 0, `${number}`);
      must((stream.rotation ?? 90) > 0 && (stream.rotation ?? 90) < 360, 'a rotation that is none');
    }
    return found;
  },
  findings: [{ input: ['Stream #0:0: a: a', `variant_bitrate: ${'2'.repeat(400)}`], why: 'a bitrate was Infinity' }],
});

const announcements = target({
  name: 'ffmpeg: streams and probes',
  reads: ['server/ffmpeg/streams.ts', 'server/ffmpeg/probe.ts'],
  kind: list(line, logExamples.flat(), 120),
  examples: [logExamples[0] ?? [], ...logExamples],
  bounds: { growTo: LINE, output: 400 },
  run(lines) {
    const found = parseStreams(lines);
    must(found.length <= lines.length, 'more streams than lines');
    for (const stream of found) for (const number of numbersOf(stream)) must(number >= 0, `${number}`);
    const probed = probeStreams(lines);
    must(probed.length <= found.length, 'more are probed than there are');
    return probed;
  },
  findings: [
    { input: [`Input #0, x${", from '".repeat(8000)}`], why: 'read as often as there are beginnings of an address' },
    {
      input: ["Input #0, a, from '':", `  Stream #0:0: Video: x, ${'4'.repeat(400)}x3`],
      why: 'a width was Infinity, null in the answer, and the interface took none of it',
    },
  ],
});

const splitting = target({
  name: 'ffmpeg: what it says, cut anywhere',
  reads: ['server/ffmpeg/child.ts', 'server/process/run/processLogReport.ts'],
  kind: record<{ output: string; places: readonly number[] }>({
    output: text({ words: ['\n', '\r', '\r\n', 'é', '💥', '\n\n', '\u0085', ...statusLines] }),
    places: list(whole(4000), [1, 2, 3]),
  }),
  examples: [{ output: `${statusLines.join('\r')}\n`, places: [3, 80] }],
  bounds: { outputBase: 40_000 },
  run({ output, places }) {
    const all = Buffer.from(output);
    const split = (pieces: readonly Buffer[]) => {
      const lines: string[] = [];
      const splitter = createLineSplitter((line) => lines.push(line));
      for (const piece of pieces) splitter.push(piece);
      splitter.end();
      return lines;
    };
    const sorted = [...places.filter((index) => index < all.length), all.length].sort((a, b) => a - b);
    const lines = split([all]);
    const expected = all
      .toString()
      .split(/[\r\n]+/)
      .filter((line) => line !== '');
    if (expected.every(({ length }) => length < LINE)) {
      mustEqual(lines, expected, 'other lines');
      const pieces = sorted.map((to, i) => all.subarray(sorted[i - 1] ?? 0, to));
      mustEqual(split(pieces), lines, 'the cuts make a difference');
    }
    const report = createReport({ maxLines: 10, maxHistory: 2 }, 0);
    for (const line of lines) report.line(line, 0);
    must(report.get().log.length <= 10 && report.get().prelude.length <= 151, 'more lines are kept than may be');
    return JSON.parse(report.json());
  },
  findings: [],
});

const packetLines = [
  ...['#tb 0: 1/90000', '#media_type 0: video', '#tb 1: 1/90000', '#media_type 1: audio'],
  ...Array.from({ length: 12 }, (_, i) => {
    const at = i * 45_000;
    const header = i < 6 ? '80570811' : '8c790897';
    return [
      `0, ${at}, ${at}, 3600, 7850, 4c4b1994, S=2, 1, 00e100e1, 34, ${header}`,
      ...(i < 4 ? [`1, ${at}, ${at}, 1920, 342, 7c05a725, S=1, 1, 00e100e1`] : []),
    ];
  }).flat(),
];

const packets = target({
  name: 'ffmpeg: packets of a live source',
  reads: ['server/process/run/packetWatch.ts'],
  kind: list(
    text({
      words: ['#tb 0: ', '#media_type 1: ', 'audio', 'video', '1/90000', '1/0', ', S=', ', 34, ', '-', '0, ', ', '],
    }),
    packetLines,
    60,
  ),
  examples: [packetLines],
  bounds: { growTo: LINE, output: 400 },
  run(lines) {
    const watched = () => {
      const watch = createPacketWatch();
      return lines.map((line, i) => watch.line(line, i * 500));
    };
    const events = watched();
    mustEqual(watched(), events, 'the same packets tell something else');
    must(events.filter((event) => event === 'audio-lost').length <= 1, 'audio that is lost is lost again');
    for (const [i, event] of events.entries())
      must(event === null || /^\s*\d/.test(lines[i] ?? ''), 'a line without a packet');
    return [events.filter((event) => event !== null), lines.filter(refusesPacketWatch).length];
  },
  findings: [],
});

const machines = target({
  name: 'ffmpeg: listings, and what the machine tells',
  share: 0.3,
  reads: [
    'server/ffmpeg/listings.ts',
    'server/ffmpeg/ffmpegVersion.ts',
    'server/ffmpeg/skills.ts',
    'server/metrics/procStats.ts',
    'server/util/procFiles.ts',
  ],
  kind: text({
    words: [' DEV.LS ', '(decoders: ', ')', '(encoders: ', ' D  ', 'A->A', 'Input:\n', 'Output:\n', ' / ', '\n', '  '],
    most: 6000,
  }),
  examples: [listings[0] ?? '', ...listings, ...machine],
  // The operator's ffmpeg prints it, so it can be odd but not hostile.
  bounds: { output: 200, isAnyNumber: true, growTo: 512 },
  run(output) {
    const codecs = parseCodecs(output);
    for (const { encoders, decoders } of Object.values(codecs).flat()) {
      must(encoders?.length !== 0 && decoders?.length !== 0, 'an empty list of coders');
    }
    const banner = parseBanner(output);
    must(['known', 'untried', 'too old'].includes(judgeVersion(banner.version)), 'no word on the version');
    return [
      codecs,
      banner,
      parseFormats(output),
      parseFilters(output),
      parseProtocols(output),
      parseHwaccels(output),
      parsePcmDevices(output, 'capture'),
      parseCpuStats(output),
      parseNetwork(output),
      parseStatFields(output).length,
    ];
  },
  findings: [],
});

export const ffmpegOutputParsers = [statuses, announcements, dumps, splitting, packets, machines];
