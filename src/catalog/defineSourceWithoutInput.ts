import type { Example } from './form/argumentExampleTypes.ts';
import { defineSource } from './form/defineCatalogEntry.ts';

/** A source that stands for something else: it has no settings and no input of its own. */
export const defineSourceWithoutInput = (id: string, name: string) =>
  defineSource({
    id,
    name,
    media: ['audio'],
    fields: {},
    inputs: () => [{ address: '', options: [] }],
    ready: () => true,
  });

export const examplesWithoutInput: Example[] = [
  { given: {}, expect: [{ address: '', options: [] }] },
  { given: { source: 'left over' }, expect: [{ address: '', options: [] }] },
];
