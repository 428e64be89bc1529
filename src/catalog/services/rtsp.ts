import { msg, properName } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import {
  addressWithLogin,
  amountField,
  loginFields,
  optionArguments,
  optionNames,
  serverFields,
  setOptions,
  wordSpelling,
} from './helpers/ffmpegOptionFields.ts';

// Other stored options are for receiving only and make ffmpeg fail.
const fields = {
  ...serverFields(['rtsp', 'rtsps'], 'rtsp.example.com:8554/live'),
  ...loginFields,
  'options.rtsp_transport': select({
    label: msg('Transport'),
    holds: 'transport',
    default: '',
    options: [
      { value: '', label: msg('Default') },
      { value: 'tcp', label: properName('TCP') },
      { value: 'udp', label: properName('UDP') },
      { value: 'udp_multicast', label: properName('UDP multicast'), storedOnly: true },
      { value: 'http', label: properName('HTTP'), storedOnly: true },
    ],
  }),
  'options.muxdelay': amountField({
    label: msg('Muxing delay'),
    unit: msg('seconds'),
    default: '0.1',
    advanced: true,
  }),
};

export const rtsp = defineService({
  id: 'rtsp',
  name: 'RTSP',
  words: ['camera', 'nvr'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#rtsp',
  requires: { protocols: ['rtp'], formats: ['rtsp'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields,
  outputs: (settings, { streams, copied = [] }) => {
    const options = setOptions(optionNames(fields, 'options'), 'options', settings, wordSpelling);
    const sent = options.filter(({ name, value }) => name !== 'rtsp_transport' || value === 'udp' || value === 'tcp');
    // AAC copied from MPEG-TS lacks the header that RTSP announces; LATM needs none (ffmpeg 5.1 and 7.1).
    const latm = copied.includes('audio') && streams.some(({ codec }) => codec === 'aac') ? ['-rtpflags', 'latm'] : [];
    return [{ address: addressWithLogin(settings), options: ['-f', 'rtsp', ...optionArguments(sent), ...latm] }];
  },
});

const plain = ['-f', 'rtsp', '-muxdelay', '0.1'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h/path' }, expect: [{ address: 'rtsp://h/path', options: plain }] },
  {
    given: { address: 'h/path' },
    copied: ['video', 'audio'],
    expect: [{ address: 'rtsp://h/path', options: [...plain, '-rtpflags', 'latm'] }],
  },
  {
    given: { address: ' RTSPS://h/path ', username: 'u', password: 'p@:/' },
    expect: [{ address: 'rtsps://u:p%40%3A%2F@h/path', options: plain }],
  },
  { given: { address: 'h', username: 'u' }, expect: [{ address: 'rtsp://u:@h', options: plain }] },
  {
    given: {
      address: 'h/path',
      username: 'u',
      password: 'p',
      options: { rtsp_transport: 'tcp', user_agent: 'UA', allowed_media_types: ['video', 'audio'] },
    },
    expect: [
      {
        address: 'rtsp://u:p@h/path',
        options: ['-f', 'rtsp', '-rtsp_transport', 'tcp', '-muxdelay', '0.1'],
      },
    ],
  },
  {
    given: { address: 'h', options: { rtsp_transport: 'http', muxdelay: '' } },
    expect: [{ address: 'rtsp://h', options: ['-f', 'rtsp'] }],
  },
];
