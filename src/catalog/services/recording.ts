import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, number, select, textField, withGroup } from '../form/fields.ts';

const DAY_S = 86_400;
/** Of the time as ffmpeg writes it into names. */
const TIMES = /%[YmdHMSjyBbaA]/g;
/** Folders, placeholders of the core, and what disks of other systems do not take. */
const ODD = /[\\/{}%:*?"<>|[\]\p{Cc}]/u;

const TOKEN = /^[0-9a-f]{32}$/;
/** The core gives every file of its disk to whoever knows the name. */
const named = (token: string) => `recording_${token}_`;

// MP4 as fragments, and told when the first is there: a file that is cut off plays up to its last fragment, and the
// header of AAC out of MPEG-TS is known by then. Each is written at once: a file of a small picture would lose 16 s and
// more, measured with ffmpeg 5.1, to what ffmpeg holds back.
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
  category: 'universal',
  requires: { formats: ['segment'], video: ['h264', 'hevc', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus'] },
  reaches: 'disk',
  own: (unguessable) => ({ token: unguessable }),
  fields: {
    token: hidden({ default: '', secret: true }),
    name: textField({
      label: msg('File name'),
      holds: 'address',
      help: msg('%Y, %m, %d, %H, %M and %S stand for the time at which a file begins.'),
      placeholder: 'show_%Y-%m-%d_%H-%M',
      required: true,
      fault: ({ name }) => {
        const bare = String(name).trim().replaceAll(TIMES, '');
        if (ODD.test(bare)) return msg('This character cannot stand in a file name.');
        return bare.length > 100 ? msg('The file name is too long.') : null;
      },
    }),
    container: select({
      label: msg('Container'),
      default: 'mp4',
      options: [
        { value: 'mp4', label: msg('MP4 (plays up to the last second if it is cut off)') },
        { value: 'ts', label: 'MPEG-TS' },
      ],
    }),
    seconds: number({
      label: msg('Length of a file'),
      help: msg('A new file begins when the clock has moved on by this much: with 3600 at every full hour.'),
      unit: msg('seconds'),
      default: 3600,
      min: 10,
      max: DAY_S,
    }),
    ...withGroup(msg('Keep'), {
      'keep.days': number({
        label: msg('Keep for'),
        help: msg('Older files are deleted, whether the recording runs or not. 0: all are kept.'),
        unit: msg('days'),
        default: 0,
        min: 0,
        empty: 0,
      }),
      'keep.files': number({
        label: msg('Keep at most'),
        help: msg('The oldest files are deleted beyond this number, the open one counts. 0: all are kept.'),
        unit: msg('files'),
        default: 0,
        min: 0,
        empty: 0,
      }),
      'keep.gigabytes': number({
        label: msg('Disk space'),
        help: msg('The oldest files are deleted beyond this size while this interface is on screen. 0: all are kept.'),
        unit: msg('GB'),
        default: 0,
        min: 0,
        empty: 0,
      }),
    }),
  },
  outputs: ({ token, name, container, seconds, keep: { days, files } }) => {
    if (!TOKEN.test(token)) return [];
    const limits = { max_files: Math.trunc(files), max_file_age_seconds: Math.round(days * DAY_S) };
    // The second at which it begins makes every name another one, and says when that was in no time zone.
    const file = `${named(token)}%s_${name.trim().replaceAll(/\s+/g, ' ')}.${container}`;
    return [
      {
        address: `{diskfs}/${file}`,
        options: [
          ...['-f', 'segment', '-segment_time', String(seconds), '-segment_atclocktime', '1', '-strftime', '1'],
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
    const lost = container === 'ts' ? streams.find(({ codec }) => !IN_TS.includes(codec)) : undefined;
    return {
      ...(lost ? { container: msg('MPEG-TS does not take these codecs. Choose MP4, or encode.') } : {}),
      ...(files === 1 ? { 'keep.files': msg('One file is always open: keep two at least.') } : {}),
    };
  },
  files: ({ token, seconds, keep }) => (TOKEN.test(token) ? { glob: `/${named(token)}*`, seconds, ...keep } : null),
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
        address: `{diskfs}/recording_${token}_%s_x.ts`,
        options: [...cut('20'), ...(CONTAINERS.get('ts') ?? [])],
        cleanup: rule(2, 0),
      },
    ],
  },
  {
    given: { token, name: 'x', keep: { days: 7, gigabytes: 5 } },
    expect: [
      {
        address: `{diskfs}/recording_${token}_%s_x.mp4`,
        options: [...cut('3600'), ...(CONTAINERS.get('mp4') ?? [])],
        cleanup: rule(0, 7 * DAY_S),
      },
    ],
  },
];
