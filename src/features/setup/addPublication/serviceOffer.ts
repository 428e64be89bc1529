import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import { msg } from '../../../i18n/msg.ts';
import type { findResembling } from './findResembling.ts';

export type Category = 'all' | Service['category'];

export const categories: readonly { id: Category; text: string }[] = [
  { id: 'all', text: msg('All') },
  { id: 'platform', text: msg('Platforms') },
  { id: 'software', text: msg('Software') },
  { id: 'universal', text: msg('Protocols') },
];

export const categoryOf = (segment: string | null): Category =>
  categories.find(({ id }) => id === segment)?.id ?? 'all';

/** A row of the list: a service, or a preset that uses the form of another service. */
export interface ServiceOffer {
  /** `{service}`, or `{service}:{preset}`. */
  id: string;
  service: Service;
  preset: string | null;
}

interface OfferGroup {
  text: string;
  offered: readonly ServiceOffer[];
}

const FIRST = ['youtube', 'twitch', 'facebook', 'rtmp', 'srt', 'recording'];

const nameOf = ({ service, preset }: ServiceOffer) => preset ?? service.name;

/** Names are not translated, so the order does not depend on the language. */
const byName = (offered: readonly ServiceOffer[]) =>
  offered.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { sensitivity: 'base' }));

const RECENT = 5;

/** "picarto tv" means Picarto.TV. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const isWanted = (query: string, names: readonly string[]): boolean => {
  const text = plain(query);
  return query.trim() === '' || (text !== '' && names.some((name) => plain(name).includes(text)));
};

const allIn = (services: readonly Service[]): (ServiceOffer & { names: readonly string[] })[] =>
  services
    .filter(({ retired }) => !retired)
    .flatMap((service): (ServiceOffer & { names: readonly string[] })[] =>
      service.presets
        ? service.presets.map(({ name, alias }) => ({
            ...{ id: `${service.id}:${name}`, service, preset: name },
            names: [name, alias],
          }))
        : [{ id: service.id, service, preset: null, names: [service.id, service.name, ...(service.words ?? [])] }],
    );

const matching = (
  all: ReturnType<typeof allIn>,
  query: string,
  resembling: typeof findResembling | null,
): ReturnType<typeof allIn> => {
  const found = all.filter(({ names }) => isWanted(query, names));
  if (found.length > 0 || !resembling) return found;
  return resembling(
    all.map(({ names }) => names),
    query,
  ).flatMap((i) => all[i] ?? []);
};

/** @param recent ids of recently used services, latest first; unknown ids are ignored */
export function offerIn(
  services: readonly Service[],
  category: Category,
  query: string,
  recent: readonly string[],
  resembling: typeof findResembling | null = null,
): OfferGroup[] {
  const all = allIn(services).filter(({ service }) => category === 'all' || service.category === category);
  const found = matching(all, query, resembling);
  const named = (ids: readonly string[]) => ids.flatMap((id) => found.find((offer) => offer.id === id) ?? []);
  const used = named([...new Set(recent)]).slice(0, RECENT);
  const first = named(FIRST).filter((offer) => !used.includes(offer));
  const rest = found.filter((offer) => !used.includes(offer) && !first.includes(offer));
  // Search results stay sorted by relevance.
  const sorted = query.trim() === '' ? byName : (offers: readonly ServiceOffer[]) => offers;
  return [
    { text: msg('Recently used'), offered: used },
    { text: msg('Often used'), offered: first },
    ...categories.flatMap(({ id, text }) =>
      id === 'all' ? [] : [{ text, offered: sorted(rest.filter(({ service }) => service.category === id)) }],
    ),
  ].filter(({ offered }) => offered.length > 0);
}

export const recentIn = (stored: string | undefined): string[] => (stored ?? '').split('\n').filter((id) => id !== '');

export const withRecent = (stored: string | undefined, id: string): string =>
  [...new Set([id, ...recentIn(stored)])].slice(0, RECENT).join('\n');
