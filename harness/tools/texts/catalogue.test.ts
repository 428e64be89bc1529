import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import catalogues from './fixtures/error-catalogues.json' with { type: 'json' };
import { usedTexts } from './usedTexts.ts';

/** Texts of the specification's catalogs that are worded differently or omitted, and why. */
const differences: Readonly<Record<string, string>> = {
  "Login failed: Couldn't load API details": 'The page of an unreachable core says what did not come, and retries.',
  'There was an error resetting the password.': 'Registration: "The user could not be created.", with the reason.',
  'Uploading the file failed': 'Said with the kind of file: the logo, the poster, the file of a loop.',
  Error: 'The sentence on top of the channel page names the cause and who can do something about it.',
  'Error: {0}': 'As "Error": the cause, with the line of the log as evidence.',
  'The response is not JSON as expected ({content type})':
    'Four texts by what came instead: nothing, a web page, half an answer, another program (src/api/parseResponse.ts).',
  'Unknown channel ID':
    'An address of a channel that is gone leads to the one in view; a form says "Main channel not found".',
  'The publication service has been created': 'Each has a name: \'The publication service "{{0}}" has been created\'.',
  'Please contact the operator of the service and check what happens.':
    'The documentation and the rules of the service, linked by its name.',
  'Main channel saved': '\'Channel "{{0}}" saved\': "main channel" is a word of the website.',
  'Failed to store player size setting.':
    'The size of the player is no setting: the code for websites is made for any size.',
};

/** The longest part between placeholders, up to the end of its first sentence. */
const fragmentOf = (text: string) =>
  text
    .split(/\{\{?[^}]*\}\}?|\.\.\./)
    .map((part) => (part.split('. ')[0] ?? '').trim().replace(/[.(]$/, '').trim())
    .sort((a, b) => b.length - a.length)[0] ?? '';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'e2e', 'harness/test/headless'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.test\.tsx?$|^e2e\/(specs|pages|screens)\//.test(file));
const tests = files.map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"));
const texts = [...new Set(Object.values(catalogues).flat())];
const usedInCode = (await usedTexts()).map(({ text }) => text);

const rows = texts.filter((text) => !(text in differences));

it.each(rows)('%s: the interface has the text', (text) => {
  // Messages of the provider are not translated.
  const fragment = fragmentOf(text);
  expect(fragment === 'Auth0:' || usedInCode.some((text) => text.includes(fragment))).toBe(true);
});

it.each(rows)('%s: a test expects the text', (text) => {
  expect(tests.some((test) => test.includes(fragmentOf(text)))).toBe(true);
});

it.each(Object.keys(differences))('%s: the catalogs still have the text, and the interface does not', (text) => {
  expect(texts).toContain(text);
  expect(usedInCode).not.toContain(text);
});
