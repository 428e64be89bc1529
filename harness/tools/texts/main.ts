import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { incompleteLanguages, languages } from '../../../src/i18n/languages.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { englishComplaints } from './pluralForms.ts';
import { complaintsOf, droppedTexts, fitLocale, isUntranslated, parseLocale } from './textComplaints.ts';
import { hardCodedTexts, usedTexts } from './usedTexts.ts';

/** `fit` adds keys of new texts to every language, and removes unused ones. */
const fits = process.argv[2] === 'fit';

await runVerb(async () => {
  const used = await usedTexts();
  const complaints = [...(await hardCodedTexts()).map((line) => `not in t(): ${line}`), ...englishComplaints(used)];
  const toTranslate: string[] = [];
  for (const language of [...languages, ...incompleteLanguages]) {
    const { code } = language;
    const mayLack = incompleteLanguages.includes(language);
    if (code === 'en') continue;
    const file = `assets/locales/${code}.json`;
    if (!existsSync(file)) {
      if (!fits) throw new UserError(`${file} is missing. "npm run texts fit" makes it.`);
      await writeFile(file, '{}\n');
    }
    const texts = parseLocale(file, await readFile(file, 'utf8'));
    const fitted = fitLocale(used, code, texts);
    if (fits) {
      await writeFile(file, `${JSON.stringify(fitted, null, 2)}\n`);
      for (const line of droppedTexts(texts, fitted)) process.stdout.write(`dropped from ${file}: ${line}\n`);
    }
    const found = complaintsOf(used, code, fits ? fitted : texts);
    const untranslated = found.filter(isUntranslated);
    if (untranslated.length > 0) toTranslate.push(`${code} ${untranslated.length}`);
    else if (mayLack) complaints.push(`${code}: complete, so move it to languages in src/i18n/languages.ts`);
    const isInOrder = Object.keys(fitted).join('\n') === Object.keys(texts).join('\n');
    // Otherwise the next "fit" would reorder lines in an unrelated commit.
    if (!fits && found.length === 0 && !isInOrder) found.push('not in the order that "npm run texts fit" writes');
    const wrong = mayLack || fits ? found.filter((line) => !isUntranslated(line)) : found;
    complaints.push(...wrong.map((line) => `${code}: ${line}`));
  }
  if (complaints.length > 0)
    throw new UserError(
      `${complaints.join('\n')}\n\nTexts to fix: ${complaints.length}, in assets/locales or where they are said. "npm run texts fit" adds places for new ones, removes unused ones and sorts.`,
    );
  if (toTranslate.length > 0) {
    process.stdout.write(`${used.length} texts. Not complete, to translate: ${toTranslate.join(', ')}\n`);
    return;
  }
  process.stdout.write(`${used.length} texts in ${languages.map(({ code }) => code).join(', ')}\n`);
});
