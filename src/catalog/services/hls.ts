import { msg, properName } from '../../i18n/msg.ts';
import { type FfmpegVersion, spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type FieldFaults, type ServiceContext } from '../form/defineCatalogEntry.ts';
import { hidden, multiselect, type Settings, secret, select, textField, toggle, withGroup } from '../form/fields.ts';
import { listAt, valueAt, withValue } from '../form/fieldValues.ts';
import {
  addressWithLogin,
  amountField,
  bitSpelling,
  loginFields,
  optionArguments,
  serverFields,
  setOptions,
  storedChoice,
  typedAddress,
} from './helpers/ffmpegOptionFields.ts';
import { cleanupField, playlistCleanup } from './helpers/memoryCleanup.ts';
import { inFolder, signedUploadOf, withoutPlaceholders } from './helpers/signedUpload.ts';

const INIT_NAME = 'init.mp4';

const seconds = msg('seconds');
const advanced = true;
const figure = (label: string, fallback = '', unit?: string, min = 0) =>
  amountField({ label, default: fallback, min, advanced, ...(unit === undefined ? {} : { unit }) });
/** Flags that uploads do not support: one file would be complete only at the end, and servers do not rename. */
const NOT_BY_UPLOAD = [
  ...(['single_file', 'second_level_segment_index', 'second_level_segment_size'] as const),
  ...(['second_level_segment_duration', 'temp_file'] as const),
];
const inFmp4 = (settings: Settings) => valueAt(settings, 'options.hls_segment_type') === 'fmp4';

const segmentsFields = {
  'options.hls_init_time': figure(msg('Duration of the first segment'), '0', seconds),
  'options.hls_time': figure(msg('Segment duration'), '2', seconds),
  'options.hls_segment_type': select({
    label: msg('Segment type'),
    default: 'mpegts',
    advanced,
    options: [
      { value: 'mpegts', label: properName('MPEG-TS') },
      { value: 'fmp4', label: msg('Fragmented MP4') },
    ],
  }),
  'options.hls_fmp4_init_filename': textField({
    ...{ label: msg('Name of the initialization segment'), default: INIT_NAME, advanced, when: inFmp4 },
  }),
  'options.hls_fmp4_init_resend': {
    ...figure(msg('Write the initialization segment again (0 or 1)'), '0'),
    when: inFmp4,
  },
  'options.hls_start_number_source': select({
    label: msg('First number from'),
    default: 'generic',
    advanced,
    options: ['generic', 'epoch', 'epoch_us', 'datetime'],
  }),
  'options.start_number': figure(msg('First number'), '0'),
  'options.hls_segment_filename': textField({ label: msg('Segment name'), advanced }),
  'options.hls_ts_options': textField({ label: msg('Options of the segment format'), advanced }),
};
const playlistFields = {
  'options.hls_list_size': figure(msg('Segments in the playlist'), '5'),
  'options.hls_delete_threshold': figure(msg('Segments kept after that'), '1', undefined, 1),
  'options.hls_base_url': textField({ label: msg('Base address of the segments'), advanced }),
  'options.hls_playlist_type': select({
    label: msg('Playlist type'),
    default: '',
    advanced,
    // This playlist type is only written at the end.
    options: [{ value: '', label: msg('Default') }, 'event', storedChoice('vod')],
  }),
  'options.hls_flags': multiselect({
    label: msg('Flags'),
    default: [],
    advanced,
    options: [
      ...['delete_segments', 'append_list', 'round_durations', 'discont_start', 'omit_endlist', 'periodic_rekey'],
      ...['independent_segments', 'iframes_only', 'split_by_time', 'program_date_time'],
      ...NOT_BY_UPLOAD.map(storedChoice),
    ],
  }),
};
const encryptionFields = {
  'options.hls_enc': toggle({ label: msg('Encrypt the segments (AES-128)'), advanced }),
  'options.hls_enc_key': secret({ label: msg('Encryption key (hexadecimal)'), advanced }),
  'options.hls_enc_key_url': textField({ label: msg('Address of the key for players'), advanced }),
  'options.hls_enc_iv': secret({ label: msg('Initialization vector (hexadecimal)'), advanced }),
  'options.hls_key_info_file': textField({ label: msg('Key info file'), advanced }),
};
const transferFields = {
  'options.method': select({
    label: msg('Method'),
    default: 'PUT',
    advanced,
    options: [{ value: '', label: msg('Default') }, 'PUT', 'POST'],
  }),
  'options.http_user_agent': textField({ label: msg('User agent'), advanced }),
  'options.headers': secret({ label: msg('Further headers'), advanced }),
  'options.http_persistent': toggle({ label: msg('Keep the connection open'), advanced }),
  'options.timeout': figure(msg('Timeout'), '', seconds),
  'options.ignore_io_errors': toggle({ label: msg('Continue after failed transfers'), advanced }),
  'options.hls_allow_cache': toggle({ label: msg('Players may keep segments'), advanced }),
};

