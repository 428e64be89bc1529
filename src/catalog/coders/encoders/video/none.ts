import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';

export const noVideo = defineEncoder({
  id: 'none',
  name: msg('No video'),
  type: 'video',
  codec: 'none',
  hardware: false,
  fields: {},
  args: () => ['-vn'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-vn'] },
  { given: { bitrate: '4096' }, expect: ['-vn'] },
];
