import type { Service } from '../form/defineCatalogEntry.ts';
import { services } from '../services/index.ts';

/** Stored by other versions, without a form here: listed by name and kept unchanged. */
const servicesWithoutForm: readonly Pick<Service, 'id' | 'name' | 'category'>[] = [
  { id: 'bitmovin', name: 'Bitmovin', category: 'platform' },
];

interface ServiceFacts extends Pick<Service, 'id' | 'name' | 'category' | 'aliases'> {
  known: boolean;
}

/** The build replaces this file with the computed list (harness/tools/build/esbuildPlugins.ts). */
export const serviceList: readonly ServiceFacts[] = [
  ...services.map(({ id, name, category, aliases }) => ({
    ...{ id, name, category, known: true },
    ...(aliases && { aliases }),
  })),
  ...servicesWithoutForm.map((service) => ({ ...service, known: false })),
];
