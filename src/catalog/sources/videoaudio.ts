import { msg } from '../../i18n/msg.ts';
import { defineSource } from '../define.ts';
import type { Example } from '../example.ts';

/** Stands for the audio of the video source: it has no input of its own, the profile points to source 0. */
export const videoaudio = defineSource({
  id: 'videoaudio',
  name: msg('Audio from the video source'),
  media: ['audio'],
  fields: {},
  inputs: () => [{ address: '', options: [] }],
  ready: () => true,
});

export const examples: Example[] = [
  { given: {}, expect: [{ address: '', options: [] }] },
  { given: { source: 'left over' }, expect: [{ address: '', options: [] }] },
];
