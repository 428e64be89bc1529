import { defineSource } from './form/catalogDefinitions.ts';
import type { Example } from './form/exampleTypes.ts';

/** A source that stands for something else: it has no settings and no input of its own. */
export const sourceWithoutInput = (id: string, name: string) =>
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
