import { msg } from '../../i18n/msg.ts';
import { has } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { multiselect, number, numberOrNone, select, toggle } from '../form/fields.ts';
import { type AnalysisKind, analyzedAs, withHeading } from './pullConditions.ts';

const FLAGS = [
  'discardcorrupt',
  'fastseek',
  'genpts',
  'igndts',
  'ignidx',
  'nobuffer',
  'nofillin',
  'noparse',
  'sortdts',
];

const duration = (of: AnalysisKind, byDefault: number, help: string) =>
  numberOrNone({
    label: msg('Analysis duration (analyzeduration)'),
    unit: msg('µs'),
    unset: msg('Automatic'),
    help,
    ...{ default: byDefault, min: 1, advanced: true },
    when: (settings) => analyzedAs(settings) === of,
  });

/** How ffmpeg reads whatever comes, by the keys that installations have. */
export const readingFields = {
  ...withHeading(msg('Reading'), {
    'general.fflags': multiselect({
      label: msg('Input flags (fflags)'),
      default: ['genpts'],
      options: FLAGS,
      advanced: true,
    }),
    'general.thread_queue_size': number({
      label: msg('Thread queue size'),
      unit: msg('packets'),
      ...{ default: 512, min: 0, advanced: true },
    }),
    'general.probesize': numberOrNone({
      label: msg('Data to analyze (probesize)'),
      unit: msg('bytes'),
      unset: msg('Automatic'),
      help: msg('How much ffmpeg reads to find all streams. More helps when one is missing, but starts later.'),
      ...{ default: 5_000_000, min: 32, advanced: true },
    }),
    'general.max_probe_packets': number({
      label: msg('Packets to analyze (max_probe_packets)'),
      unit: msg('packets'),
      ...{ default: 2500, min: 1, advanced: true },
    }),
    'general.analyzeduration': duration('other', 5_000_000, msg('How long ffmpeg looks for streams before it starts.')),
    'general.analyzeduration_rtmp': duration(
      'rtmp',
      3_000_000,
      msg('How long ffmpeg looks for streams before it starts. Automatic is 3 s for a stream that is pulled.'),
    ),
    'general.analyzeduration_http': duration(
      'http',
      20_000_000,
      msg('How long ffmpeg looks for streams before it starts. Automatic is 20 s for a stream that is pulled.'),
    ),
  }),
  ...withHeading(msg('Timestamps'), {
    'general.copyts': toggle({
      label: msg("Keep the source's timestamps (copyts)"),
      help: msg('When off, timestamps start at zero and jumps are evened out.'),
      advanced: true,
    }),
    'general.start_at_zero': toggle({
      label: msg('Start at zero (start_at_zero)'),
      help: msg("Only has an effect together with the source's timestamps."),
      advanced: true,
    }),
    'general.use_wallclock_as_timestamps': toggle({
      label: msg('Use the clock of the server (use_wallclock_as_timestamps)'),
      help: msg('For sources whose own timestamps are wrong.'),
      advanced: true,
    }),
    'general.avoid_negative_ts': select({
      label: msg('Negative timestamps (avoid_negative_ts)'),
      default: 'auto',
      options: [
        { value: 'auto', label: msg('Automatic') },
        { value: 'make_non_negative', label: msg('Shift only if there are any') },
        { value: 'make_zero', label: msg('Shift so that the first is zero') },
        { value: 'disabled', label: msg('Leave as they are') },
      ],
      advanced: true,
      when: (_, { ffmpeg }) => has('negativeTimesOfInputs', ffmpeg),
    }),
  }),
};
