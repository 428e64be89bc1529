import { msg } from '../../i18n/msg.ts';
import { schemeOf } from '../../media/address/addressProtocol.ts';
import { enhancedRtmp } from '../../media/encoding/skills.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret, select, textField } from '../form/fields.ts';
import { amountField } from './helpers/ffmpegOptionFields.ts';
import { addProtocol, joinStreamKey } from './helpers/joinStreamKey.ts';

const protocols = ['rtmp', 'rtmpe', 'rtmps', 'rtmpt', 'rtmpte', 'rtmpts'];
const isTunnel = (server: string) => schemeOf(server).startsWith('rtmpt');

export const rtmpService = defineService({
  id: 'rtmp',
  name: 'RTMP',
  words: ['rtmps', 'custom', 'own server', 'other', 'tiktok', 'zoom', 'instagram', 'teams', 'flv'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#rtmp',
  requires: {
    protocols: ['rtmp', 'rtmps', 'rtmpt', 'rtmpts'],
    formats: ['flv'],
    video: ['h264'],
    audio: ['aac', 'mp3'],
  },
  enhanced: ['hevc', 'av1', 'vp9'],
  fields: {
    address: textField({
      label: msg('Server'),
      help: msg('The server URL from your provider, with or without the stream key at the end.'),
      placeholder: 'live.example.com/app',
      required: true,
      holds: 'server',
    }),
    'options.rtmp_playpath': secret({
      label: msg('Stream key'),
      help: msg('Appended to the server URL. Leave empty if the URL already ends with it.'),
      holds: 'key',
    }),
    protocol: select({
      label: msg('Protocol'),
      default: 'rtmp://',
      options: protocols.map((name) => ({
        value: `${name}://`,
        label: name.toUpperCase(),
        needs: { protocols: [name] },
      })),
      advanced: true,
      when: ({ address }) => schemeOf(String(address)) === '',
    }),
    'options.rtmp_app': textField({
      label: msg('Application'),
      holds: 'application',
      help: msg('Only if it differs from the one in the address.'),
      advanced: true,
    }),
    'options.rtmp_pageurl': textField({ label: msg('Page URL (pageUrl)'), advanced: true }),
    'options.rtmp_tcurl': textField({ label: msg('Target URL (tcUrl)'), advanced: true }),
    'options.rtmp_conn': secret({ label: msg('AMF connect data (conn)'), advanced: true }),
    'options.rtmp_flashver': textField({
      label: msg('Encoder identifier (flashVer)'),
      default: 'FMLE/3.0',
      advanced: true,
    }),
    'options.rtmp_flush_interval': amountField({
      label: msg('Flush interval'),
      unit: msg('packets'),
      default: '10',
      min: 1,
      advanced: true,
      when: ({ protocol, address }) => isTunnel(addProtocol(String(address), String(protocol))),
    }),
    'options.rtmp_swfhash': textField({ label: msg('SWF hash (swfHash)'), advanced: true }),
    'options.rtmp_swfsize': amountField({ label: msg('SWF size (swfSize)'), advanced: true }),
  },
  outputs: ({ protocol, address, options }, { skills }) => {
    const server = addProtocol(address, protocol);
    const { address: joined, app, playpath } = joinStreamKey(server, options.rtmp_playpath);
    const values: [string, string][] = [
      ['rtmp_app', options.rtmp_app.trim() || app],
      ['rtmp_playpath', playpath],
      ['rtmp_pageurl', options.rtmp_pageurl.trim()],
      ['rtmp_tcurl', options.rtmp_tcurl.trim()],
      ['rtmp_conn', options.rtmp_conn.trim()],
      ['rtmp_flashver', options.rtmp_flashver.trim()],
      ['rtmp_flush_interval', isTunnel(server) ? options.rtmp_flush_interval.trim() : ''],
      ['rtmp_swfhash', options.rtmp_swfhash.trim()],
      ['rtmp_swfsize', options.rtmp_swfsize.trim()],
    ];
    const set = values.filter(([, value]) => value !== '');
    const newer = enhancedRtmp(skills);
    return [
      { address: joined, options: ['-f', 'flv', ...newer, ...set.flatMap(([key, value]) => [`-${key}`, value])] },
    ];
  },
  faults: ({ address }) =>
    ['', ...protocols].includes(schemeOf(address).toLowerCase())
      ? {}
      : { address: msg('Not a valid RTMP address. It must start with rtmp:// or rtmps://.') },
});

const flv = ['-f', 'flv', '-rtmp_flashver', 'FMLE/3.0'];
const sent = (address: string, options = flv) => [{ address, options }];
const split = (address: string, rtmp_playpath: string) => ({ address, options: { rtmp_playpath } });

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h/app/key' }, expect: sent('rtmp://h/app/key') },
  { given: { address: ' rtmps://h:443/app ', ...{ protocol: 'rtmp://' } }, expect: sent('rtmps://h:443/app') },
  {
    given: { address: 'RTMPT://h/app/key' },
    expect: sent('rtmpt://h/app/key', [...flv, '-rtmp_flush_interval', '10']),
  },
  {
    given: { address: 'rtmpt://h/app/key', options: { rtmp_flush_interval: '' } },
    expect: sent('rtmpt://h/app/key'),
  },
  { given: { address: 'h/rtmpt/key' }, expect: sent('rtmp://h/rtmpt/key') },
  {
    given: split('h:1935', 'KEY'),
    expect: sent('rtmp://h:1935/', ['-f', 'flv', '-rtmp_playpath', 'KEY', ...flv.slice(2)]),
  },
  {
    given: split('h/app/in:st', 'KEY'),
    expect: sent('rtmp://h/app/in:st/', [
      ...['-f', 'flv', '-rtmp_app', 'app/in:st', '-rtmp_playpath', 'KEY', ...flv.slice(2)],
    ]),
  },
  { given: split('h/app', '1:KEY'), expect: sent('rtmp://h/app/1:KEY') },
  {
    given: { address: 'h/app/key' },
    ffmpeg: { major: 7, minor: 1 },
    expect: sent('rtmp://h/app/key', ['-f', 'flv', '-rtmp_enhanced_codecs', 'hvc1,av01,vp09', ...flv.slice(2)]),
  },
  { given: split('h/app/', '/KEY'), expect: sent('rtmp://h/app/KEY') },
  { given: split('h/app/KEY', 'KEY'), expect: sent('rtmp://h/app/KEY') },
  { given: split('h/live', 'live'), expect: sent('rtmp://h/live/live') },
  { given: split('h/app/instance', 'k?a=1&b=2:3'), expect: sent('rtmp://h/app/instance/k?a=1&b=2:3') },
  { given: split('rtmp://h/live2?backup=1', 'KEY'), expect: sent('rtmp://h/live2?backup=1/KEY') },
  {
    given: split('h/app', 'event/KEY?sig=a/b'),
    expect: sent('rtmp://h/app/', [
      ...['-f', 'flv', '-rtmp_app', 'app', '-rtmp_playpath', 'event/KEY?sig=a/b', '-rtmp_flashver', 'FMLE/3.0'],
    ]),
  },
  {
    given: split('h/a/b/c', 'KEY'),
    expect: sent('rtmp://h/a/b/c/', ['-f', 'flv', '-rtmp_app', 'a/b/c', '-rtmp_playpath', 'KEY', ...flv.slice(2)]),
  },
  {
    given: { protocol: 'rtmpt://', address: 'h/app/key', options: { rtmp_flashver: '', rtmp_swfsize: '7' } },
    expect: sent('rtmpt://h/app/key', ['-f', 'flv', '-rtmp_flush_interval', '10', '-rtmp_swfsize', '7']),
  },
];
