import { msg } from '../../i18n/msg.ts';
import { json, readonly, type Settings, secret, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, valueAt } from '../form/fieldValues.ts';
import { WHOLE_CONFIG } from './assignRefusals.ts';
import { type SettingsTab, withConfig } from './settingsTabTypes.ts';

const whileOff = (settings: Settings) =>
  isSwitchedOn(settings, 'service.enable') ? null : { text: msg('Switch on the service first.') };

/** Throws what JSON.parse throws. */
const groupIn = (value: unknown): Readonly<Record<string, unknown>> | null => {
  const parsed: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : {};
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
};

export const serviceTab: SettingsTab = {
  id: 'service',
  title: msg('Service'),
  shown: 'service',
  owns: ['service', 'id', 'name'],
  fields: {
    ...withGroup(msg('Hosted service'), {
      'service.enable': withConfig(
        toggle({
          label: msg('Connect to the service'),
          help: msg('The core then tells the hosted service of its makers how it is.'),
        }),
        { unless: 'reports-nothing' },
      ),
      id: readonly({ label: msg('ID of this core') }),
      name: textField({ label: msg('Name at the service'), disabled: whileOff }),
      'service.token': withConfig(
        secret({ label: msg('Monitoring token'), required: true, disabled: whileOff, copy: true }),
        { unless: 'reports-nothing' },
      ),
    }),
    ...withGroup(msg('Advanced'), {
      [WHOLE_CONFIG]: withConfig(
        json({
          label: msg('Custom configuration'),
          help: msg('JSON. Sent in place of all other changes; what it does not name stays as it is.'),
          disabled: whileOff,
          fault: (settings: Settings) =>
            groupIn(valueAt(settings, WHOLE_CONFIG)) === null ? msg('Enter an object: { … }') : null,
        }),
        {
          // No core has it: it is empty again after each save.
          reads: () => '',
          writes: (settings) => groupIn(valueAt(settings, WHOLE_CONFIG)) ?? {},
          instead: true,
        },
      ),
    }),
  },
};
