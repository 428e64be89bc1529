import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { formatCalmSpan, formatSpan } from '../../src/i18n/format.ts';
import type { AlarmWording } from '../../src/media/incident/alarmWording.ts';
import type { SentenceLanguage } from '../../src/media/verdict/sentenceText.ts';

const Texts = z.record(z.string(), z.string());
type Texts = z.infer<typeof Texts>;

const LANGUAGE = /^[a-z]{2}$/;
const VALUE = /\{\{(\w+)\}\}/g;

/** Loads the texts of one language from beside the agent's script; none for an unknown language. */
async function loadTexts(language: string, program: string): Promise<Texts> {
  if (language === 'en' || !LANGUAGE.test(language)) return {};
  const folder = dirname(program);
  const file = program.endsWith('.ts')
    ? join(folder, '../assets/locales', `${language}.json`)
    : join(folder, `agentTexts.${language}.json`);
  try {
    return Texts.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Never throws: an English message is better than none. */
export async function openAlarmLanguage({ language, zone }: AlarmWording, program: string): Promise<SentenceLanguage> {
  const texts = await loadTexts(language, program);
  const locale = Object.keys(texts).length > 0 ? language : 'en';
  const clock = new Intl.DateTimeFormat(locale, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    ...(zone === null ? {} : { timeZone: zone }),
  });
  return {
    translate: (text, values = {}) =>
      (texts[text] || text).replace(VALUE, (match, name: string) => String(values[name] ?? match)),
    number: (value, decimals) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value),
    clock: (at) => clock.format(at),
    // `formatSpan` avoids "1 min" for 118 s.
    span: (seconds) => (seconds < 3600 ? formatSpan : formatCalmSpan)(seconds, locale),
  };
}
