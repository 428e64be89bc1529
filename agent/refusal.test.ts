import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages, loadTexts } from '../src/i18n/languages.ts';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: readFileSync(`${import.meta.dirname}/${file}`, 'utf8') }));

/** The interface never makes a call that is refused like this. Placeholders are an ellipsis. */
const PROGRAMS_ONLY: ReadonlySet<string> = new Set([
  "'The body is no JSON'",
  "'This call has no body'",
  "'The request cannot be read'",
  '`A body has at most … bytes`',
  // Tokens of the agent.
  "'There is no such token: it was revoked, or has ended'",
  "'Log in'",
  "'This call takes a login of the core, and no token of the agent'",
  '`This call takes a token with the scope "…": this one has "…"`',
  "'This call is about all channels: this token is for some of them'",
  "'This token is for other channels'",
  "'This token is for some channels'",
  // Events and parameters of lists.
  "'Too many clients follow the events'",
  "'It is the id of an event: a whole number'",
  "'It is the id of a channel'",
  '`It is a whole number from 1 to …`',
  '`It is a whole number from 1 to …`',
  "'It is a whole number'",
  'parsed.detail',
  // Orders.
  "'It is 1 to 200 visible characters'",
  "'This key was sent with another call: use a new one'",
  "'This call was begun before, and what came of it is not known yet'",
  '`There is no such command: it is one of …`',
  'failures.map(sentenceOf',
  // Values that the forms of the interface do not send.
  '`Enter … to … seconds`',
  "value ? `Enter … to …` : 'This rule has no value'",
  "'A token for settings is for all channels'",
  // Every agent carries out schedules.
  "'This agent carries out no schedules'",
]);

/** Chosen among texts that are all in `msg`. */
const CHOSEN: ReadonlySet<string> = new Set([
  'first?.text ?? UNFIT',
  'text',
  'unloadedText(calls.desk.fault(',
  // Why the agent is unhealthy.
  'reason',
  // That there is no such channel or publication; the interface only asks for publications.
  'detail',
]);

const DETAIL = /new Refusal\(\s*\w+,\s*(msg\(|'[^']*'|`[^`]*`|[^,)]+)/g;
const TEXT = /\bmsg\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g;
const CONSTANT = /^[A-Z_]+$/;

const details = sources.flatMap(({ file, code }) =>
  [...code.matchAll(DETAIL)].map(([, detail = '']) => ({
    file,
    code,
    detail: detail.trim().replaceAll(/\$\{[^}]*\}/g, '…'),
  })),
);
const shared = sources.find(({ file }) => file === 'refusal.ts')?.code ?? '';

it('every refusal is translated, or known to reach programs only', () => {
  const isTranslated = ({ code, detail }: (typeof details)[number]) =>
    detail === 'msg(' ||
    (CONSTANT.test(detail) && [code, shared].some((text) => text.includes(`const ${detail} = msg(`)));
  const unknown = details.filter(
    (row) => !isTranslated(row) && !PROGRAMS_ONLY.has(row.detail) && !CHOSEN.has(row.detail),
  );
  expect(details.length).toBeGreaterThan(60);
  expect(unknown.map(({ file, detail }) => `${file}: ${detail}`)).toEqual([]);
});

it('no refusal is listed that the agent does not make any more', () => {
  const made = new Set(details.map(({ detail }) => detail));
  expect([...PROGRAMS_ONLY, ...CHOSEN].filter((detail) => !made.has(detail))).toEqual([]);
});

const texts = sources.flatMap(({ code }) => [...code.matchAll(TEXT)].map(([, text, quoted]) => text ?? quoted ?? ''));

it.each(languages.filter(({ code }) => code !== 'en'))(
  'the texts of the agent are in the catalog of $code',
  async ({ code }) => {
    const catalog = await loadTexts(code);
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !catalog[text])).toEqual([]);
  },
);
