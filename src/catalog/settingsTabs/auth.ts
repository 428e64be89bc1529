import { msg } from '../../i18n/msg.ts';
import { panel, type Settings, secret, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, valueAt } from '../form/fieldValues.ts';
import { type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

const LOGIN = 'api.auth.enable';
export const PASSWORD = 'api.auth.password';

const whileOpen = (settings: Settings) =>
  isSwitchedOn(settings, LOGIN) ? null : { text: msg('Switch on the login first.') };

export const authTab: SettingsTab = {
  id: 'auth',
  title: msg('Authorization'),
  shown: 'always',
  owns: ['api'],
  fields: {
    ...withGroup(msg('Account'), {
      [LOGIN]: toggle({
        label: msg('Login required'),
        help: msg('When off, whoever can reach this server controls it.'),
        // Locked while on, as a slip would open the server to everybody.
        disabled: (_, { config: { api } }: TabContext) =>
          api?.auth?.enable === true
            ? {
                text: msg(
                  'The login can only be switched off on the server, with the environment variable CORE_API_AUTH_ENABLE.',
                ),
              }
            : null,
      }),
      'api.auth.username': textField({ label: msg('Username'), required: true, disabled: whileOpen }),
      [PASSWORD]: withConfig(
        secret({
          label: msg('New password'),
          help: msg('Leave it empty to keep the password. With a new one, everyone else has to log in again.'),
          copy: true,
          ...{ min: 8, judged: true },
          disabled: whileOpen,
          fault: (settings, { config: { api } }: TabContext) =>
            isSwitchedOn(settings, LOGIN) && !valueAt(settings, PASSWORD) && !api?.auth?.password
              ? msg('Enter a password.')
              : null,
        }),
        { reads: () => '' },
      ),
    }),
    signOut: { ...panel({ name: 'signOut' }), group: msg('Sessions') },
  },
};
