import { msg } from '../../i18n/msg.ts';
import { select } from '../fields.ts';
import { frameFields } from './framerate.ts';
import { bitrateField } from './videoFields.ts';

/** Pictures are in main memory: the encoder takes them up by itself. */
export const qsvFields = {
  preset: select({
    label: msg('Preset'),
    help: msg('Slower presets give better quality at the same bitrate, at the cost of speed.'),
    default: 'veryfast',
    options: ['veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
  }),
  bitrate: bitrateField,
  ...frameFields,
};
