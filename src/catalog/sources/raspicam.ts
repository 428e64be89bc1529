import { msg } from '../../i18n/msg.ts';
import { chosenDevice, v4l2Fields, v4l2Inputs } from '../devices/deviceFields.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';

/** The camera encodes H.264 itself, so the machine has nothing to do. */
export const raspicam = defineSource({
  id: 'raspicam',
  name: msg('Raspberry Pi camera'),
  media: ['video'],
  device: {
    via: 'video4linux2',
    none: msg('This core finds no Raspberry Pi camera. Load the driver bcm2835-v4l2 and give the core /dev/video0.'),
  },
  fields: v4l2Fields('raspicam', { format: 'h264', size: '1920x1080' }),
  inputs: v4l2Inputs,
  ready: (settings) => chosenDevice(settings) !== '',
  opensOnce: () => true,
});

const BEGIN = ['-thread_queue_size', '512', '-f', 'video4linux2', '-framerate'];

export const examples: Example[] = [
  { given: { device: 'none' }, expect: [] },
  {
    given: { device: '/dev/video0' },
    expect: [
      { address: '/dev/video0', options: [...BEGIN, '25', '-video_size', '1920x1080', '-input_format', 'h264'] },
    ],
  },
];
