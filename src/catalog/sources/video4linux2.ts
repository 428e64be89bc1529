import { msg } from '../../i18n/msg.ts';
import { chosenDevice, NO_VIDEO_DEVICE, v4l2Fields, v4l2Inputs } from '../devices/deviceFields.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';

export const video4linux2 = defineSource({
  id: 'video4linux2',
  name: msg('Camera or capture card (Video4Linux2)'),
  media: ['video'],
  device: { none: NO_VIDEO_DEVICE },
  fields: v4l2Fields('video4linux2', { format: 'nv12', size: '1280x720' }),
  inputs: v4l2Inputs,
  ready: (settings) => chosenDevice(settings) !== '',
  opensOnce: () => true,
});

const BEGIN = ['-thread_queue_size', '512', '-f', 'video4linux2', '-framerate'];

export const examples: Example[] = [
  { given: {}, expect: [] },
  {
    given: { device: '/dev/video0' },
    expect: [{ address: '/dev/video0', options: [...BEGIN, '25', '-video_size', '1280x720', '-input_format', 'nv12'] }],
  },
  {
    given: { device: 'custom', deviceCustom: '/dev/v4l/by-id/x', format: '', framerate: 30, size: '640x480' },
    expect: [{ address: '/dev/v4l/by-id/x', options: [...BEGIN, '30', '-video_size', '640x480'] }],
  },
];
