import { msg } from '../../i18n/msg.ts';
import { spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { channelsField, deviceOptions, INPUT_QUEUE, NO_DEVICE } from '../devices/deviceFields.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { SAMPLE_RATE, SAMPLE_RATES } from '../form/choiceLists.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { hidden, number, selectOrCustom } from '../form/fields.ts';

const deviceName = (id: string) => id.replace(/^hw:/, '');

export const alsa = defineSource({
  id: 'alsa',
  name: msg('Microphone or sound card (ALSA)'),
  media: ['audio'],
  device: {
    none: msg('This core finds no sound card. Give it one: for Docker start the container with --device /dev/snd.'),
  },
  fields: {
    device: selectOrCustom({
      holds: 'device',
      label: msg('Device'),
      default: 'none',
      options: [NO_DEVICE],
      found: deviceOptions('alsa', 'audio', deviceName),
      required: true,
    }),
    // Only read by other interfaces.
    address: hidden({ default: '', from: ({ device }) => `hw:${deviceName(String(device))}` }),
    sampling: selectOrCustom({
      label: msg('Sample rate'),
      unit: 'Hz',
      default: '44100',
      options: SAMPLE_RATES,
      figure: { ...SAMPLE_RATE, optional: true },
    }),
    channels: channelsField,
    delay: number({
      label: msg('Delay'),
      help: msg('Shifts the audio against the video; below zero it comes earlier.'),
      unit: 'ms',
      default: 0,
    }),
  },
  inputs: ({ device, sampling, channels, delay }, { ffmpeg }) => {
    const card = deviceName(device.trim());
    if (card === '' || card === 'none') return [];
    const name = spellOption('soundCardChannels', ffmpeg);
    const count = name === '-ch_layout' ? `${channels}C` : channels;
    const options = [name, count, ...(sampling.trim() === '' ? [] : ['-sample_rate', sampling.trim()])];
    const offset = delay === 0 ? [] : ['-itsoffset', `${delay}ms`];
    return [{ address: `hw:${card}`, options: ['-f', 'alsa', ...INPUT_QUEUE, ...options, ...offset] }];
  },
  ready: ({ device }) => !['', 'none'].includes(device.trim()),
  opensOnce: () => true,
});

const BEGIN = ['-f', 'alsa', '-thread_queue_size', '512', '-channels'];

export const examples: Example[] = [
  { given: {}, expect: [] },
  { given: { device: '1,0' }, expect: [{ address: 'hw:1,0', options: [...BEGIN, '1', '-sample_rate', '44100'] }] },
  {
    given: { device: 'hw:2,0', sampling: 48000, channels: 2, delay: '-250' },
    expect: [{ address: 'hw:2,0', options: [...BEGIN, '2', '-sample_rate', '48000', '-itsoffset', '-250ms'] }],
  },
  {
    given: { device: '1,0', channels: 2 },
    ffmpeg: { major: 9, minor: 0 },
    expect: [
      {
        address: 'hw:1,0',
        options: ['-f', 'alsa', '-thread_queue_size', '512', '-ch_layout', '2C', '-sample_rate', '44100'],
      },
    ],
  },
  { given: { device: 'none' }, expect: [] },
];
