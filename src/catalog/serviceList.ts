import type { Service } from './form/defineCatalogEntry.ts';
import { services } from './services/index.ts';
import { servicesWithoutForm } from './servicesWithoutForm.ts';

interface ServiceFacts extends Pick<Service, 'id' | 'name' | 'category' | 'aliases'> {
  /** It has a form in this version. */
  known: boolean;
}

/**
 * The facts of a service that the channel page shows, also of one without a form. The build computes them
 * (harness/tools/build/evaluateModuleAtBuild.ts) and puts the result in place of this file: forms, tables and outputs come with
 * the first form.
 */
export const facts: readonly ServiceFacts[] = [
  ...services.map(({ id, name, category, aliases }) => ({
    ...{ id, name, category, known: true },
    ...(aliases && { aliases }),
  })),
  ...servicesWithoutForm.map((service) => ({ ...service, known: false })),
];
