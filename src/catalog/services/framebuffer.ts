import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';

const formats = ['rgba', 'bgra', 'argb', 'abgr', 'rgb24', 'bgr24', 'rgb565le', 'rgb565be'];

export const framebuffer = defineService({
  id: 'framebuffer',
  name: 'Framebuffer',
  words: ['screen', 'monitor', 'hdmi', 'display'],
  category: 'universal',
  requires: { devices: ['fbdev'], formats: ['fbdev'], video: ['rawvideo'], audio: ['none'] },
  reaches: 'device',
  fields: {
    device: select({
      label: msg('Device'),
      holds: 'device',
      required: true,
      default: 'none',
      options: [{ value: 'none', label: msg('Choose a device …'), none: true }],
      found: ({ skills }) =>
        (skills.sinks.fbdev ?? [])
          .filter(({ extra }) => extra !== '')
          .map(({ id, name, extra }) => ({ value: id, label: `${name} (${extra})` })),
      fault: ({ device }) =>
        device === 'none' || /^\/dev\/[\w-]+$/.test(String(device)) ? null : msg('This is not a device of the core.'),
    }),
    pix_fmt: select({ label: msg('Pixel format'), default: 'bgra', options: formats }),
  },
  outputs: ({ device, pix_fmt }) => [{ address: device, options: ['-pix_fmt', pix_fmt, '-f', 'fbdev'] }],
});

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { device: 'none', pix_fmt: 'rgba' }, expect: [] },
  { given: { device: '/dev/fb0' }, expect: [{ address: '/dev/fb0', options: ['-pix_fmt', 'bgra', '-f', 'fbdev'] }] },
  {
    given: { device: '/dev/fb1', pix_fmt: 'rgb565le' },
    expect: [{ address: '/dev/fb1', options: ['-pix_fmt', 'rgb565le', '-f', 'fbdev'] }],
  },
];
