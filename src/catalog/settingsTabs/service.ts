import { msg } from '../../i18n/msg.ts';
import { json, readonly, type Settings, secret, textField, toggle, withGroup } from '../form/fields.ts';
import { isGroup, isSwitchedOn, valueAt } from '../form/fieldValues.ts';
import { WHOLE_CONFIG } from './assignRefusals.ts';
import { type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

const whileOff = (settings: Settings) =>
  isSwitchedOn(settings, 'service.enable') ? null : { text: msg('Switch on the service first.') };

/** null if it is not an object. Throws like JSON.parse. */
const groupIn = (value: unknown): Settings | null => {
  const parsed: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : {};
  return isGroup(parsed) ? parsed : null;
};

function customFault(settings: Settings, { overrides }: TabContext): string | null {
  const group = groupIn(valueAt(settings, WHOLE_CONFIG));
  if (group === null) return msg('Enter an object: { … }');
  return overrides.some((path) => valueAt(group, path) !== undefined)
    ? msg('The environment of the core (marked ENV) sets one of these values. Remove it here.')
    : null;
}

export const serviceTab: SettingsTab = {
  id: 'service',
  title: msg('Service'),
  shown: 'service',
  owns: ['service', 'id', 'name'],
  fields: {
    ...withGroup(msg('Core'), {
      id: readonly({ label: msg('ID of this core') }),
      name: textField({ label: msg('Name of this core') }),
    }),
    ...withGroup(msg('Hosted service'), {
      'service.enable': withConfig(
        toggle({
          label: msg('Connect to the service'),
          help: msg('The core then tells the hosted service of its makers how it is.'),
        }),
        { unless: 'reports-nothing' },
      ),
      'service.token': withConfig(
        secret({ label: msg('Monitoring token'), required: true, disabled: whileOff, copy: true }),
        { unless: 'reports-nothing' },
      ),
    }),
    ...withGroup(msg('Advanced'), {
      [WHOLE_CONFIG]: withConfig(
        json({
          label: msg('Custom configuration'),
          help: msg(
            'JSON. Sent with all other changes, and counts where both name a setting; what it does not name stays as it is.',
          ),
          fault: customFault,
        }),
        {
          // Not part of the config, so it is empty after each save.
          reads: () => '',
          writes: (settings) => groupIn(valueAt(settings, WHOLE_CONFIG)) ?? {},
          last: true,
        },
      ),
    }),
  },
};
