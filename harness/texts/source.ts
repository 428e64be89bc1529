import path from 'node:path';
import { findKeys, type I18nextToolkitConfig, runLinter } from 'i18next-cli';
import { UserError } from '../launch/userError.ts';

/** Words that are the same in every language. */
const NAMES = new Set(['Sluice', 'ENV', 'Apache-2.0']);

const config: I18nextToolkitConfig = {
  locales: ['en'],
  extract: {
    input: 'src/**/*.{ts,tsx}',
    ignore: 'src/**/*.test.{ts,tsx}',
    output: 'assets/locales/{{language}}.json',
    functions: ['t', 'msg'],
    extractFromComments: false,
    // Texts are whole sentences, as in src/i18n/index.ts.
    keySeparator: false,
    nsSeparator: false,
    disablePlurals: true,
  },
  // Placeholders by number and those of msg() get their values elsewhere.
  lint: { acceptedTags: 'all', checkInterpolationParams: false },
};

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Every English text that the interface may show. */
export async function usedTexts(): Promise<string[]> {
  const broken: string[] = [];
  const { allKeys } = await findKeys(config, silent, broken);
  if (broken.length > 0) throw new UserError(`No texts can be found here: ${broken.join(', ')}`);
  return [...allKeys.values()].map(({ key }) => key);
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