const storageFields = {
  cleanup: cleanupField(
    msg(
      'The memory of this core keeps what is uploaded. Segments that have left the playlist are deleted, and all files with the publication.',
    ),
  ),
};

const forms = {
  ...storageFields,
  ...withGroup(msg('Segments'), segmentsFields),
  ...withGroup(msg('Playlist'), playlistFields),
  ...withGroup(msg('Encryption'), encryptionFields),
  ...withGroup(msg('Transfer'), transferFields),
  // Stored by other interfaces: options for several renditions, and one that needs names by time.
  'options.strftime_mkdir': hidden({ default: '' }),
  'options.var_stream_map': hidden({ default: '' }),
  'options.master_pl_name': hidden({ default: '' }),
  'options.master_pl_publish_rate': hidden({ default: '' }),
};

const order = [
  ...['hls_init_time', 'hls_time', 'hls_list_size', 'hls_delete_threshold', 'hls_ts_options'],
  ...['hls_start_number_source', 'start_number', 'hls_allow_cache', 'hls_base_url', 'hls_segment_filename'],
  ...['strftime_mkdir', 'hls_key_info_file', 'hls_enc', 'hls_enc_key', 'hls_enc_key_url', 'hls_enc_iv'],
  ...['hls_segment_type', 'hls_fmp4_init_filename', 'hls_fmp4_init_resend', 'hls_flags', 'hls_playlist_type', 'method'],
  ...['http_user_agent', 'var_stream_map', 'master_pl_name', 'master_pl_publish_rate', 'http_persistent', 'timeout'],
  ...['ignore_io_errors', 'headers'],
];

