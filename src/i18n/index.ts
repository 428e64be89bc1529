import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chooseLanguage, loadTexts } from './languages.ts';
import { inSentence } from './sanitizeDisplayText.ts';

const KEY = '@@restreamer-ui@@language';

interface TextsHost {
  page: Document;
  browser: readonly string[];
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** Resolves once texts can be shown, in English if the language cannot be fetched. */
export async function startI18n({ page, browser, storage }: TextsHost) {
  i18next.on('languageChanged', (code) => {
    page.documentElement.lang = code;
  });
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    // Texts are sentences, so dots and colons do not separate keys.
    keySeparator: false,
    nsSeparator: false,
    // Shows English for untranslated texts.
    returnEmptyString: false,
    // React escapes HTML. This keeps the direction of text in values from affecting the sentence.
    interpolation: { escapeValue: true, escape: inSentence },
  });
  const code = chooseLanguage(storage.getItem(KEY), browser);
  if (code !== 'en') await show(code).catch(() => {});
}

async function show(code: string) {
  i18next.addResourceBundle(code, 'translation', await loadTexts(code));
  await i18next.changeLanguage(code);
}

export async function setLanguage(code: string, storage: Pick<Storage, 'setItem'>) {
  await show(code);
  storage.setItem(KEY, code);
}

/** For texts that are stored. Components use the hook, which follows a change of language. */
export const translateNow = (text: string): string => i18next.t(text);
