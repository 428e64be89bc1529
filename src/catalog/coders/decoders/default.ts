import { msg } from '../../../i18n/msg.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { CoderExample } from '../../form/argumentExampleTypes.ts';
import { type Decoder, defineDecoder } from '../../form/defineCatalogEntry.ts';

/** The choice of ffmpeg. */
const defaultDecoder = (type: MediaType): Decoder =>
  defineDecoder({
    id: 'default',
    name: msg('Default'),
    type,
    codecs: [],
    hardware: false,
    fields: {},
    args: () => [],
  });

export const defaultVideo = defaultDecoder('video');
export const defaultAudio = defaultDecoder('audio');

export const examples: CoderExample[] = [
  { given: {}, expect: [] },
  { given: { device: 'left over' }, expect: [] },
];
