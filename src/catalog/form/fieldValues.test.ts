import { describe, expect, it } from 'vitest';
import {
  hidden,
  json,
  listField,
  multiselect,
  number,
  numberOrNone,
  port,
  readonly,
  secret,
  select,
  selectOrCustom,
  textField,
  toggle,
} from './fields.ts';
import {
  defaultsOf,
  type InputValue,
  inputFault,
  isGuessablePassword,
  parseInput,
  readPreference,
  readValue,
  settingsOf,
  showValue,
  type ValueField,
  valueAt,
  withValue,
} from './fieldValues.ts';
import { LARGEST } from './parseFigure.ts';

const fields = {
  name: textField({ label: 'Name' }),
  key: secret({ label: 'Key' }),
  size: select({ label: 'Size', default: 'small', options: ['small', 'large'] }),
  'net.port': number({ label: 'Port', default: 80 }),
  'net.udp': toggle({ label: 'UDP' }),
  flags: multiselect({ label: 'Flags', default: ['a'], options: ['a', 'b'] }),
  echo: hidden({ default: '?', from: ({ size }) => (size === 'large' ? 'LARGE' : null) }),
};
const defaults = { name: '', key: '', size: 'small', net: { port: 80, udp: false }, flags: ['a'], echo: '?' };

describe('settings', () => {
  it('start with the defaults, nested by dotted keys', () => expect(defaultsOf(fields)).toEqual(defaults));

  it.each([
    ['nothing', undefined, defaults],
    ['text for a number', { net: { port: '443' } }, { ...defaults, net: { port: 443, udp: false } }],
    ['a number for text', { name: 5 }, { ...defaults, name: '5' }],
    ['nonsense', { net: { port: 'x', udp: 'yes' }, flags: 'a', name: null }, defaults],
    ['an empty list', { flags: [] }, { ...defaults, flags: [] }],
    ['keys of others', { net: { mtu: 9 }, z: 1 }, { ...defaults, net: { port: 80, udp: false, mtu: 9 }, z: 1 }],
    ['what others follow', { size: 'large' }, { ...defaults, size: 'large', echo: 'LARGE' }],
    ['what nothing follows', { echo: 'kept' }, { ...defaults, echo: 'kept' }],
  ])('are completed from %s', (_, stored, expected) => expect(settingsOf(fields, stored)).toEqual(expected));

  it('omit unset values', () => {
    const figure = numberOrNone({ label: 'Figure', unset: 'Automatic', default: 5 });
    expect(settingsOf({ 'a.b': figure }, {})).toStrictEqual({});
    expect(settingsOf({ 'a.b': figure }, { a: { b: '7' } })).toStrictEqual({ a: { b: 7 } });
  });

  it('have the types of their fields', () => {
    const { net, flags } = defaultsOf(fields);
    expect(net.port.toFixed(0) + flags.join()).toBe('80a');
  });
});

it('dotted keys read and write nested values without changing the original', () => {
  const before = { net: { port: 80 } };
  const after = withValue(before, 'net.udp', true);
  expect(valueAt(after, 'net.udp')).toBe(true);
  expect(valueAt(after, 'net.port')).toBe(80);
  expect(before).toEqual({ net: { port: 80 } });
  expect(valueAt({}, 'net.port')).toBeUndefined();
});

it.each<[string, boolean]>([
  ['12345678', true],
  ['87654321', true],
  ['aaaaaaaa', true],
  ['abababab', true],
  ['Qwertyui', true],
  ['1q2w3e4r', true],
  ['password', true],
  ['Password1!', true],
  ['admin123', true],
  ['Restreamer2026', true],
  ['restreamer-on-the-hill', false],
  ['12345678-and-more', false],
  ['nfRt4k-92mWqA-xL0pZe', false],
  ['пароль на сегодня', false],
  ['correct horse', false],
  ['admin81920', false],
])('whether the password "%s" is guessable', (password, expected) => {
  expect(isGuessablePassword(password)).toBe(expected);
});

const label = 'Label';
const flag = toggle({ label });
const integer = number({ label, default: 0, min: 0, empty: 0 });
const share = number({ label, default: 1, min: 0, max: 1, step: 0.1 });
const free = numberOrNone({ label, unset: 'Automatic', default: 5, min: 1 });
const commas = listField({ label, by: 'commas' });
const lines = listField({ label, by: 'lines' });
const options = ['a', 'b'];

