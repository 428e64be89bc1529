import path from 'node:path';
import { findKeys, type I18nextToolkitConfig, runLinter } from 'i18next-cli';
import { UserError } from '../launch/userError.ts';
import type { SourceText } from './pluralForms.ts';

const NAMES = new Set(['Sluice', 'ENV', 'Apache-2.0', 'Auth0']);

const config: I18nextToolkitConfig = {
  locales: ['en'],
  extract: {
    // The interface shows texts of the agent's forms and faults.
    input: ['src/**/*.{ts,tsx}', 'agent/**/*.ts'],
    ignore: ['src/**/*.test.{ts,tsx}', 'agent/**/*.test.ts'],
    output: 'assets/locales/{{language}}.json',
    functions: ['t', 'msg'],
    extractFromComments: false,
    // Texts are whole sentences, as in src/i18n/index.ts.
    keySeparator: false,
    nsSeparator: false,
  },
  // Numbered placeholders and those of msg() get their values elsewhere.
  lint: { acceptedTags: 'all', checkInterpolationParams: false },
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Every English text that the interface can show, with its context as a suffix. */
export async function usedTexts(): Promise<SourceText[]> {
  const broken: string[] = [];
  const { allKeys } = await findKeys(config, silent, broken);
  if (broken.length > 0) throw new UserError(`These files could not be read for texts: ${broken.join(', ')}`);
  return [...allKeys.values()].flatMap(({ key, isExpandedPlural, defaultValue }): SourceText[] => {
    if (!isExpandedPlural) return [{ text: key }];
    if (!key.endsWith('_one')) return [];
    const text = key.slice(0, -'_one'.length);
    return [{ text, one: defaultValue === undefined || defaultValue === text ? '' : defaultValue }];
  });
}

/** Texts in the page that cannot be translated, as `file:line: words`. */
export async function hardCodedTexts(): Promise<string[]> {
  const { files } = await runLinter(config);
  return Object.entries(files).flatMap(([file, issues]) =>
    issues
      .filter(({ text }) => !NAMES.has(text))
      .map(({ text, line }) => `${path.relative('.', file)}:${line}: ${text}`),
  );
}
