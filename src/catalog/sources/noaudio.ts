import { msg } from '../../i18n/msg.ts';
import { defineSource } from '../define.ts';
import type { Example } from '../example.ts';

/** Stands for a channel without sound: the profile points to no source. */
export const noaudio = defineSource({
  id: 'noaudio',
  name: msg('No audio'),
  media: ['audio'],
  fields: {},
  inputs: () => [{ address: '', options: [] }],
  ready: () => true,
});

export const examples: Example[] = [
  { given: {}, expect: [{ address: '', options: [] }] },
  { given: { source: 'left over' }, expect: [{ address: '', options: [] }] },
];
