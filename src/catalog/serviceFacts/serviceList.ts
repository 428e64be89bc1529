import type { Service } from '../form/defineCatalogEntry.ts';
import { services } from '../services/index.ts';

/** Stored by other versions, without a form in this one: listed by name, and kept as it is. Remove those that get a form. */
const servicesWithoutForm: readonly Pick<Service, 'id' | 'name' | 'category'>[] = [
  { id: 'bitmovin', name: 'Bitmovin', category: 'platform' },
];

interface ServiceFacts extends Pick<Service, 'id' | 'name' | 'category' | 'aliases'> {
  /** It has a form in this version. */
  known: boolean;
}

/**
 * The facts of a service that the channel page shows, also of one without a form. The build computes them
 * (harness/tools/build/esbuildPlugins.ts) and puts the result in place of this file: forms, tables and outputs come with
 * the first form.
 */
export const serviceList: readonly ServiceFacts[] = [
  ...services.map(({ id, name, category, aliases }) => ({
    ...{ id, name, category, known: true },
    ...(aliases && { aliases }),
  })),
  ...servicesWithoutForm.map((service) => ({ ...service, known: false })),
];
