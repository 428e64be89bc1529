import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import english from '../../assets/locales/de.json' with { type: 'json' };
import { loadTexts } from './languages.ts';

/** Words that streamers do not use, or that have another term here. */
const unwanted: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bpictures?\b/i, 'video, image, test rule or frame'],
  [/\bsounds?\b/i, 'audio'],
  [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\b(on|off) (the )?air\b/i, 'live, offline'],
  [/\bplease\b/i, 'the instruction alone'],
  [/licence|colour|\bcentre\b|behaviour/i, 'American spelling'],
  [/\bwithout it\b/i, 'When off, …'],
  [/\b(somebody|someone|anybody|nobody|who)\b/i, 'you, viewer, anyone'],
  [/\b(user|host) name\b/i, 'username, hostname'],
  [/\banswer(s|ed)?\b/i, 'respond'],
  [/\bdestinations?\b/i, 'publication, or platform'],
  [/!/, 'a full stop'],
];

const insteadOf = (text: string) => unwanted.filter(([word]) => word.test(text)).map(([, instead]) => instead);

const allowed: readonly (readonly [why: string, texts: RegExp])[] = [
  ['the name of a function of browsers', /^(Exit p|P)icture-in-picture$/],
  ['browsers call it autoplay with sound', /^Starts muted, because browsers block autoplay with sound\./],
  [
    'the alarm makes one; it is not the audio of a stream',
    /^(Sound$|Alarm: the browser blocks its sound|The browser (blocks|did not play the) sound|The sound was played)/,
  ],
  ['that is what the thing in the machine is called', /\bsound card\b/],
  ['others than the operator are meant', /Keep it secret: anyone who has it can stream/],
  [
    'quoted by the specification',
    /^(Failed to (probe|verify) the source|No live stream was detected|Please (contact the operator|select a file|wait\.)|The input profile is not complete|The source doesn't provide any (audio|video) streams|This version of the UI|You have unsaved changes)/,
  ],
];

const texts = Object.keys(english);

it.each([
  ['The picture is missing.', ['video, image, test rule or frame']],
  ['Starts by itself. Please wait', ['automatically', 'the instruction alone']],
  ['Choose a license', []],
])('suggests another word for: %s', (text, instead) => expect(insteadOf(text)).toEqual(instead));

it('the texts use the vocabulary of streamers', () => {
  const wrong = texts.filter((text) => insteadOf(text).length > 0 && !allowed.some(([, rule]) => rule.test(text)));
  expect(wrong.map((text) => `${text} -> ${insteadOf(text).join('; ')}`)).toEqual([]);
});

it.each(allowed)('the exception is still needed: %s', (_, rule) => {
  expect(texts.some((text) => rule.test(text) && insteadOf(text).length > 0)).toBe(true);
});

it('the German texts spell codec words with c', () => {
  expect(Object.values(english).filter((text) => /kodier|kodec/i.test(String(text)))).toEqual([]);
});

/** Exempts texts whose English version means the far end. Languages without a row are not checked. */
const DESTINATION: Readonly<Record<string, RegExp>> = {
  en: /\bdestinations?\b/i,
  de: /(?<!\p{L})Ziel(e|en|s)?(?!\p{L}|-)/u,
  fr: /\bdestinations?\b/i,
  it: /\bdestinazion[ei]\b/i,
  pt: /\bdestinos?\b/i,
  es: /\bdestinos?\b/i,
  ru: /мест\p{L}* назначени|назначение/iu,
};
const FAR_END = /target|where it sends to/i;

const judged = Object.entries(DESTINATION).filter(([code]) => code !== 'en');

it.each(judged)('the texts in %s never call a publication a destination', async (code, word) => {
  const texts = await loadTexts(code);
  const wrong = Object.entries(texts).filter(([text, translation]) => word.test(translation) && !FAR_END.test(text));
  expect(wrong).toEqual([]);
  expect(Object.values(texts).some((translation) => word.test(translation))).toBe(true);
});

it.each(Object.entries(DESTINATION))('the help in %s never calls a publication a destination', (code, word) => {
  for (const page of ['main', 'publication']) {
    // Comments contain search terms.
    const help = readFileSync(`docs/help/${code}/${page}.md`, 'utf8').replaceAll(/<!--.*?-->/gs, '');
    expect(help.length).toBeGreaterThan(1000);
    expect(help).not.toMatch(word);
  }
});