export const hls = defineService({
  id: 'hls',
  name: 'HLS',
  words: ['m3u8', 'web server', 'cdn', 's3'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#hls',
  requires: { protocols: ['http', 'https'], formats: ['hls'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields: { ...serverFields(['https', 'http'], 'upload.example.com/live/stream.m3u8'), ...loginFields, ...forms },
  begins: () => ({ cleanup: true }),
  outputs: (settings, context) => {
    const { ffmpeg } = context.skills;
    const upload = signedUploadOf(addressWithLogin(settings), '.m3u8');
    const args = setOptions(order, 'options', upload ? withSignedNames(settings, upload) : settings, bitSpelling).map(
      ({ name, value }) => ({
        name: name === 'hls_ts_options' ? spellOption('hlsSegmentOptions', ffmpeg) : name,
        value: name === 'headers' ? lines(value) : value,
      }),
    );
    const { options, cleanup } = settings;
    const rules = cleanup ? playlistCleanup(typedAddress(settings), options, context) : [];
    return [
      {
        address: upload?.address ?? withoutPlaceholders(addressWithLogin(settings)),
        options: [...(inFmp4(settings) ? mp4Audio(context) : []), ...['-f', 'hls', ...optionArguments(args)]],
        ...(rules.length > 0 && { cleanup: rules }),
      },
    ];
  },
  notes: (settings): FieldFaults =>
    signedUploadOf(typedAddress(settings), '.m3u8') === null
      ? {}
      : {
          address: msg(
            'What follows the question mark is sent with each file and stands in the playlist, so your viewers could upload as well. Use a token that only allows uploads and expires soon.',
          ),
        },
  faults: ({ options: { hls_enc, hls_enc_key, hls_key_info_file } }, { skills: { ffmpeg } }) => {
    const key = hls_enc_key.trim();
    if (!hls_enc || hls_key_info_file !== '' || /^[\da-f]{32}$/i.test(key)) return {};
    if (key !== '') return { 'options.hls_enc_key': msg('The key has 32 hexadecimal digits.') };
    return drawsKeys(ffmpeg)
      ? {}
      : {
          'options.hls_enc_key': msg('Enter a key of 32 hexadecimal digits: this ffmpeg may not be able to make one.'),
        };
  },
});

/** Older versions need OpenSSL or gcrypt, which Debian's build lacks and no core reports. */
const drawsKeys = ({ major, minor }: FfmpegVersion) => major > 6 || (major === 6 && minor >= 1);

function withSignedNames(
  settings: Settings,
  { before, file, after }: NonNullable<ReturnType<typeof signedUploadOf>>,
): Settings {
  const isFmp4 = inFmp4(settings);
  const isOneFile = listAt(settings, 'options.hls_flags').includes('single_file');
  const isNamed = ['hls_segment_filename', 'var_stream_map'].some(
    (name) => String(valueAt(settings, `options.${name}`) ?? '').trim() !== '',
  );
  const isInitNamed = String(valueAt(settings, 'options.hls_fmp4_init_filename') ?? '').trim() !== INIT_NAME;
  const safe = withoutPlaceholders;
  const name = `${safe(`${before}${file}`)}${isOneFile ? '' : '%d'}.${isFmp4 ? 'm4s' : 'ts'}${safe(after)}`;
  const segments = isNamed ? settings : withValue(settings, 'options.hls_segment_filename', name);
  return isFmp4 && !isInitNamed
    ? withValue(segments, 'options.hls_fmp4_init_filename', `${inFolder(before)}${INIT_NAME}${after}`)
    : segments;
}

/** AAC copied from MPEG-TS has a header in each packet, which is invalid in MP4. */
const mp4Audio = ({ streams, copied = [] }: ServiceContext) =>
  copied.includes('audio') && streams.some(({ codec }) => codec === 'aac') ? ['-bsf:a', 'aac_adtstoasc'] : [];

/** Each header needs a line break at its end, or ffmpeg appends the next one to it. */
const lines = (headers: string) => `${headers.trim().split(/\r?\n/).join('\r\n')}\r\n`;

const head = [
  '-f',
  'hls',
  '-hls_init_time',
  '0',
  '-hls_time',
  '2',
  '-hls_list_size',
  '5',
  '-hls_delete_threshold',
  '1',
];
const numbered = ['-hls_start_number_source', 'generic', '-start_number', '0', '-hls_allow_cache', '0'];
const type = ['-hls_segment_type', 'mpegts', '-hls_fmp4_init_filename', 'init.mp4', '-hls_fmp4_init_resend', '0'];
const tail = ['-http_persistent', '0', '-ignore_io_errors', '0'];
const plain = [...head, ...numbered, '-hls_enc', '0', ...type, '-method', 'PUT', ...tail];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'host/path/m.m3u8' }, expect: [{ address: 'https://host/path/m.m3u8', options: plain }] },
  {
    given: { address: 'h/m.m3u8', options: { hls_flags: ['delete_segments', 'append_list'], hls_enc: true } },
    expect: [
      {
        address: 'https://h/m.m3u8',
        options: [
          ...[...head, ...numbered, '-hls_enc', '1', ...type],
          ...['-hls_flags', 'delete_segments+append_list', '-method', 'PUT', ...tail],
        ],
      },
    ],
  },
  {
    given: { address: ' HTTP://h/m.m3u8 ', username: 'u@x', password: 'p:1', options: { headers: 'A: b\nC: d' } },
    expect: [{ address: 'http://u%40x:p%3A1@h/m.m3u8', options: [...plain, '-headers', 'A: b\r\nC: d\r\n'] }],
  },
  {
    given: { address: 'h/a/m.m3u8?sig=a.b/%2d%20d&exp=9' },
    expect: [
      {
        address: 'https://h/a/m.m3u8?sig=a.b%2F%2d%20d&exp=9',
        options: [
          ...[...head, ...numbered, '-hls_segment_filename', 'https://h/a/m%d.ts?sig=a.b%2F%2D%20%64&exp=9'],
          ...['-hls_enc', '0', ...type, '-method', 'PUT', ...tail],
        ],
      },
    ],
  },
  {
    given: {
      address: 'h/m.m3u8?t=1',
      username: 'u',
      password: 'p',
      options: { hls_segment_type: 'fmp4', hls_flags: ['single_file'] },
    },
    expect: [
      {
        address: 'https://u:p@h/m.m3u8?t=1',
        options: [
          ...[...head, ...numbered, '-hls_segment_filename', 'https://u:p@h/m.m4s?t=1', '-hls_enc', '0'],
          ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4?t=1', '-hls_fmp4_init_resend', '0'],
          ...['-hls_flags', 'single_file', '-method', 'PUT', ...tail],
        ],
      },
    ],
  },
  {
    given: { address: 'h/m.m3u8?t=1', options: { hls_segment_filename: 'https://h/own%d.ts' } },
    expect: [
      {
        address: 'https://h/m.m3u8?t=1',
        options: [
          ...[...head, ...numbered, '-hls_segment_filename', 'https://h/own%d.ts', '-hls_enc', '0', ...type],
          ...['-method', 'PUT', ...tail],
        ],
      },
    ],
  },
  ...[
    ['?cid=1&file=m.m3u8', '?cid=1&file=m.m3u8', '?cid=1&file=m%d.ts'],
    ['?file=a/m.m3u8&cid=1', '?file=a%2Fm.m3u8&cid=1', '?file=a%2Fm%d.ts&cid=1'],
    ['?cid=1&file=', '?cid=1&file=stream.m3u8', '?cid=1&file=stream%d.ts'],
    ['?filename=&cid=1', '?filename=stream.m3u8&cid=1', '?filename=stream%d.ts&cid=1'],
  ].map(([path, address, segments]) => ({
    given: { address: `h/upload${path}` },
    expect: [
      {
        address: `https://h/upload${address}`,
        options: [
          ...[...head, ...numbered, '-hls_segment_filename', `https://h/upload${segments}`, '-hls_enc', '0', ...type],
          ...['-method', 'PUT', ...tail],
        ],
      },
    ],
  })),
  // The host survives, and no escape is expanded as a counter.
  {
    given: { address: 'h?t=1' },
    expect: [
      {
        address: 'https://h/?t=1',
        options: [
          ...[...head, ...numbered, '-hls_segment_filename', 'https://h/%d.ts?t=1', '-hls_enc', '0', ...type],
          ...['-method', 'PUT', ...tail],
        ],
      },
    ],
  },
  {
    given: { address: 'h/my%20dir/m%2D%41.m3u8', username: 'u', password: 'p@dog' },
    expect: [{ address: 'https://u:p%40%64og@h/my%20%64ir/m%2D%41.m3u8', options: plain }],
  },
  {
    given: { address: 'h/m.m3u8', options: { hls_segment_type: 'fmp4' } },
    streams: [{ type: 'audio', codec: 'aac' }],
    copied: ['audio'],
    expect: [
      {
        address: 'https://h/m.m3u8',
        options: ['-bsf:a', 'aac_adtstoasc', ...plain.map((option) => (option === 'mpegts' ? 'fmp4' : option))],
      },
    ],
  },
  {
    given: { address: 'h/m.m3u8', options: { hls_time: '', hls_ts_options: 'pat_period=1', method: '' } },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      {
        address: 'https://h/m.m3u8',
        options: [
          ...['-f', 'hls', '-hls_init_time', '0', '-hls_list_size', '5', '-hls_delete_threshold', '1'],
          ...['-hls_ts_options', 'pat_period=1', ...numbered, '-hls_enc', '0', ...type, ...tail],
        ],
      },
    ],
  },
];
