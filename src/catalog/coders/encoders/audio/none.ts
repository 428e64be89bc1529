import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';

export const noAudio = defineEncoder({
  id: 'none',
  name: msg('No audio'),
  type: 'audio',
  codec: 'none',
  hardware: false,
  fields: {},
  args: () => ['-an'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-an'] },
  { given: { bitrate: '64' }, expect: ['-an'] },
];
