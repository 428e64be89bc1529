import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type FieldFaults } from '../form/defineCatalogEntry.ts';
import { type Settings, secret, select, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, valueAt, withValue } from '../form/fieldValues.ts';
import {
  addressWithLogin,
  amountField,
  bitSpelling,
  loginFields,
  mp4Tags,
  optionArguments,
  serverFields,
  setOptions,
  storedChoice,
  typedAddress,
} from './helpers/ffmpegOptionFields.ts';
import { inFolder, signedUploadOf, withoutDollars } from './helpers/signedUpload.ts';

const INIT_NAME = 'init-stream$RepresentationID$.$ext$';
const SEGMENT_NAME = 'chunk-stream$RepresentationID$-$Number%05d$.$ext$';

const seconds = msg('seconds');
const advanced = true;
const figure = (label: string, fallback = '', unit?: string) =>
  amountField({ label, default: fallback, advanced, ...(unit === undefined ? {} : { unit }) });
const rate = (label: string) => amountField({ label, min: 0.5, max: 1.5, decimals: true, advanced });
const line = (label: string, fallback = '') => textField({ label, default: fallback, advanced });
const whole = (settings: Settings) => !isSwitchedOn(settings, 'options.streaming');

const transferFields = {
  'options.method': select({ label: msg('Method'), default: 'PUT', advanced, options: ['PUT', 'POST'] }),
  'options.http_user_agent': line(msg('User agent')),
  'options.http_opts': secret({ label: msg('Further HTTP options'), advanced }),
  'options.http_persistent': toggle({ label: msg('Keep the connection open'), advanced }),
  'options.timeout': figure(msg('Timeout'), '', seconds),
  'options.ignore_io_errors': toggle({ label: msg('Continue after failed transfers'), advanced }),
  'options.streaming': toggle({ label: msg('Send segments while they are written'), default: true, advanced }),
};
const segmentsFields = {
  'options.seg_duration': figure(msg('Segment duration'), '2', seconds),
  'options.frag_duration': figure(msg('Fragment duration'), '', seconds),
  'options.frag_type': line(msg('Fragments by')),
  'options.dash_segment_type': select({
    ...{ label: msg('Segment type'), default: 'auto', advanced },
    // WebM supports neither H.264 nor AAC.
    options: ['auto', 'mp4', storedChoice('webm')],
  }),
  'options.init_seg_name': line(msg('Name of the initialization segment'), INIT_NAME),
  'options.media_seg_name': line(msg('Segment name'), SEGMENT_NAME),
  'options.single_file': toggle({
    label: msg('All segments in one file'),
    advanced,
    when: whole,
    fault: (settings) =>
      isSwitchedOn(settings, 'options.single_file')
        ? msg('One file is complete only at the end. Viewers could not play it before.')
        : null,
  }),
  'options.single_file_name': textField({
    label: msg('Name of that file'),
    advanced,
    when: (settings) => whole(settings) && isSwitchedOn(settings, 'options.single_file'),
  }),
  'options.format_options': line(msg('Options of the segment format')),
  'options.global_sidx': amountField({ label: msg('Global index (0 or 1)'), max: 1, advanced, when: whole }),
};
const manifestFields = {
  'options.window_size': figure(msg('Segments in the manifest'), '6'),
  'options.extra_window_size': figure(msg('Segments kept after that')),
  'options.remove_at_exit': toggle({ label: msg('Remove all files at the end'), advanced }),
  'options.use_template': toggle({ label: msg('Segment template'), default: true, advanced }),
  'options.use_timeline': toggle({ label: msg('Segment timeline'), default: true, advanced }),
  'options.adaptation_sets': line(msg('Adaptation sets'), 'id=0,streams=v id=1,streams=a'),
  'options.index_correction': toggle({ label: msg('Correct the index'), default: true, advanced }),
  'options.mpd_profile': line(msg('Profile of the manifest')),
  'options.hls_playlist': toggle({ label: msg('HLS playlists as well'), advanced }),
};
const latencyFields = {
  'options.ldash': toggle({ label: msg('Low latency (LL-DASH)'), advanced }),
  'options.lhls': toggle({ label: msg('Low latency in HLS (LHLS)'), advanced }),
  'options.target_latency': figure(msg('Target latency'), '', seconds),
  'options.min_playback_rate': rate(msg('Lowest playback rate')),
  'options.max_playback_rate': rate(msg('Highest playback rate')),
  'options.update_period': figure(msg('Update interval of the manifest'), '', seconds),
  'options.utc_timing_url': line(msg('Address of the clock')),
  'options.write_prft': amountField({ label: msg('Write the time of production (0 or 1)'), max: 1, advanced }),
};

const forms = {
  ...withGroup(msg('Transfer'), transferFields),
  ...withGroup(msg('Segments'), segmentsFields),
  ...withGroup(msg('Manifest'), manifestFields),
  ...withGroup(msg('Latency'), latencyFields),
};

const order = [
  ...['seg_duration', 'frag_duration', 'frag_type', 'window_size', 'extra_window_size', 'remove_at_exit'],
  ...['use_template', 'use_timeline', 'single_file', 'single_file_name', 'init_seg_name', 'media_seg_name'],
  ...['utc_timing_url', 'method', 'http_user_agent', 'http_persistent', 'hls_playlist', 'streaming'],
  ...['adaptation_sets', 'timeout', 'index_correction', 'format_options', 'global_sidx', 'dash_segment_type'],
  ...['ignore_io_errors', 'lhls', 'ldash', 'write_prft', 'mpd_profile', 'http_opts', 'target_latency'],
  ...['min_playback_rate', 'max_playback_rate', 'update_period'],
];

