import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../form/defineCatalogEntry.ts';

type FixedEncoderKind = Pick<Encoder, 'id' | 'name' | 'type'> & { words: readonly string[] };

export const fixedEncoder = ({ words, ...kind }: FixedEncoderKind): Encoder =>
  defineEncoder({ ...kind, codec: kind.id, hardware: false, fields: {}, args: () => [...words] });

export const fixedExamples = (...expect: string[]): CoderExample[] => [
  { given: {}, expect },
  { given: { bitrate: '64' }, expect },
];
