import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';

export const rawvideo = defineEncoder({
  id: 'rawvideo',
  name: 'RAWVIDEO',
  type: 'video',
  codec: 'rawvideo',
  hardware: false,
  fields: {},
  args: () => ['-codec:v', 'rawvideo'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-codec:v', 'rawvideo'] },
  { given: { bitrate: '4096' }, expect: ['-codec:v', 'rawvideo'] },
];
