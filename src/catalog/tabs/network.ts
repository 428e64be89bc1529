import { msg } from '../../i18n/msg.ts';
import { isOn, type Tab, type TabContext, typedAt } from './define.ts';
import { entriesOf } from './kinds.ts';
import { hasTls, portClash } from './ports.ts';

const domains = (situation: TabContext) => entriesOf(typedAt(situation, 'host.name'), ',');
const hasDomain = (situation: TabContext) => domains(situation).length > 0;

/** No authority gives certificates to numbers, ports and paths. */
const isNoDomain = (entry: string) => /^[\d.]+$/.test(entry) || /[:/]/.test(entry);

const withoutTls = (situation: TabContext) =>
  hasTls(situation) ? null : { text: msg('HTTPS requires a certificate.') };

export const network: Tab = {
  id: 'network',
  title: msg('Network'),
  shown: 'always',
  owns: ['host', 'address', 'tls'],
  groups: [
    {
      title: msg('Address'),
      fields: [
        {
          kind: 'commas',
          path: 'host.name',
          label: msg('Public domains'),
          help: msg('Domain names under which viewers and encoders reach this server, separated by commas.'),
          fault: (situation) => {
            if (!isOn(situation, 'tls.auto')) return null;
            if (!hasDomain(situation)) return msg('Automatic certificates need a public domain.');
            return domains(situation).some(isNoDomain) ? msg('Only domains names are allowed') : null;
          },
        },
        { kind: 'port', path: 'address', label: msg('HTTP port'), fault: portClash('address') },
      ],
    },
    {
      title: msg('HTTPS'),
      fields: [
        {
          kind: 'flag',
          path: 'tls.auto',
          label: msg('Automatic certificates'),
          help: msg('Issued by Let’s Encrypt. Port 80/TCP of every public domain must be reachable from the internet.'),
          // Once it is on it can always be switched off again.
          locked: (situation) =>
            hasDomain(situation) || isOn(situation, 'tls.auto') ? null : { text: msg('Enter a public domain first.') },
          answersFor: ['tls.enable'],
          reads: ({ tls }) => tls?.enable === true && tls.auto,
          writes: (situation) => {
            const on = isOn(situation, 'tls.auto');
            return { 'tls.auto': on, 'tls.enable': on };
          },
        },
        {
          kind: 'port',
          path: 'tls.address',
          label: msg('HTTPS port'),
          locked: withoutTls,
          fault: portClash('tls.address'),
        },
        {
          kind: 'text',
          path: 'tls.email',
          label: msg('Certificate contact e-mail'),
          help: msg('Contact address of the Let’s Encrypt account.'),
          offered: ({ tls }) => tls?.email !== undefined,
          locked: (situation) =>
            isOn(situation, 'tls.auto') ? null : { text: msg('Only used with automatic certificates.') },
        },
      ],
    },
    {
      title: msg('Limits'),
      fields: [
        {
          kind: 'whole',
          path: 'sessions.max_sessions',
          label: msg('Maximum viewers'),
          unit: msg('viewers'),
          help: msg('0 = unlimited. Viewers above the limit are turned away (HTTP status 509).'),
        },
        {
          kind: 'whole',
          path: 'sessions.max_bitrate_mbit',
          label: msg('Maximum bandwidth'),
          unit: msg('Mbit/s'),
          help: msg('For all viewers together. 0 = unlimited.'),
        },
      ],
    },
  ],
};
