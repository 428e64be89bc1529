import { msg } from '../../i18n/msg.ts';
import { listField, number, panel, port, type Settings, textField, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, listAt, valueAt } from '../form/fieldValues.ts';
import { hasTls, portClash } from './portClash.ts';
import { type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

/** Default of the core. */
const OF_MAKERS = 'cert@datarhei.com';

const domainsIn = (settings: Settings) => listAt(settings, 'host.name');

/** Authorities issue no certificates over HTTP for IP addresses, ports, paths, wildcards and local names. */
const isNoDomain = (entry: string) => /^[\d.]+$/.test(entry) || /[:/*_@\s]/.test(entry) || !entry.includes('.');

const withoutTls = (settings: Settings, context: TabContext) =>
  hasTls(settings, context) ? null : { text: msg('HTTPS requires a certificate.') };

export const networkTab: SettingsTab = {
  id: 'network',
  title: msg('Network'),
  shown: 'always',
  owns: ['host', 'address', 'tls'],
  fields: {
    ...withGroup(msg('Address'), {
      'host.name': listField({
        label: msg('Public domains'),
        help: msg('Domain names under which viewers and encoders reach this server, separated by commas.'),
        by: 'commas',
        fault: (settings) => {
          if (!isSwitchedOn(settings, 'tls.auto')) return null;
          const domains = domainsIn(settings);
          if (domains.length === 0) return msg('Automatic certificates need a public domain.');
          return domains.some(isNoDomain) ? msg('Only domains names are allowed') : null;
        },
      }),
      address: port({ label: msg('HTTP port'), fault: portClash('address') }),
    }),
    ...withGroup(msg('HTTPS'), {
      'tls.auto': withConfig(
        toggle({
          label: msg('Automatic certificates'),
          help: msg(
            'Issued by Let’s Encrypt, whose terms of service you accept by switching this on. Port 80/TCP of every public domain must be reachable from the internet.',
          ),
          // Once enabled, it can always be disabled.
          disabled: (settings) =>
            domainsIn(settings).length > 0 || isSwitchedOn(settings, 'tls.auto')
              ? null
              : { text: msg('Enter a public domain first.') },
        }),
        {
          aliases: ['tls.enable'],
          reads: ({ config: { tls } }) => tls?.enable === true && tls.auto,
          writes: (settings) => {
            const on = isSwitchedOn(settings, 'tls.auto');
            return { 'tls.auto': on, 'tls.enable': on };
          },
        },
      ),
      'tls.address': port({
        label: msg('HTTPS port'),
        disabled: withoutTls,
        fault: portClash('tls.address'),
      }),
      'tls.email': withConfig(
        textField({
          label: msg('Certificate contact e-mail'),
          help: msg('Contact address of the Let’s Encrypt account.'),
          required: true,
          fault: (settings) =>
            isSwitchedOn(settings, 'tls.auto') && !/^[^@\s]+@[^@\s]+$/.test(String(valueAt(settings, 'tls.email')))
              ? msg('Enter an e-mail address.')
              : null,
          when: (_, { config: { tls } }: TabContext) => tls?.email !== undefined,
          disabled: (settings) =>
            isSwitchedOn(settings, 'tls.auto') ? null : { text: msg('Only used with automatic certificates.') },
        }),
        // The account belongs to the operator, so the makers' default address is not used.
        { reads: ({ config: { tls } }) => (tls?.auto !== true && tls?.email === OF_MAKERS ? '' : (tls?.email ?? '')) },
      ),
      httpsCheck: panel({ name: 'httpsCheck' }),
      proxyLines: panel({ name: 'proxyLines' }),
    }),
    ...withGroup(msg('Limits'), {
      'sessions.max_sessions': number({
        label: msg('Maximum viewers'),
        unit: msg('viewers'),
        help: msg('0 = unlimited. Viewers above the limit are turned away.'),
        ...{ default: 0, min: 0, empty: 0 },
      }),
      'sessions.max_bitrate_mbit': number({
        label: msg('Maximum bandwidth'),
        unit: msg('Mbit/s'),
        help: msg('For all viewers together. 0 = unlimited.'),
        ...{ default: 0, min: 0, empty: 0 },
      }),
    }),
  },
};
