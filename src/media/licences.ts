/** A licence of the content. `id` is the stored text. badge: file name without extension, as Creative Commons names it. */
export type Licence = { id: string; name: string; description: string; link: string | null; badge: string | null };

// Marks the texts for translation under the name that the extraction looks for; this floor does not import i18n.
const msg = (text: string) => text;

const cc = (kind: string, name: string, description: string): Licence => ({
  id: `CC ${kind.toUpperCase()} 4.0`,
  name,
  description,
  link: `https://creativecommons.org/licenses/${kind}/4.0/`,
  badge: kind,
});

/** Order here is order in the select. */
export const licences: readonly Licence[] = [
  {
    id: 'none',
    name: msg('No licence'),
    description: msg('Nothing is stated; ordinary copyright applies.'),
    link: null,
    badge: null,
  },
  {
    id: 'CC0 1.0',
    name: msg('CC0 1.0 Universal'),
    description: msg(
      'No rights are kept, as far as the law allows. Anyone may use the work for anything without asking.',
    ),
    link: 'https://creativecommons.org/publicdomain/zero/1.0/',
    badge: 'cc-zero',
  },
  cc(
    'by',
    msg('Attribution 4.0 International'),
    msg('Sharing and changing are allowed for any purpose when the author is named.'),
  ),
  cc(
    'by-sa',
    msg('Attribution-ShareAlike 4.0 International'),
    msg('As Attribution; changed versions have to carry the same licence.'),
  ),
  cc(
    'by-nc',
    msg('Attribution-NonCommercial 4.0 International'),
    msg('Sharing and changing are allowed when the author is named and nothing is earned with it.'),
  ),
  cc(
    'by-nc-sa',
    msg('Attribution-NonCommercial-ShareAlike 4.0 International'),
    msg('As NonCommercial; changed versions have to carry the same licence.'),
  ),
  cc(
    'by-nd',
    msg('Attribution-NoDerivatives 4.0 International'),
    msg('Unchanged copies may be shared for any purpose when the author is named.'),
  ),
  cc(
    'by-nc-nd',
    msg('Attribution-NonCommercial-NoDerivatives 4.0 International'),
    msg('Unchanged copies may be shared when the author is named and nothing is earned with it.'),
  ),
  {
    id: 'PDM 1.0',
    name: msg('Public domain mark 1.0'),
    description: msg('The work is free of known copyright all over the world.'),
    link: 'https://creativecommons.org/publicdomain/mark/1.0/',
    badge: 'publicdomain',
  },
];

export const DEFAULT_LICENCE = 'CC BY 4.0';

/** The licence of a stored text; a CC licence of another version is found by its kind. null when it is not known. */
export function licenceOf(stored: string): Licence | null {
  const known = licences.find(({ id }) => id === stored);
  if (known) return known;
  const [, kind = stored, version = '4.0'] = /^(.*?)\s+(\d\D\d)$/.exec(stored.trim()) ?? [];
  const same = licences.find(({ id }) => id.replace(/ \d\.\d$/, '') === kind.trim());
  return same?.link ? { ...same, id: stored, link: same.link.replace(/\d\.\d/, version) } : null;
}
