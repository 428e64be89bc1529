import { msg } from '../../i18n/msg.ts';
import { chosenDevice, deviceField, framerateField } from '../devices/deviceFields.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { optionIfSet } from '../form/fieldValues.ts';

export const fbdev = defineSource({
  id: 'fbdev',
  name: msg('Screen of the server (framebuffer)'),
  media: ['video'],
  device: {
    none: msg('This core finds no framebuffer. Give it one: for Docker start the container with --device /dev/fb0.'),
  },
  fields: { device: deviceField('fbdev'), framerate: framerateField },
  inputs: ({ device, framerate }) => {
    const address = chosenDevice({ device, deviceCustom: '' });
    return address === '' ? [] : [{ address, options: ['-f', 'fbdev', ...optionIfSet('-framerate', framerate)] }];
  },
  ready: ({ device }) => chosenDevice({ device, deviceCustom: '' }) !== '',
});

export const examples: Example[] = [
  { given: {}, expect: [] },
  { given: { device: '/dev/fb0' }, expect: [{ address: '/dev/fb0', options: ['-f', 'fbdev', '-framerate', '25'] }] },
];
