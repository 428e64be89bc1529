import { serviceList } from './serviceList.ts';

/** Also finds former ids. An unknown service is named by its id. */
export const serviceFactsOf = (id: string): (typeof serviceList)[number] =>
  serviceList.find((service) => service.id === id || service.aliases?.includes(id)) ?? {
    id,
    name: id,
    category: 'universal',
    known: false,
  };

export const publicationName = (service: string, name: string): string => name.trim() || serviceFactsOf(service).name;
