import type { Service } from '../form/defineCatalogEntry.ts';
import { services } from '../services/index.ts';

/** Stored by other versions, without a form in this one: listed by name, and kept as it is. Remove those that get a form. */
const servicesWithoutForm: readonly Pick<Service, 'id' | 'name' | 'category'>[] = [
  { id: 'bitmovin', name: 'Bitmovin', category: 'platform' },
];

interface ServiceFacts extends Pick<Service, 'id' | 'name' | 'category' | 'aliases'> {
  known: boolean;
}

/** The build computes this list and replaces the file by it (harness/tools/build/esbuildPlugins.ts). */
export const serviceList: readonly ServiceFacts[] = [
  ...services.map(({ id, name, category, aliases }) => ({
    ...{ id, name, category, known: true },
    ...(aliases && { aliases }),
  })),
  ...servicesWithoutForm.map((service) => ({ ...service, known: false })),
];
