/** `id`: the stored text; `badge`: file name without extension, as used by Creative Commons. */
export type License = { id: string; name: string; description: string; link: string | null; badge: string | null };

// Marks texts for the extraction of translations; this floor cannot import i18n.
const msg = (text: string) => text;

const cc = (kind: string, name: string, description: string): License => ({
  id: `CC ${kind.toUpperCase()} 4.0`,
  name,
  description,
  link: `https://creativecommons.org/licenses/${kind}/4.0/`,
  badge: kind,
});

export const licenses: readonly License[] = [
  {
    id: 'none',
    name: msg('All rights reserved'),
    description: msg('Viewers may watch. Any other use needs your permission.'),
    link: null,
    badge: null,
  },
  {
    id: 'CC0 1.0',
    name: msg('CC0 1.0 Universal'),
    description: msg(
      'All rights are waived, as far as the law allows. Anyone may use the work for any purpose without asking.',
    ),
    link: 'https://creativecommons.org/publicdomain/zero/1.0/',
    badge: 'cc-zero',
  },
  cc(
    'by',
    msg('Attribution 4.0 International'),
    msg('Sharing and adapting are allowed for any purpose if the author is credited.'),
  ),
  cc(
    'by-sa',
    msg('Attribution-ShareAlike 4.0 International'),
    msg('Like Attribution, but adaptations must be shared under the same license.'),
  ),
  cc(
    'by-nc',
    msg('Attribution-NonCommercial 4.0 International'),
    msg('Sharing and adapting are allowed for non-commercial purposes if the author is credited.'),
  ),
  cc(
    'by-nc-sa',
    msg('Attribution-NonCommercial-ShareAlike 4.0 International'),
    msg('Like NonCommercial, but adaptations must be shared under the same license.'),
  ),
  cc(
    'by-nd',
    msg('Attribution-NoDerivatives 4.0 International'),
    msg('Sharing unmodified copies is allowed for any purpose if the author is credited.'),
  ),
  cc(
    'by-nc-nd',
    msg('Attribution-NonCommercial-NoDerivatives 4.0 International'),
    msg('Sharing unmodified copies is allowed for non-commercial purposes if the author is credited.'),
  ),
  {
    id: 'PDM 1.0',
    name: msg('Public Domain Mark 1.0'),
    description: msg('The work is free of known copyright restrictions worldwide.'),
    link: 'https://creativecommons.org/publicdomain/mark/1.0/',
    badge: 'publicdomain',
  },
];

/** For new channels, and for channels without a stored license. */
export const DEFAULT_LICENSE = 'CC BY 4.0';

/** Falls back to the same kind of CC license in another version. */
export function licenseOf(stored: string): License | null {
  const listed = licenses.find(({ id }) => id === stored);
  if (listed) return listed;
  const text = stored.trim();
  const versioned = /(?<!\s)\s+(\d\D\d)$/.exec(text);
  const [kind, version] = versioned ? [text.slice(0, versioned.index), versioned[1] ?? ''] : [text, '4.0'];
  const same = licenses.find(({ id }) => id.replace(/ \d\.\d$/, '') === kind);
  return same?.link ? { ...same, id: stored, link: same.link.replace(/\d\.\d/, version) } : null;
}
