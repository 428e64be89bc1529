import { expect, it } from 'vitest';
import { listField, number, port, secret, select, textField, toggle } from '../../../catalog/form/fields.ts';
import { toldChange, toldValue, wrongTabs } from './SettingsEditor.tsx';

const label = 'Label';
const levels = select({ label, options: [{ value: 'warn', label: 'Errors and warnings' }], default: 'warn' });
it.each([
  [toggle({ label }), true, { word: 'On' }],
  [toggle({ label }), false, { word: 'Off' }],
  [textField({ label }), ' live ', { value: 'live' }],
  [textField({ label }), ' ', { word: 'empty' }],
  [number({ label, default: 0, unit: 'MB' }), '0', { value: '0', unit: 'MB' }],
  [port({ label, default: ':8080' }), '8080', { value: '8080' }],
  [listField({ label, default: [], by: 'lines' }), 'https://a\nhttps://b', { value: 'https://a, https://b' }],
  [levels, 'warn', { word: 'Errors and warnings' }],
  [levels, 'loud', { value: 'loud' }],
  // Not even its length is shown.
  [secret({ label }), 'hunter22', { word: 'changed' }],
  [secret({ label }), '', { word: 'empty' }],
])('the list of changed settings shows the value of %o with %o', (field, input, expected) =>
  expect(toldValue(field, input)).toEqual(expected),
);

it.each([
  [secret({ label }), '', 'hunter22', [{ word: 'set' }]],
  [secret({ label }), 'hunter22', 'hunter23', [{ word: 'changed' }]],
  [secret({ label }), 'hunter22', ' ', [{ word: 'removed' }]],
  [textField({ label }), '', 'live', [{ word: 'empty' }, { value: 'live' }]],
])(
  'the list of changed settings describes the change of %o from "%s" to "%s" as %j',
  (field, before, after, expected) => expect(toldChange(field, before, after)).toEqual(expected),
);

it('the settings form names the tab and fields of each error, and only the tab for an error without a field', () => {
  const tabs = [
    {
      id: 'storage',
      title: 'Storage',
      fields: { a: textField({ label: 'Limit' }), b: textField({ label: 'Folder' }) },
    },
    { id: 'whole', title: 'Whole', fields: {} },
    { id: 'right', title: 'Right', fields: { c: textField({ label: 'Right' }) } },
  ];
  expect(wrongTabs({ tabs, marked: ['storage', 'whole'], errors: { a: 'Too much' } })).toEqual([
    { id: 'storage', title: 'Storage', labels: ['Limit'] },
    { id: 'whole', title: 'Whole', labels: [] },
  ]);
});
