import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { type Settings, select, selectOrCustom } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';
import { limitsOfPreset, type Preset, platformPresetOf, platformPresets } from '../platforms/platformPresets.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { protocolFault, streamKeyField } from './helpers/rtmpFields.ts';

const isSecured = (address: string) => address.startsWith('rtmps:');
const RTMPS = { needs: { protocols: ['rtmps'] } };

const keyOf = ({ id }: Preset) => `server.${id}`;
const serverOf = (preset: Preset | null, settings: Settings) =>
  String((preset && valueAt(settings, keyOf(preset))) ?? '');

const servers = platformPresets.map(
  (preset) =>
    [
      keyOf(preset),
      selectOrCustom({
        label: msg('Server'),
        help: msg('Your platform may show another one together with the key: then type that one.'),
        default: preset.servers[0]?.[0] ?? '',
        options: preset.servers.map(([value, label]) => ({ value, label, ...(isSecured(value) ? RTMPS : {}) })),
        required: true,
        holds: 'place',
        when: ({ platform }) => platform === preset.id,
        fault: (settings) => protocolFault(serverOf(preset, settings), 'both'),
      }),
    ] as const,
);

/** Platforms with a server and a stream key, but without their own form. */
export const platformsService = defineService({
  id: 'platforms',
  name: msg('More platforms'),
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: ({ platform }) => platformPresetOf(platform)?.keyPage ?? null,
  presets: platformPresets.map(({ id, name, alias }) => ({ name, alias: alias ?? '', settings: { platform: id } })),
  limits: ({ platform }) => {
    const preset = platformPresetOf(platform);
    return preset && limitsOfPreset(preset);
  },
  fields: {
    platform: select({
      label: msg('Platform'),
      default: '',
      required: true,
      options: [
        { value: '', label: msg('Choose a platform'), none: true },
        ...platformPresets.map(({ id, name }) => ({ value: id, label: name })),
      ],
    }),
    ...Object.fromEntries(servers),
    stream_key: streamKeyField(),
  },
  outputs: (settings) => {
    const server = serverOf(platformPresetOf(settings.platform), settings);
    return server === '' ? [] : [flvOutput(addProtocol(server, 'rtmp://'), settings.stream_key)];
  },
});

const sent = (address: string, options: string[] = []) => [{ address, options: ['-f', 'flv', ...options] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { platform: 'mux' }, expect: [] },
  { given: { stream_key: 'KEY' }, expect: [] },
  { given: { platform: 'nobody', stream_key: 'KEY' }, expect: [] },
  { given: { platform: 'mux', stream_key: 'KEY' }, expect: sent('rtmps://global-live.mux.com:443/app/KEY') },
  {
    given: { platform: 'mux', stream_key: 'KEY', server: { mux: 'rtmp://global-live.mux.com:5222/app' } },
    expect: sent('rtmp://global-live.mux.com:5222/app/KEY'),
  },
  {
    given: {
      platform: 'ivs',
      stream_key: 'sk_1',
      server: { ivs: ' RTMPS://a1b2.global-contribute.live-video.net:443/app/ ' },
    },
    expect: sent('rtmps://a1b2.global-contribute.live-video.net:443/app/sk_1'),
  },
  {
    given: { platform: 'boxcast', stream_key: 'KEY', server: { mux: 'rtmp://elsewhere.example/app' } },
    expect: sent('rtmp://rtmp.boxcast.com/live/KEY'),
  },
];
