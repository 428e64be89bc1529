import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { languages, loadTexts } from '../../../src/i18n/languages.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { englishComplaints } from './pluralForms.ts';
import { complaintsOf, fitLocale } from './textComplaints.ts';
import { hardCodedTexts, usedTexts } from './usedTexts.ts';

/** Words after the command: `fit` makes room for new texts in every language and drops those that nothing shows. */
const fits = process.argv[2] === 'fit';

await runVerb(async () => {
  const used = await usedTexts();
  const complaints = [...(await hardCodedTexts()).map((line) => `not in t(): ${line}`), ...englishComplaints(used)];
  for (const { code } of languages) {
    if (code === 'en') continue; // the English texts are the keys
    const file = `assets/locales/${code}.json`;
    if (!existsSync(file)) {
      if (!fits) throw new UserError(`${file} is missing. "npm run texts fit" makes it.`);
      await writeFile(file, '{}\n'); // a language that was just listed
    }
    const texts = await loadTexts(code);
    if (fits) await writeFile(file, `${JSON.stringify(fitLocale(used, code, texts), null, 2)}\n`);
    else complaints.push(...complaintsOf(used, code, texts).map((line) => `${code}: ${line}`));
  }
  if (complaints.length > 0)
    throw new UserError(
      `${complaints.join('\n')}\n\nTexts to fix: ${complaints.length}. "npm run texts fit" adds places for new ones in assets/locales.`,
    );
  process.stdout.write(`${used.length} texts in ${languages.map(({ code }) => code).join(', ')}\n`);
});
