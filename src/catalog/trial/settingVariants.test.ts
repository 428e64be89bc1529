import { expect, it } from 'vitest';
import { multiselect, number, type Settings, secret, select, textField, toggle } from '../form/fields.ts';
import { choicesIn, settingsToTry } from './settingVariants.ts';

const label = 'A';
const noise = ({ source }: Settings) => source === 'noise';
const fields = {
  source: select({
    label,
    default: 'silence',
    options: ['silence', 'noise', { value: 'old', label, storedOnly: true }],
  }),
  color: select({ label, default: 'white', options: ['white', 'pink'], when: noise }),
  amplitude: number({ label, default: 1, min: 0, max: 1, when: noise }),
  rate: number({ label, default: 5 }),
  'flags.all': multiselect({ label, default: ['a'], options: ['a', 'b'] }),
  loud: toggle({ label, default: true }),
  hidden: toggle({ label, when: () => false }),
  name: textField({ label }),
  key: secret({ label }),
};

it('the settings to try are all options, switches and limits', () =>
  expect(settingsToTry(fields).map(({ key, value }) => `${key}=${value}`)).toEqual([
    ...['source=noise', 'color=pink', 'amplitude=0', 'flags.all=a', 'flags.all=b', 'loud=false', 'hidden=true'],
  ]));

it('a hidden setting is tried with a choice that shows it, or not at all', () =>
  expect(choicesIn(fields, { size: '1x1' }).map(({ settings }) => settings)).toEqual([
    { size: '1x1', source: 'noise' },
    { size: '1x1', source: 'noise', color: 'pink' },
    { size: '1x1', source: 'noise', amplitude: '0' },
    { size: '1x1', flags: { all: ['a'] } },
    { size: '1x1', flags: { all: ['b'] } },
    { size: '1x1', loud: false },
  ]));