export const dash = defineService({
  id: 'dash',
  name: 'DASH',
  words: ['mpd', 'web server', 'cdn', 's3'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#dash',
  requires: { protocols: ['http', 'https'], formats: ['dash'], video: ['h264'], audio: ['aac'] },
  fields: { ...serverFields(['https', 'http'], 'upload.example.com/live/stream.mpd'), ...loginFields, ...forms },
  outputs: (settings, { streams, copied }) => {
    const upload = signedUploadOf(addressWithLogin(settings), '.mpd');
    const named = upload ? withSignedNames(settings, upload) : settings;
    return [
      {
        address: upload?.address ?? addressWithLogin(settings),
        options: [
          ...mp4Tags(streams, copied),
          ...['-strict', 'experimental', '-f', 'dash'],
          ...optionArguments(setOptions(order, 'options', named, bitSpelling)),
        ],
      },
    ];
  },
  notes: (settings): FieldFaults => {
    const upload = signedUploadOf(typedAddress(settings), '.mpd');
    if (upload === null) return {};
    return {
      address: upload.address.includes('&')
        ? msg(
            'What follows the question mark is sent with each file. ffmpeg writes it into the manifest, which no player can read because of the &. Use an address with one parameter, or HLS.',
          )
        : msg(
            'What follows the question mark is sent with each file and stands in the manifest, so your viewers could upload as well. Use a token that only allows uploads and expires soon.',
          ),
    };
  },
});

/** Keeps names chosen by the operator. */
function withSignedNames(
  settings: Settings,
  { before, file, after }: NonNullable<ReturnType<typeof signedUploadOf>>,
): Settings {
  const names = {
    init_seg_name: [INIT_NAME, INIT_NAME],
    media_seg_name: [SEGMENT_NAME, SEGMENT_NAME],
    ...(isSwitchedOn(settings, 'options.single_file') && {
      single_file_name: ['', `${withoutDollars(file)}-stream$RepresentationID$.$ext$`],
    }),
  };
  return Object.entries(names).reduce(
    (named, [name, [unchanged, usual]]) =>
      valueAt(settings, `options.${name}`) === unchanged
        ? withValue(named, `options.${name}`, `${withoutDollars(inFolder(before))}${usual}${withoutDollars(after)}`)
        : named,
    settings,
  );
}

const strict = ['-strict', 'experimental', '-f', 'dash'];
const manifest = ['-window_size', '6', '-remove_at_exit', '0', '-use_template', '1', '-use_timeline', '1'];
const names = [
  ...['-single_file', '0', '-init_seg_name', 'init-stream$RepresentationID$.$ext$'],
  ...['-media_seg_name', 'chunk-stream$RepresentationID$-$Number%05d$.$ext$'],
];
const sets = ['-adaptation_sets', 'id=0,streams=v id=1,streams=a', '-index_correction', '1'];
const end = ['-dash_segment_type', 'auto', '-ignore_io_errors', '0', '-lhls', '0', '-ldash', '0'];
const transfer = ['-method', 'PUT', '-http_persistent', '0', '-hls_playlist', '0', '-streaming', '1'];
const plain = [...strict, '-seg_duration', '2', ...manifest, ...names, ...transfer, ...sets, ...end];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'host/path/m.mpd' }, expect: [{ address: 'https://host/path/m.mpd', options: plain }] },
  {
    given: { address: 'host/path/m.mpd', username: 'u@x', password: 'p:1' },
    expect: [{ address: 'https://u%40x:p%3A1@host/path/m.mpd', options: plain }],
  },
  {
    given: { address: 'h/a/m.mpd?t=$a/b', options: { media_seg_name: 'own$Number$.m4s' } },
    expect: [
      {
        address: 'https://h/a/m.mpd?t=$a%2Fb',
        options: plain.map((option) =>
          option === INIT_NAME ? `${INIT_NAME}?t=$$a%2Fb` : option === SEGMENT_NAME ? 'own$Number$.m4s' : option,
        ),
      },
    ],
  },
  {
    given: { address: 'h/m.mpd?t=1' },
    expect: [
      {
        address: 'https://h/m.mpd?t=1',
        options: plain.map((option) => (option.includes('$RepresentationID$') ? `${option}?t=1` : option)),
      },
    ],
  },
  {
    given: { address: 'h/up?file=$x/m.mpd&cid=1' },
    expect: [
      {
        address: 'https://h/up?file=$x%2Fm.mpd&cid=1',
        options: plain.map((option) =>
          option.includes('$RepresentationID$') ? `up?file=$$x%2F${option}&cid=1` : option,
        ),
      },
    ],
  },
  {
    given: { address: 'h/m.mpd' },
    copied: ['video', 'audio'],
    expect: [{ address: 'https://h/m.mpd', options: ['-tag:v', 'avc1', '-tag:a', 'mp4a', ...plain] }],
  },
  {
    given: { address: 'HTTP://h/m.mpd', options: { seg_duration: '', target_latency: '3', ldash: true } },
    copied: ['audio'],
    streams: [{ type: 'video', codec: 'h264' }],
    expect: [
      {
        address: 'http://h/m.mpd',
        options: [
          ...[...strict, ...manifest, ...names, ...transfer, ...sets],
          ...[...end.slice(0, -1), '1', '-target_latency', '3'],
        ],
      },
    ],
  },
];
