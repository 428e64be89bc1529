declare const __SLUICE_DEV__: boolean | undefined;

type Texts = Record<string, string>;

interface Language {
  code: string;
  name: string;
  load: () => Promise<{ default: Texts }>;
}

/** Offered only by "make dev", because missing texts are shown in English. */
export const incompleteLanguages: readonly Language[] =
  typeof __SLUICE_DEV__ !== 'undefined' && !__SLUICE_DEV__
    ? [] // esbuild emits a file for each import() that is not in a dead branch.
    : [
        // Languages in progress are listed here.
      ];

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

/** Returns the stored choice if offered, else the first offered language of the browser, else English. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): string {
  const codes = [stored ?? '', ...browser].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return codes.find(byCode) ?? 'en';
}

export const loadTexts = async (code: string): Promise<Texts> => (await byCode(code)?.load())?.default ?? {};
