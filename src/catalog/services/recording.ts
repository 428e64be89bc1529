import { msg, properName } from '../../i18n/msg.ts';
import { protocolText } from '../../media/process/protocolText.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, select, selectOrCustom, textField } from '../form/fields.ts';

const DAY_S = 86_400;
const TIMES = /%[YmdHMSjyBbaA]/g;
/** Path separators, placeholders of the core, and characters that other file systems reject. */
const ODD = /[\\/{}%:*?"<>|[\]\p{Cc}]/gu;
/** UTF-8 bytes. File systems allow 255, of which some are added. */
const LONGEST_NAME_BYTES = 160;
/** With a dot, as other file systems reject colons. */
const MOMENT = '%Y-%m-%d %H.%M';

const fileNameOf = (channelName: string): string =>
  protocolText(channelName.replaceAll(ODD, ' ').replaceAll(/\s+/g, ' '), LONGEST_NAME_BYTES) || 'Recording';

const dated = (name: string): string => (name.replaceAll(TIMES, '') === name ? `${name} ${MOMENT}` : name);

const TOKEN = /^[0-9a-f]{32}$/;
/** Random, as the core serves every file on its disk to anybody who knows the name. */
const named = (token: string) => `recording_${token}_`;

// Fragmented MP4 with a delayed header, as AAC from MPEG-TS is unknown before. A file that is cut off plays up to its
// last fragment. Without flush_packets, ffmpeg 5.1 held back 16 s and more of small pictures (measured).
const CONTAINERS = new Map<string, readonly string[]>(
  Object.entries({
    mp4: [
      ...['-segment_format', 'mp4'],
      ...['-segment_format_options', 'movflags=+frag_keyframe+delay_moov+default_base_moof:flush_packets=1'],
    ],
    ts: ['-segment_format', 'mpegts', '-segment_format_options', 'flush_packets=1'],
  }),
);

const IN_TS = ['h264', 'hevc', 'aac', 'mp3'];

export const recordingService = defineService({
  id: 'recording',
  name: msg('File recording'),
  words: ['record', 'file', 'disk', 'save', 'archive', 'mp4'],
  category: 'universal',
  requires: { formats: ['segment'], video: ['h264', 'hevc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus'] },
  reaches: 'disk',
  own: (unguessable) => ({ token: unguessable }),
  begins: (channelName) => ({ name: fileNameOf(channelName) }),
  fields: {
    token: hidden({ default: '', secret: true }),
    name: textField({
      label: msg('File name'),
      holds: 'address',
      help: msg('Date and time are added to it.'),
      required: true,
      fault: ({ name }) => {
        const base = String(name).trim().replaceAll(TIMES, '');
        if (base.search(ODD) >= 0) return msg('This character cannot stand in a file name.');
        return new TextEncoder().encode(base).length > LONGEST_NAME_BYTES ? msg('The file name is too long.') : null;
      },
    }),
    seconds: selectOrCustom({
      label: msg('Length of a file'),
      help: msg('The next file begins by the clock: with 1 hour, at every full hour.'),
      unit: 's',
      default: '3600',
      options: [
        { value: '600', label: msg('10 minutes') },
        { value: '1800', label: msg('30 minutes') },
        { value: '3600', label: msg('1 hour') },
        { value: '10800', label: msg('3 hours') },
        { value: '21600', label: msg('6 hours') },
        { value: '86400', label: msg('1 day') },
      ],
      figure: { min: 10, max: DAY_S },
    }),
    'keep.days': selectOrCustom({
      label: msg('Keep files'),
      help: msg('With a limit, older files are deleted automatically.'),
      unit: msg('days'),
      default: '0',
      options: [
        { value: '0', label: msg('All of them') },
        { value: '1', label: msg('1 day') },
        { value: '7', label: msg('1 week') },
        { value: '30', label: msg('30 days') },
        { value: '365', label: msg('1 year') },
      ],
      figure: { min: 0, max: 36_500, step: 0.01 },
    }),
    container: select({
      label: msg('Type of file'),
      default: 'mp4',
      options: [
        { value: 'mp4', label: msg('MP4 (plays up to the last second if it is cut off)') },
        { value: 'ts', label: properName('MPEG-TS') },
      ],
      advanced: true,
    }),
    'keep.files': selectOrCustom({
      label: msg('Keep at most'),
      help: msg('Deletes the oldest files beyond this number. The file that is being written counts.'),
      unit: msg('files'),
      default: '0',
      options: [{ value: '0', label: msg('No limit') }, '10', '50', '200'],
      figure: { min: 0, max: 100_000 },
      advanced: true,
    }),
    'keep.gigabytes': selectOrCustom({
      label: msg('Disk space'),
      help: msg('Deletes the oldest files beyond this size, but only while this interface is open in a browser.'),
      unit: msg('GB'),
      default: '0',
      options: [{ value: '0', label: msg('No limit') }, '10', '50', '200'],
      figure: { min: 0, max: 1_000_000, step: 0.1 },
      advanced: true,
    }),
  },
  outputs: ({ token, name, container, seconds, keep: { days, files } }) => {
    if (!TOKEN.test(token)) return [];
    const limits = { max_files: Math.trunc(Number(files)), max_file_age_seconds: Math.round(Number(days) * DAY_S) };
    // %s (Unix seconds) makes every name unique, regardless of the time zone.
    const file = `${named(token)}%s_${dated(name.trim().replaceAll(/\s+/g, ' '))}.${container}`;
    return [
      {
        address: `{diskfs}/${file}`,
        options: [
          ...['-f', 'segment', '-segment_time', seconds, '-segment_atclocktime', '1', '-strftime', '1'],
          ...['-reset_timestamps', '1', ...(CONTAINERS.get(container) ?? [])],
        ],
        cleanup:
          limits.max_files === 0 && limits.max_file_age_seconds === 0
            ? []
            : [{ pattern: `diskfs:/${named(token)}*`, ...limits, purge_on_delete: false }],
      },
    ];
  },
  faults: ({ container, keep: { files } }, { streams }) => {
    const unsupported = container === 'ts' ? streams.find(({ codec }) => !IN_TS.includes(codec)) : undefined;
    return {
      ...(unsupported ? { container: msg('MPEG-TS does not take these codecs. Choose MP4, or encode.') } : {}),
      ...(Number(files) === 1 ? { 'keep.files': msg('One file is always open: keep two at least.') } : {}),
    };
  },
  files: ({ token, seconds, keep: { days, files, gigabytes } }) =>
    TOKEN.test(token)
      ? {
          glob: `/${named(token)}*`,
          ...{ seconds: Number(seconds), days: Number(days), files: Number(files), gigabytes: Number(gigabytes) },
        }
      : null,
});

const token = '0123456789abcdef0123456789abcdef';
const cut = (seconds: string) => [
  ...['-f', 'segment', '-segment_time', seconds, '-segment_atclocktime', '1', '-strftime', '1'],
  ...['-reset_timestamps', '1'],
];
const rule = (max_files: number, max_file_age_seconds: number) => [
  { pattern: `diskfs:/recording_${token}_*`, max_files, max_file_age_seconds, purge_on_delete: false },
];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { name: 'show' }, expect: [] },
  { given: { name: 'show', token: '*' }, expect: [] },
  {
    given: { token, name: ' Late  show_%Y-%m-%d ' },
    expect: [
      {
        address: `{diskfs}/recording_${token}_%s_Late show_%Y-%m-%d.mp4`,
        options: [...cut('3600'), ...(CONTAINERS.get('mp4') ?? [])],
        cleanup: [],
      },
    ],
  },
  {
    given: { token, name: 'x', container: 'ts', seconds: '20', keep: { days: 0, files: '2' } },
    expect: [
      {
        address: `{diskfs}/recording_${token}_%s_x %Y-%m-%d %H.%M.ts`,
        options: [...cut('20'), ...(CONTAINERS.get('ts') ?? [])],
        cleanup: rule(2, 0),
      },
    ],
  },
  {
    given: { token, name: 'x', keep: { days: 7, gigabytes: 5 } },
    expect: [
      {
        address: `{diskfs}/recording_${token}_%s_x %Y-%m-%d %H.%M.mp4`,
        options: [...cut('3600'), ...(CONTAINERS.get('mp4') ?? [])],
        cleanup: rule(0, 7 * DAY_S),
      },
    ],
  },
];
