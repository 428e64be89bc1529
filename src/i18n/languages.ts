declare const __SLUICE_DEV__: boolean | undefined;

type Texts = Record<string, string>;

interface Language {
  code: string;
  /** In the language itself. */
  name: string;
  load: () => Promise<{ default: Texts }>;
}

/** Texts of these that are not translated yet are shown in English, so only "make dev" offers them. */
export const incompleteLanguages: readonly Language[] =
  typeof __SLUICE_DEV__ !== 'undefined' && !__SLUICE_DEV__
    ? [] // esbuild keeps a file for each import() that is not in a branch it drops.
    : [
        // One that is begun stands here.
      ];

/** What the language menu offers. */
export const languages: readonly Language[] = [
  // English texts are the keys.
  { code: 'en', name: 'English', load: () => Promise.resolve({ default: {} }) },
  {
    code: 'de',
    name: 'Deutsch',
    load: () => import('../../assets/locales/de.json', { with: { type: 'json' } }),
  },
  {
    code: 'fr',
    name: 'Français',
    load: () => import('../../assets/locales/fr.json', { with: { type: 'json' } }),
  },
  {
    code: 'it',
    name: 'Italiano',
    load: () => import('../../assets/locales/it.json', { with: { type: 'json' } }),
  },
  {
    code: 'pt',
    name: 'Português (Portugal)',
    load: () => import('../../assets/locales/pt.json', { with: { type: 'json' } }),
  },
  {
    code: 'es',
    name: 'Español',
    load: () => import('../../assets/locales/es.json', { with: { type: 'json' } }),
  },
  {
    code: 'ru',
    name: 'Русский',
    load: () => import('../../assets/locales/ru.json', { with: { type: 'json' } }),
  },
  ...(typeof __SLUICE_DEV__ !== 'undefined' && __SLUICE_DEV__ ? incompleteLanguages : []),
];

const byCode = (code: string) => languages.find((language) => language.code === code);

/** The stored choice if it is offered, else the first of the browser's languages that is, else English. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): string {
  const wanted = [stored ?? '', ...browser].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return wanted.find(byCode) ?? 'en';
}

/** Throws what the import throws; an unknown code has no texts. */
export const loadTexts = async (code: string): Promise<Texts> => (await byCode(code)?.load())?.default ?? {};
