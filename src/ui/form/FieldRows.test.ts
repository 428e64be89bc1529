import i18next from 'i18next';
import { expect, it } from 'vitest';
import * as fields from '../../catalog/form/fields.ts';
import { isShort, nonDefaultSettingsSummary, shapedRuns } from './FieldRows.tsx';

const form = {
  agent: fields.textField({ label: 'Agent' }),
  queue: fields.number({ label: 'Queue', default: 1, unit: 'packets' }),
  mode: fields.select({ label: 'Mode', default: 'a', options: [{ value: 'b', label: 'By hand' }, 'a'] }),
  key: fields.secret({ label: 'Key' }),
  place: fields.textField({ label: 'Place', covered: true }),
  loop: fields.toggle({ label: 'Loop' }),
};
const t = i18next.createInstance({ lng: 'en', resources: {}, initAsync: false });
await t.init();

it.each([
  ['nothing', {}, [], undefined],
  ['figures and choices', { queue: 64, mode: 'b' }, ['queue', 'mode'], 'Queue: 64 packets, Mode: By hand'],
  ['a switch', { loop: true }, ['loop'], 'Loop: on'],
  ['a secret', { key: 's3cret' }, ['key'], '1 changed'],
  ['an address that may contain a secret', { place: 'rtmp://h/a?token=t' }, ['place'], '1 changed'],
  ['a long text', { agent: 'rtsp://a.very.long.address/of/a/camera' }, ['agent'], '1 changed'],
  ['many', { agent: 'x', queue: 2, mode: 'b', loop: true }, ['agent', 'queue', 'mode', 'loop'], '4 changed'],
])('the summary of changed settings with %s', (_, settings, keys, note) =>
  expect(nonDefaultSettingsSummary(t, form, settings, keys)).toBe(note),
);

it('short neighboring fields share a row, all others have their own', () => {
  const fields = (...keys: (keyof typeof form)[]) => keys.map((key) => ({ key, short: isShort(form[key]) }));
  expect(shapedRuns(fields('queue', 'mode', 'agent', 'key', 'queue'))).toEqual([
    { key: 'after ', short: true, keys: ['queue', 'mode'] },
    { key: 'agent', short: false, keys: ['agent'] },
    { key: 'key', short: false, keys: ['key'] },
    { key: 'after key', short: true, keys: ['queue'] },
  ]);
});
