import type { Service } from './form/defineCatalogEntry.ts';

type ServiceName = Pick<Service, 'id' | 'name' | 'category'>;

const all = (category: Service['category'], names: Readonly<Record<string, string>>): ServiceName[] =>
  Object.entries(names).map(([id, name]) => ({ id, name, category }));

/** What installations have and this version has no form for: listed by name, kept as it is. Whoever builds one takes it out. */
export const servicesWithoutForm: readonly ServiceName[] = [...all('platform', { bitmovin: 'Bitmovin' })];
