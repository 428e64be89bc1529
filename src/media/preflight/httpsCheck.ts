import type { Config } from '../../api/answers/config.ts';
import type { MetricsAnswer } from '../../api/answers/metrics.ts';
import { CERTIFICATE_METRIC } from '../../api/coreExtensions.ts';
import { msg } from '../../i18n/msg.ts';
import type { Reach } from '../address/endpoint.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import type { Grade } from './preflightTypes.ts';

/** What stands in docs/proxy, which the build puts beside the interface; harness/test/proxy runs them in front of a core. */
const EXAMPLE_NAME = /live\.example\.org/g;
const EXAMPLE_CORE = /127\.0\.0\.1:8080/g;

/** Proxies that there are lines for, by the name of their file. */
export const PROXIES: Readonly<Record<string, string>> = {
  Caddyfile: 'Caddy',
  'nginx.conf': 'nginx',
  'traefik.yml': 'Traefik',
};

const portOf = (address: string) => /:?(\d+)$/.exec(address)?.[1] ?? '80';

/** An example with the name and the port of this installation; the name stays where none is public yet. */
export const proxyExamples = (example: string, config: Pick<Config, 'host' | 'address' | 'tls'>): string =>
  example
    .replaceAll(EXAMPLE_NAME, domainsIn(config)[0] ?? 'live.example.org')
    .replaceAll(EXAMPLE_CORE, `127.0.0.1:${portOf(config.address)}`);

interface Certificate {
  names: readonly string[];
  /** Unix time in ms. */
  endsAt: number;
}

/** null: it has none, or does not tell. */
export function certificateOf({ metrics }: MetricsAnswer): Certificate | null {
  const found = metrics.find(({ name }) => name === CERTIFICATE_METRIC);
  const seconds = found?.values[0]?.[1];
  if (found === undefined || seconds === undefined) return null;
  return { names: (found.labels.names ?? '').split(',').filter((name) => name !== ''), endsAt: seconds * 1000 };
}

/** Whether a browser takes it for a server of that name. A star stands for one part. */
export function covers({ names }: Certificate, host: string): boolean {
  const wanted = host.toLowerCase();
  const behindFirst = wanted.slice(wanted.indexOf('.'));
  return names
    .map((name) => name.toLowerCase())
    .some((name) => (name.startsWith('*.') ? behindFirst === name.slice(1) : wanted === name));
}

const DAY_MS = 86_400_000;

/** Whole days that it still counts; below zero once it has ended. */
export const daysLeft = ({ endsAt }: Certificate, now: number): number => Math.floor((endsAt - now) / DAY_MS);

export interface PortCheck {
  port: number;
  reach: Reach;
  /** HTTPS was opened there, and its certificate taken; null: not tried. */
  opened: boolean | null;
}

export interface DomainCheck {
  name: string;
  /** Where the core was led to by it. */
  addresses: readonly string[];
  /** Port 80, at which certificates are fetched. */
  plain: Reach;
  /** Where HTTPS may be. */
  secure: readonly PortCheck[];
}

export interface HttpsSituation {
  config: Pick<Config, 'host' | 'tls'>;
  /** The page that looks came by HTTPS. */
  pageSecure: boolean;
  /** Of the core itself; null: it has none, or does not tell. */
  certificate: Certificate | null;
  looks: readonly DomainCheck[];
  /** ms */
  now: number;
}

export interface HttpsResult {
  grade: Grade;
  sentence: Sentence;
}

const found = (grade: Grade, text: string, values: Parameters<typeof say>[1] = {}): HttpsResult => ({
  grade,
  sentence: say(text, values),
});

const HTTPS_PORT = 443;
const RENEW_DAYS = 14;
/** Of networks that the internet does not lead to. */
const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe80:)/i;

/** No authority gives certificates to numbers. */
const isDomain = (name: string) => /[a-z]/i.test(name) && !/[:/]/.test(name);

export const domainsIn = ({ host }: Pick<Config, 'host'>): string[] => host.name.filter(isDomain);

