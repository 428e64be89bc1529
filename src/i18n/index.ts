import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chooseLanguage, loadTexts } from './languages.ts';
import { inSentence } from './sanitizeDisplayText.ts';

const KEY = '@@restreamer-ui@@language';

interface TextsHost {
  page: Document;
  /** navigator.languages */
  browser: readonly string[];
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** Resolves when texts can be shown; a language that cannot be fetched leaves English. */
export async function startI18n({ page, browser, storage }: TextsHost) {
  i18next.on('languageChanged', (code) => {
    page.documentElement.lang = code;
  });
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    // Texts are whole sentences: a dot or a colon in one is no path.
    keySeparator: false,
    nsSeparator: false,
    // A place that no translator has filled yet shows English.
    returnEmptyString: false,
    // React escapes. What people wrote stays a part of the sentence.
    interpolation: { escapeValue: true, escape: inSentence },
  });
  const code = chooseLanguage(storage.getItem(KEY), browser);
  // Without its file the interface works in English; the operator can choose the language again.
  if (code !== 'en') await show(code).catch(() => {});
}

async function show(code: string) {
  i18next.addResourceBundle(code, 'translation', await loadTexts(code));
  await i18next.changeLanguage(code);
}

/** Rejects when the language cannot be fetched; then nothing has changed. */
export async function setLanguage(code: string, storage: Pick<Storage, 'setItem'>) {
  await show(code);
  storage.setItem(KEY, code);
}

/** Outside of components, which follow the language: for what is stored in it. */
export const translateNow = (text: string): string => i18next.t(text);