describe('the value of a field', () => {
  it.each<[ValueField, unknown, InputValue, InputValue, unknown]>([
    // field, stored, shown, typed, sent
    [flag, true, true, false, false],
    [textField({ label }), 'a', 'a', ' b ', 'b'],
    [textField({ label, tidy: (typed) => `/${typed}` }), '/a', '/a', ' b ', '/b'],
    [secret({ label }), ' s ', ' s ', ' t', ' t'],
    [integer, 5, '5', '', 0],
    [integer, 0, '0', ' 12 ', 12],
    [share, '0.5', '0.5', '0,25', 0.25],
    [free, 5, '5', ' ', undefined],
    [free, undefined, '', '7', 7],
    [free, 'many', '', '', undefined],
    [port({ label }), ':8080', '8080', '9090', ':9090'],
    [port({ label }), ':8080', '8080', ' 0080 ', ':80'],
    [port({ label }), '10.0.0.5:8080', '8080', '9090', '10.0.0.5:9090'],
    [port({ label }), '[::1]:8080', '8080', '9090', '[::1]:9090'],
    [port({ label }), '', '', '1', ':1'],
    [commas, ['a.org', 'b.org'], 'a.org, b.org', ' c.org,, d.org ,', ['c.org', 'd.org']],
    [commas, undefined, '', '', []],
    [lines, ['127.0.0.1/32'], '127.0.0.1/32', '\n ::1/128\n\n', ['::1/128']],
    [select({ label, default: 'a', options }), 'gone', 'gone', 'b', 'b'],
    [selectOrCustom({ label, default: 'a', options }), 7, '7', 'x', 'x'],
    [multiselect({ label, default: ['a'], options }), ['gone', 'a'], ['gone', 'a'], ['b'], ['b']],
    [json({ label }), '{"a": 1}', '{"a": 1}', '[]', '[]'],
    [readonly({ label, default: 'rtmp://' }), undefined, 'rtmp://', 'rtmp://', 'rtmp://'],
    [hidden({ default: 'FMLE/3.0' }), 'kept', 'kept', 'kept', 'kept'],
  ])('of %o: %j is shown as %j; %j is sent as %j', (field, stored, shown, typed, sent) => {
    const value = readValue(field, stored, {});
    expect(showValue(field, value)).toEqual(shown);
    expect(inputFault(field, typed)).toBeNull();
    expect(parseInput(field, typed, stored)).toEqual(sent);
  });

  const leastOfZero = { text: 'Enter a whole number of {{min}} or higher.', values: { min: 0 } };
  it.each<[ValueField, string, unknown]>([
    [integer, '1.5', leastOfZero],
    [integer, '-1', leastOfZero],
    [integer, 'many', leastOfZero],
    [integer, '1e3', leastOfZero],
    [number({ label, default: 1 }), '', 'Enter a whole number.'],
    [number({ label, default: 1, min: -1 }), '-2', { text: expect.any(String), values: { min: -1 } }],
    [number({ label, default: 1, max: 9 }), '10', { text: expect.any(String), values: { min: -LARGEST, max: 9 } }],
    [integer, '29,97', leastOfZero],
    [integer, '9'.repeat(15), { text: expect.stringMatching(/whole.*{{max}}/), values: { min: 0, max: LARGEST } }],
    [share, '1,1', { text: expect.any(String), values: { min: 0, max: 1 } }],
    [free, '0', { text: expect.any(String), values: { min: 1 } }],
    [port({ label }), '', expect.any(String)],
    [port({ label }), '0', expect.any(String)],
    [port({ label }), '65536', expect.any(String)],
    [port({ label }), '1935/tcp', expect.any(String)],
    [json({ label }), '{a: 1}', { text: 'This is not valid JSON: line {{line}}.', values: { line: 1 } }],
    [json({ label }), '{\n  "a": 1,\n  b\n}', { text: expect.any(String), values: { line: 3 } }],
    [json({ label }), '{\n  "a":\n\n', { text: expect.any(String), values: { line: 2 } }],
  ])('of %o rejects %j', (field, typed, expected) => expect(inputFault(field, typed)).toEqual(expected));
});

it.each<[ReturnType<typeof hidden>, unknown, unknown]>([
  [hidden({ default: false }), true, true],
  [hidden({ default: false }), 'yes', false],
  [hidden({ default: 7 }), 8, 8],
  [hidden({ default: 'a' }), 5, '5'],
  [hidden({ default: 'a', from: ({ b }) => (b === 1 ? 'follows' : null) }), 'stored', 'follows'],
])('%o reads %j as %j', (field, stored, value) => expect(readValue(field, stored, { b: 1 })).toBe(value));

it.each([
  [flag, undefined, false],
  [toggle({ label, default: true }), undefined, true],
  [toggle({ label, default: true }), 'false', false],
  [flag, 'true', true],
  [textField({ label, default: 'de' }), 'fr', 'fr'],
])('a preference %o reads %j as %j', (field, stored, value) => expect(readPreference(field, stored)).toBe(value));
