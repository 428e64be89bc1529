import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';

export const copyAudio = defineEncoder({
  id: 'copy',
  name: msg('Passthrough (copy)'),
  type: 'audio',
  codec: 'copy',
  hardware: false,
  fields: {},
  args: () => ['-codec:a', 'copy'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-codec:a', 'copy'] },
  { given: { bitrate: '64' }, expect: ['-codec:a', 'copy'] },
];
