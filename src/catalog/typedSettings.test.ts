import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Config } from '../api/answers/config.ts';
import { SkillsAnswer } from '../api/answers/skills.ts';
import recorded from '../api/fixtures/answers.json' with { type: 'json' };
import { networkOf } from '../media/address/channelAddresses.ts';
import { skillsOf } from '../media/encoding/skills.ts';
import { emptyStream } from '../media/encoding/streams.ts';
import { decoders } from './coders/decoders.ts';
import { knownEncoders } from './coders/index.ts';
import { knownFilters } from './filters/index.ts';
import { fieldFaults } from './form/evaluateFields.ts';
import { type Fields, number, selectOrCustom, textField } from './form/fields.ts';
import { defaultsOf, hasValue, inputFault, isTyped, parseInput, valueAt, withValue } from './form/fieldValues.ts';
import { services } from './services/index.ts';
import { settingsTabs } from './settingsTabs/index.ts';
import { adaptTabFields } from './settingsTabs/settingsFormValues.ts';
import { sources } from './sources/index.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const skills = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
const config = Config.parse({ ...recorded.config[0]?.body.config });
const sending = {
  channel: CHANNEL,
  meta: { name: 'N', description: 'D' },
  streams: [{ ...emptyStream, type: 'video', codec: 'h264' }],
  skills,
};
const reading = {
  ffmpeg: skills.ffmpeg,
  skills,
  network: networkOf({ config: { ...config, version: 3 }, page: new URL('http://localhost'), channel: CHANNEL }),
};

/** Shows all fields, as visibility does not affect what they accept. */
const allShown = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, when: () => true }]));

const types = ['video', 'audio'] as const;
const forms: [string, Fields][] = [
  ...types.flatMap((type) =>
    [...knownEncoders[type], ...decoders[type]].map((coder): [string, Fields] => [
      `${type} coder ${coder.id}`,
      coder.fields,
    ]),
  ),
  ...types.flatMap((type) =>
    knownFilters[type].map((filter): [string, Fields] => [`${type} filter ${filter.id}`, filter.fields]),
  ),
  ...sources.map((source): [string, Fields] => [`source ${source.id}`, source.form(reading)]),
  ...services.map((service): [string, Fields] => [`service ${service.id}`, service.form(sending)]),
  ...settingsTabs.map((tab): [string, Fields] => [
    `settings ${tab.id}`,
    adaptTabFields(tab, { config, overrides: [] }),
  ]),
].filter(([, fields]) => Object.keys(fields).length > 0);

const NUMBER = /^-?(0x[\da-f]+|\d+([.,/]\d+)?(x\d+)?)$/i;

const shownIn = (field: Fields['']): string[] => [
  ...('default' in field && typeof field.default !== 'object' ? [String(field.default)] : []),
  ...('placeholder' in field && field.placeholder ? [field.placeholder] : []),
  ...('options' in field ? field.options.flatMap(({ value, storedOnly }) => (storedOnly ? [] : [value])) : []),
];

const isLine = (field: Fields['']) =>
  ['text', 'selectOrCustom', 'number', 'port'].includes(field.kind) && !('rows' in field && field.rows !== undefined);

/** By its examples or unit. Excludes sound cards (1,0) and device names. */
const isNumber = (field: Fields['']): boolean =>
  field.kind === 'number' ||
  field.kind === 'port' ||
  ('unit' in field && field.unit !== undefined && isLine(field)) ||
  (isLine(field) && !('holds' in field && field.holds) && shownIn(field).some((text) => NUMBER.test(text)));

function faultOf(fields: Fields, key: string, typed: string): unknown {
  const field = fields[key];
  if (!field || !hasValue(field)) return null;
  if (isTyped(field) && inputFault(field, typed) !== null) return inputFault(field, typed);
  const settings = withValue(defaultsOf(fields), key, parseInput(field, typed, valueAt(defaultsOf(fields), key)));
  return fieldFaults(fields, settings)[key] ?? null;
}

const LIMITED = z.object({ text: z.string(), values: z.record(z.string(), z.number()) });

const numbersIn = (fields: Fields) => Object.keys(fields).filter((key) => fields[key] && isNumber(fields[key]));
const accepted = (fields: Fields, typed: string) =>
  numbersIn(fields).filter((key) => faultOf(fields, key, typed) === null);

describe.each(forms)('the form of %s', (_, form) => {
  const fields = allShown(form);

  it.each(['abc', '12 apples', '1e3', 'NaN', '{memfs}'])('rejects %j in number fields', (typed) =>
    expect(accepted(fields, typed)).toEqual([]),
  );

  it('refuses numbers that neither core nor ffmpeg can handle', () =>
    expect(['9007199254740990', '-9007199254740990', '1e400'].flatMap((typed) => accepted(fields, typed))).toEqual([]));

  it.each(['29.97', '9007199254740990'])('explains correctly why it rejects %s', (typed) => {
    const misleading = numbersIn(fields).filter((key) => {
      const { text, values } = LIMITED.safeParse(faultOf(fields, key, typed)).data ?? { text: '', values: {} };
      if (text === '' || /whole|even|as in/.test(text)) return text !== '' && !(Number(typed) % 1 || 'max' in values);
      return Number(typed) >= (values.min ?? 0) && Number(typed) <= (values.max ?? Number.POSITIVE_INFINITY);
    });
    expect(misleading).toEqual([]);
  });

  it('accepts its own examples', () => {
    const refused = Object.entries(fields).flatMap(([key, field]) =>
      isLine(field)
        ? shownIn(field)
            .filter((text) => text !== '' && faultOf(fields, key, text) !== null)
            .map((text) => `${key}: ${text}`)
        : [],
    );
    expect(refused).toEqual([]);
  });
});

it('the check finds number fields that accept anything', () => {
  const slips: Fields = {
    rate: selectOrCustom({ label: 'Rate', default: '25', options: ['25', '50'] }),
    buffers: textField({ label: 'Buffers', default: '256' }),
    id: textField({ label: 'Number', placeholder: '0x19' }),
    size: selectOrCustom({ label: 'Size', default: 'auto', options: ['1280x720'] }),
    delay: textField({ label: 'Delay', unit: 'ms' }),
    good: number({ label: 'Good', default: 1 }),
  };
  expect(accepted(slips, 'abc')).toEqual(['rate', 'buffers', 'id', 'size', 'delay']);
});

it('the check covers more than 150 number fields', () => {
  const all = forms.flatMap(([, fields]) => numbersIn(fields));
  expect(all.length).toBeGreaterThan(150);
});
