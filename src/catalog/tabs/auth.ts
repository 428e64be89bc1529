import { msg } from '../../i18n/msg.ts';
import { grouped, panel, type Settings, secret, text, toggle } from '../fields.ts';
import { isOn } from '../settings.ts';
import type { Tab, TabContext } from './define.ts';

const LOGIN = 'api.auth.enable';

const whileOpen = (settings: Settings) => (isOn(settings, LOGIN) ? null : { text: msg('Switch on the login first.') });

export const auth: Tab = {
  id: 'auth',
  title: msg('Authorization'),
  shown: 'always',
  owns: ['api'],
  fields: {
    ...grouped(msg('Account'), {
      [LOGIN]: toggle({
        label: msg('Login required'),
        help: msg('When off, whoever can reach this server controls it.'),
        // Once it is on, one wrong press would hand the server to everybody.
        disabled: (_, { config: { api } }: TabContext) =>
          api?.auth?.enable === true
            ? {
                text: msg(
                  'The login can only be switched off on the server, with the environment variable CORE_API_AUTH_ENABLE.',
                ),
              }
            : null,
      }),
      'api.auth.username': text({ label: msg('Username'), required: true, disabled: whileOpen }),
      'api.auth.password': secret({
        label: msg('Password'),
        help: msg('After the restart, only the new password works and everyone else has to log in again.'),
        required: true,
        copy: true,
        ...{ min: 8, judged: true },
        disabled: whileOpen,
      }),
    }),
    signOut: { ...panel({ name: 'signOut' }), group: msg('Sessions') },
  },
};
