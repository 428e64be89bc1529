import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';

export const copyVideo = defineEncoder({
  id: 'copy',
  name: msg('Passthrough (copy)'),
  type: 'video',
  codec: 'copy',
  hardware: false,
  fields: {},
  // No -vsync and no -copyts: a copied stream keeps its timestamps anyway, and -vsync is gone in newer versions.
  args: () => ['-codec:v', 'copy'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-codec:v', 'copy'] },
  { given: { bitrate: '4096' }, expect: ['-codec:v', 'copy'] },
];