/** Where HTTPS of the core may be found: at its usual port, and at that at which the core itself has it. */
export function securePorts({ tls }: Pick<Config, 'tls'>): number[] {
  const own = Number(/:?(\d+)$/.exec(tls?.address ?? '')?.[1] ?? HTTPS_PORT);
  return tls?.enable === true && own !== HTTPS_PORT ? [HTTPS_PORT, own] : [HTTPS_PORT];
}

/** Where ffmpeg was led to by a name; its log has to be verbose. */
export const resolvedAddressesIn = (log: readonly string[]): string[] => [
  ...new Set(
    log.flatMap(
      (line) => /(?:Starting connection attempt|Successfully connected) to (\S+) port /.exec(line)?.[1] ?? [],
    ),
  ),
];

export function judgeHttps(situation: HttpsSituation): HttpsResult[] {
  const { config, looks } = situation;
  if (domainsIn(config).length === 0) return [found('fail', msg('HTTPS needs a public domain. Enter one and save.'))];
  return [...ofCertificate(situation), ...looks.flatMap((look) => ofName(look, config)), ...ofPage(situation)];
}

function ofCertificate({ certificate, config, now }: HttpsSituation): HttpsResult[] {
  if (certificate === null) return [];
  const days = daysLeft(certificate, now);
  const values = { n: days };
  const age =
    days < 0
      ? found('fail', msg("The server's certificate has expired. Renew it and restart the core."))
      : days < RENEW_DAYS
        ? found('care', msg("Days left of the server's certificate: {{n}}. Renew it and restart the core."), values)
        : found('good', msg("Days left of the server's certificate: {{n}}."), values);
  const names = certificate.names.join(', ');
  const strange = domainsIn(config).filter((name) => !covers(certificate, name));
  return [
    age,
    ...strange.map((name) =>
      found('fail', msg('The certificate is not for {{name}}, but for: {{names}}'), { name, names }),
    ),
  ];
}

function ofName({ name, addresses, plain, secure }: DomainCheck, { tls }: HttpsSituation['config']): HttpsResult[] {
  const [first] = secure;
  if ([plain, ...secure.map(({ reach }) => reach)].includes('unresolved'))
    return [
      found('fail', msg('The name {{name}} does not resolve. Create a DNS record that leads to this server.'), {
        name,
      }),
    ];
  const values = { name, addresses: addresses.join(', ') };
  const where =
    addresses.length === 0
      ? found('unchecked', msg('The core does not tell where {{name}} resolves to.'), values)
      : addresses.every((address) => PRIVATE.test(address))
        ? found('care', msg('{{name}} resolves to {{addresses}}. The internet does not lead there.'), values)
        : found('good', msg('{{name}} resolves to {{addresses}}.'), values);
  const closed = (grade: Grade, port: number) =>
    found(
      grade,
      msg('Port {{port}} of {{name}} does not respond. Publish it, and open it in the firewall and the router.'),
      {
        name,
        port,
      },
    );
  const opened = secure.find((look) => look.opened === true);
  const refused = secure.find((look) => look.reach === 'answers');
  return [
    where,
    // Let's Encrypt comes from outside: the core may not reach itself by its own name.
    ...(tls?.enable === true && tls.auto && plain !== 'answers' ? [closed('care', 80)] : []),
    opened
      ? found('good', msg('This browser opens https://{{name}} and accepts its certificate.'), {
          name: opened.port === HTTPS_PORT ? name : `${name}:${opened.port}`,
        })
      : refused
        ? found(
            'fail',
            msg(
              'Port {{port}} of {{name}} responds, but this browser rejects its certificate: it has expired, is for another name, or is not trusted.',
            ),
            { name, port: refused.port },
          )
        : closed('fail', first?.port ?? HTTPS_PORT),
  ];
}

function ofPage({ pageSecure, config: { tls }, looks }: HttpsSituation): HttpsResult[] {
  if (pageSecure)
    return tls?.enable === true ? [] : [found('good', msg('A proxy in front of the core provides HTTPS.'))];
  const name = looks.find(({ secure }) => secure.some(({ opened }) => opened === true))?.name;
  return name === undefined
    ? []
    : [
        found(
          'care',
          msg(
            'Open this page at https://{{name}}: links copied from here begin with http://, and secure pages block them (mixed content).',
          ),
          { name },
        ),
      ];
}
