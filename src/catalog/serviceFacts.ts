import type { Service } from './define.ts';
import { services } from './services/index.ts';

type ServiceFacts = Pick<Service, 'id' | 'name' | 'category'>;

/**
 * What the channel page shows of a service. The build works this out (harness/build/baked.ts) and puts the result in
 * place of this file: forms, tables and outputs come with the first form.
 */
export const facts: readonly ServiceFacts[] = services.map(({ id, name, category }) => ({ id, name, category }));
