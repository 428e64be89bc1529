import { msg } from '../../i18n/msg.ts';
import { withCredentials } from '../../media/address/addressProtocol.ts';
import type { Stream } from '../../media/encoding/streams.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type FieldFaults } from '../form/defineCatalogEntry.ts';
import { readonly, secret, textField, toggle } from '../form/fields.ts';

const CONTAINERS: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    aac: ['-content_type', 'audio/aac', '-f', 'adts'],
    opus: ['-content_type', 'audio/ogg', '-f', 'opus'],
    vorbis: ['-content_type', 'audio/ogg', '-f', 'ogg'],
    mp3: ['-content_type', 'audio/mpeg', '-f', 'mp3'],
  }),
);

export const icecast = defineService({
  id: 'icecast',
  name: 'Icecast',
  words: ['radio', 'shoutcast', 'audio only', 'ogg', 'mp3'],
  category: 'software',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#Icecast',
  requires: {
    protocols: ['icecast'],
    formats: ['adts', 'opus', 'mp3', 'ogg', 'webm'],
    video: ['none', 'vp9'],
    audio: [...CONTAINERS.keys()],
  },
  fields: {
    address: textField({
      label: msg('Address'),
      help: msg('Server, port and mount point.'),
      placeholder: 'radio.example.com:8000/live',
      required: true,
      holds: 'address',
    }),
    username: textField({ label: msg('Username'), placeholder: 'source', holds: 'username' }),
    password: secret({
      label: msg('Password'),
      help: msg('The source password of the server or mount point.'),
      holds: 'password',
    }),
    'options.ice_genre': textField({ label: msg('Genre') }),
    'options.ice_name': readonly({
      label: msg('Name'),
      meta: 'name',
      help: msg('Taken from the channel. Change it there.'),
    }),
    'options.ice_description': readonly({
      label: msg('Description'),
      meta: 'description',
      rows: 3,
      help: msg('Taken from the channel. Change it there.'),
    }),
    'options.ice_url': textField({ label: msg('Website') }),
    'options.ice_public': toggle({ label: msg('List in public directories'), default: true }),
    'options.user_agent': textField({ label: msg('User agent'), advanced: true }),
    'options.legacy_icecast': toggle({
      label: msg('Legacy server (Icecast before 2.4)'),
      help: msg('Uses the SOURCE method instead of PUT.'),
      advanced: true,
    }),
    'options.tls': toggle({ label: msg('Encrypted connection (TLS)'), advanced: true }),
  },
  outputs: ({ address, username, password, options }, { streams }) => {
    const server = address.trim().replace(/^icecast:\/\//i, '');
    // A password without a user belongs to Icecast's default user.
    const user = username.trim() || (password === '' || server.includes('@') ? '' : 'source');
    const { ice_genre, ice_name, ice_description, ice_url, ice_public, user_agent, legacy_icecast, tls } = options;
    const values = { ice_genre, ice_name, ice_description, ice_url, ice_public, user_agent, legacy_icecast, tls };
    const written = Object.entries(values).map(([key, value]) => [`-${key}`, String(value).trim()]);
    return [
      {
        address: withCredentials(`icecast://${server}`, user, password),
        options: [...written.filter(([, value]) => value !== '').flat(), ...containerOf(streams)],
      },
    ];
  },
  notes: ({ options: { ice_genre } }, { streams, meta }): FieldFaults => {
    const isOgg = streams.some(({ type, codec }) => type === 'video' || ['opus', 'vorbis'].includes(codec));
    const far = { ice_genre, ice_name: meta.name, ice_description: meta.description };
    if (isOgg || !/[^\x20-\x7e\s]/.test(Object.values(far).join(''))) return {};
    return {
      'options.ice_genre': msg(
        'Icecast takes the texts of MP3 and AAC streams for Latin-1, so accents and other letters look wrong in its lists unless its mount is set to <charset>UTF-8</charset>.',
      ),
    };
  },
  faults: (_, { streams }) => {
    const audio = streams.find(({ type }) => type === 'audio')?.codec ?? '';
    if (streams.some(({ type }) => type === 'video')) {
      return ['', 'opus', 'vorbis'].includes(audio)
        ? {}
        : {
            '': msg(
              'Video is sent to Icecast as WebM, which supports only Opus or Vorbis audio. Encode the audio as Opus.',
            ),
          };
    }
    return CONTAINERS.has(audio)
      ? {}
      : { '': msg('Icecast does not accept this audio codec. Encode the audio, for example as MP3.') };
  },
});

// Small clusters: a listener can only start at the beginning of one.
const WEBM = ['-f', 'webm', '-cluster_size_limit', '2', '-cluster_time_limit', '5100', '-content_type', 'video/webm'];

function containerOf(streams: readonly Stream[]): string[] {
  if (streams.some(({ type }) => type === 'video')) return WEBM;
  return CONTAINERS.get(streams.find(({ type }) => type === 'audio')?.codec ?? '') ?? [];
}

const audio = (codec: string) => [{ type: 'audio', codec }];
const named = ['-ice_name', 'N', '-ice_description', 'D'];
const defaults = ['-ice_public', 'true', '-legacy_icecast', 'false', '-tls', 'false'];
const at = 'u:p@h:8000/m';

export const examples: ServiceExample[] = [
  { given: {}, streams: audio('aac'), expect: [] },
  {
    given: { address: at },
    streams: audio('mp3'),
    expect: [
      { address: `icecast://${at}`, options: [...named, ...defaults, '-content_type', 'audio/mpeg', '-f', 'mp3'] },
    ],
  },
  {
    given: { address: ` icecast://${at} `, options: { ice_name: 'of yesterday', ice_public: false, tls: true } },
    meta: { name: 'Radio', description: '' },
    streams: audio('aac'),
    expect: [
      {
        address: `icecast://${at}`,
        options: [
          ...['-ice_name', 'Radio', '-ice_public', 'false', '-legacy_icecast', 'false', '-tls', 'true'],
          ...['-content_type', 'audio/aac', '-f', 'adts'],
        ],
      },
    ],
  },
  {
    given: { address: at, options: { user_agent: 'a\r\nX: y' } },
    meta: { name: 'Radio', description: 'Every Sunday at ten.\nAll are welcome!\n\nX-Note: bring a friend' },
    streams: audio('mp3'),
    expect: [
      {
        address: `icecast://${at}`,
        options: [
          ...['-ice_name', 'Radio', '-ice_description', 'Every Sunday at ten. All are welcome! X-Note: bring a friend'],
          ...['-ice_public', 'true', '-user_agent', 'a X: y', '-legacy_icecast', 'false', '-tls', 'false'],
          ...['-content_type', 'audio/mpeg', '-f', 'mp3'],
        ],
      },
    ],
  },
  {
    given: { address: at },
    streams: [{ type: 'video', codec: 'vp9' }, ...audio('opus')],
    expect: [{ address: `icecast://${at}`, options: [...named, ...defaults, ...WEBM] }],
  },
  {
    given: { address: 'h:8000/m', password: 'p@ss/w:rd?' },
    streams: audio('opus'),
    expect: [
      {
        address: 'icecast://source:p%40ss%2Fw%3Ard%3F@h:8000/m',
        options: [...named, ...defaults, '-content_type', 'audio/ogg', '-f', 'opus'],
      },
    ],
  },
  {
    given: {
      address: 'h:8000/m',
      username: 'dj',
      password: 'x',
      options: { ice_genre: 'Jazz & Soul', user_agent: ' ' },
    },
    streams: audio('vorbis'),
    expect: [
      {
        address: 'icecast://dj:x@h:8000/m',
        options: ['-ice_genre', 'Jazz & Soul', ...named, ...defaults, '-content_type', 'audio/ogg', '-f', 'ogg'],
      },
    ],
  },
];
