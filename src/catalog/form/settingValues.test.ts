import { describe, expect, it } from 'vitest';
import { hidden, multiselect, number, numberOrNone, secret, select, text, toggle } from './fields.ts';
import { defaultsOf, settingsOf, valueAt, withValue } from './settingValues.ts';

const fields = {
  name: text({ label: 'Name' }),
  key: secret({ label: 'Key' }),
  size: select({ label: 'Size', default: 'small', options: ['small', 'large'] }),
  'net.port': number({ label: 'Port', default: 80 }),
  'net.udp': toggle({ label: 'UDP' }),
  flags: multiselect({ label: 'Flags', default: ['a'], options: ['a', 'b'] }),
  echo: hidden({ default: '?', from: ({ size }) => (size === 'large' ? 'LARGE' : null) }),
};
const defaults = { name: '', key: '', size: 'small', net: { port: 80, udp: false }, flags: ['a'], echo: '?' };

describe('settings', () => {
  it('start with the defaults, nested as the keys say', () => expect(defaultsOf(fields)).toEqual(defaults));

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

  it('stay without unset values', () => {
    const figure = numberOrNone({ label: 'Figure', unset: 'Automatic', default: 5 });
    expect(settingsOf({ 'a.b': figure }, {})).toStrictEqual({});
    expect(settingsOf({ 'a.b': figure }, { a: { b: '7' } })).toStrictEqual({ a: { b: 7 } });
  });

  it('are typed by their fields', () => {
    const { net, flags } = defaultsOf(fields);
    expect(net.port.toFixed(0) + flags.join()).toBe('80a');
  });
});

it('reads and writes by dotted keys without touching the original', () => {
  const before = { net: { port: 80 } };
  const after = withValue(before, 'net.udp', true);
  expect(valueAt(after, 'net.udp')).toBe(true);
  expect(valueAt(after, 'net.port')).toBe(80);
  expect(before).toEqual({ net: { port: 80 } });
  expect(valueAt({}, 'net.port')).toBeUndefined();
});
