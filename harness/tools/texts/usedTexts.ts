import path from 'node:path';
import { findKeys, type I18nextToolkitConfig, runLinter } from 'i18next-cli';
import { UserError } from '../launch/userError.ts';
import type { SourceText } from './pluralForms.ts';

const NAMES = new Set(['Sluice', 'ENV', 'Apache-2.0', 'Auth0']);

const config: I18nextToolkitConfig = {
  locales: ['en'],
  extract: {
    // The agent offers forms and faults whose texts the interface shows.
    input: ['src/**/*.{ts,tsx}', 'agent/**/*.ts'],
    ignore: ['src/**/*.test.{ts,tsx}', 'agent/**/*.test.ts'],
    output: 'assets/locales/{{language}}.json',
    functions: ['t', 'msg'],
    extractFromComments: false,
    // Texts are whole sentences, as in src/i18n/index.ts.
    keySeparator: false,
    nsSeparator: false,
  },
  // Placeholders by number and those of msg() get their values elsewhere.
  lint: { acceptedTags: 'all', checkInterpolationParams: false },
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Every English text that the interface may show; a text with a context ends with it, as in the file of a language. */
export async function usedTexts(): Promise<SourceText[]> {
  const broken: string[] = [];
  const { allKeys } = await findKeys(config, silent, broken);
  if (broken.length > 0) throw new UserError(`These files could not be read for texts: ${broken.join(', ')}`);
  return [...allKeys.values()].flatMap(({ key, isExpandedPlural, defaultValue }): SourceText[] => {
    if (!isExpandedPlural) return [{ text: key }];
    // A counted text has the English forms one and other.
    if (!key.endsWith('_one')) return [];
    const text = key.slice(0, -'_one'.length);
    return [{ text, one: defaultValue === undefined || defaultValue === text ? '' : defaultValue }];
  });
}

/** Words in the page that no language can reach, as `file:line: words`. */
export async function hardCodedTexts(): Promise<string[]> {
  const { files } = await runLinter(config);
  return Object.entries(files).flatMap(([file, issues]) =>
    issues
      .filter(({ text }) => !NAMES.has(text))
      .map(({ text, line }) => `${path.relative('.', file)}:${line}: ${text}`),
  );
}
