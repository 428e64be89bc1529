import { serviceList } from './serviceList.ts';

/** Finds earlier ids too. An unknown service has its id as name. */
export const serviceFactsOf = (id: string): (typeof serviceList)[number] =>
  serviceList.find((service) => service.id === id || service.aliases?.includes(id)) ?? {
    id,
    name: id,
    category: 'universal',
    known: false,
  };

/** One word for a publication everywhere, also for one that was saved without a name. */
export const publicationName = (service: string, name: string): string => name.trim() || serviceFactsOf(service).name;
