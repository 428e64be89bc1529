import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { services } from '../../../src/catalog/services/index.ts';
import { languages } from '../../../src/i18n/languages.ts';

const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ');

const englishName = new Intl.DisplayNames('en', { type: 'language' });
/** Names in the README that are not those of platforms. */
const CALLED: Readonly<Record<string, string>> = {
  image2: 'images by upload',
  recording: 'recordings',
  framebuffer: 'a screen of the machine (framebuffer)',
};
const ON_THE_MACHINE = ['recording', 'framebuffer'];
/** Discontinued, and only kept for stored publications. */
const GONE = 'azure';

const namesOf = (chosen: (service: (typeof services)[number]) => boolean) =>
  services.filter(chosen).map(({ id, name }) => CALLED[id] ?? name);

it.each<[list: string, where: RegExp, table: string, names: readonly string[]]>([
  [
    'platforms',
    / - Platforms: (.+?)\. - /,
    'src/catalog/services',
    namesOf(({ id, category, presets }) => category === 'platform' && !presets && id !== GONE),
  ],
  [
    'more platforms',
    / - More platforms with their servers and limits: (.+?)\. - /,
    'src/catalog/regions/presets.ts',
    services.flatMap(({ presets = [] }) => presets.map(({ name }) => name)),
  ],
  ['software', / - Software: (.+?)\. - /, 'src/catalog/services', namesOf(({ category }) => category === 'software')],
  [
    'protocols',
    / - Protocols: (.+?)\. - /,
    'src/catalog/services',
    namesOf(({ id, category }) => category === 'universal' && !ON_THE_MACHINE.includes(id)),
  ],
  [
    'on the machine',
    / - On the machine: (.+?)\. - /,
    'src/catalog/services',
    namesOf(({ id }) => ON_THE_MACHINE.includes(id)),
  ],
  [
    'languages',
    / - \*\*([^*]+)\*\*, dark and light theme/,
    'src/i18n/languages.ts',
    languages.map(({ code }) => englishName.of(code) ?? code),
  ],
])('the list "%s" of README.md matches its table, in any order', (list, pattern, table, names) => {
  const listed = (pattern.exec(readme)?.[1] ?? '').split(/, and |, | and /);
  const [lacks, hasTooMuch] = [
    names.filter((name) => !listed.includes(name)),
    listed.filter((name) => !names.includes(name)),
  ];
  expect({ lacks, hasTooMuch }, `edit the list "${list}" of README.md: ${table} has other entries`).toEqual({
    lacks: [],
    hasTooMuch: [],
  });
});
