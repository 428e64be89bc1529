import type { Service } from '../../../catalog/define.ts';
import { msg } from '../../../i18n/msg.ts';
import { type Requirements, type Skills, unmet } from '../../../media/skills.ts';

export type Category = 'all' | Service['category'];

/** Order here is order on the screen; the texts are the words of the filter. */
export const categories: readonly { id: Category; text: string }[] = [
  { id: 'all', text: msg('All') },
  { id: 'platform', text: msg('Platforms') },
  { id: 'software', text: msg('Software') },
  { id: 'universal', text: msg('Protocols') },
];

/** What one of a category is called. */
export const categoryNames: Record<Service['category'], string> = {
  platform: msg('Platform'),
  software: msg('Software'),
  universal: msg('Protocol'),
};

export const categoryOf = (segment: string | null): Category =>
  categories.find(({ id }) => id === segment)?.id ?? 'all';

/** "picarto tv" means Picarto.TV. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `wanted`: what was typed into the search. */
const isWanted = (wanted: string, names: readonly string[]): boolean => {
  const text = plain(wanted);
  return wanted.trim() === '' || (text !== '' && names.some((name) => plain(name).includes(text)));
};

const isIn = ({ retired, category: its }: Service, category: Category) =>
  !retired && (category === 'all' || its === category);

/** What is offered to somebody new. */
export const servicesIn = (services: readonly Service[], category: Category, wanted: string): Service[] =>
  services.filter((service) => isIn(service, category) && isWanted(wanted, [service.id, service.name]));

/** Platforms without a form of their own that somebody looks for by name; none while nothing was typed. */
export const presetsIn = (services: readonly Service[], category: Category, wanted: string) =>
  services.flatMap((service) =>
    wanted.trim() === '' || !isIn(service, category)
      ? []
      : (service.presets ?? []).flatMap(({ name, alias }) =>
          isWanted(wanted, [name, alias]) ? [{ service, name }] : [],
        ),
  );

const lacks: Record<keyof Requirements, string> = {
  protocols: msg('protocol {{names}}'),
  formats: msg('format {{names}}'),
  devices: msg('device {{names}}'),
  video: msg('video encoder for {{names}}'),
  audio: msg('audio encoder for {{names}}'),
};

/** What this core's ffmpeg cannot do of what the service needs: texts in which names, any of them, are put in. */
export const lackingFor = ({ requires }: Service, skills: Skills): { text: string; names: string }[] =>
  unmet(requires, skills).map((category) => ({
    text: lacks[category],
    names: (requires[category] ?? []).filter((name) => name !== 'none').join(' / '),
  }));
