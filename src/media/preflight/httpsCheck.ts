import type { Config } from '../../api/answers/config.ts';
import type { MetricsAnswer } from '../../api/answers/metrics.ts';
import {
  CERTIFICATE_METRIC,
  CERTIFICATE_PROBLEM_METRIC,
  CERTIFICATE_PROBLEMS,
  type CertificateProblemReason,
} from '../../api/coreExtensions.ts';
import { msg } from '../../i18n/msg.ts';
import type { Reach } from '../address/endpoint.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import type { Grade } from './preflightTypes.ts';

/** Placeholders in docs/proxy; harness/test/proxy runs those examples in front of a core. */
const EXAMPLE_NAME = /live\.example\.org/g;
const EXAMPLE_CORE = /127\.0\.0\.1:8080/g;

export const PROXIES: Readonly<Record<string, string>> = {
  Caddyfile: 'Caddy',
  'nginx.conf': 'nginx',
  'traefik.yml': 'Traefik',
};

const portOf = (address: string) => /(?<!\d)(\d+)$/.exec(address)?.[1] ?? '80';

export const proxyExamples = (example: string, config: Pick<Config, 'host' | 'address' | 'tls'>): string =>
  example
    .replaceAll(EXAMPLE_NAME, domainsIn(config)[0] ?? 'live.example.org')
    .replaceAll(EXAMPLE_CORE, `127.0.0.1:${portOf(config.address)}`);

interface Certificate {
  names: readonly string[];
  /** Milliseconds since 1970. */
  endsAt: number;
}

interface CertificateProblem {
  name: string;
  reason: CertificateProblemReason;
  /** Milliseconds since 1970. */
  nextTryAt: number;
}

/** Empty if the core has no certificate or does not report it. */
export const certificatesOf = ({ metrics }: MetricsAnswer): Certificate[] =>
  metrics.flatMap(({ name, labels, values: [value] }) =>
    name === CERTIFICATE_METRIC && value !== undefined
      ? [{ names: (labels.names ?? '').split(',').filter((name) => name !== ''), endsAt: value[1] * 1000 }]
      : [],
  );

/** An unknown reason of a newer core counts as a rejection. */
export const certificateProblemsOf = ({ metrics }: MetricsAnswer): CertificateProblem[] =>
  metrics.flatMap(({ name, labels, values: [value] }) =>
    name === CERTIFICATE_PROBLEM_METRIC && value !== undefined
      ? [
          {
            name: labels.name ?? '',
            reason: CERTIFICATE_PROBLEMS.find((reason) => reason === labels.reason) ?? 'refused',
            nextTryAt: value[1] * 1000,
          },
        ]
      : [],
  );

export const soonestOf = (certificates: readonly Certificate[]): Certificate | null =>
  certificates.toSorted((a, b) => a.endsAt - b.endsAt)[0] ?? null;

/** As browsers match names: a star stands for one label. */
export function covers({ names }: Certificate, host: string): boolean {
  const hostname = host.toLowerCase();
  const behindFirst = hostname.slice(hostname.indexOf('.'));
  return names
    .map((name) => name.toLowerCase())
    .some((name) => (name.startsWith('*.') ? behindFirst === name.slice(1) : hostname === name));
}

const DAY_MS = 86_400_000;

/** Whole days; negative after the end. */
export const daysLeft = ({ endsAt }: Certificate, now: number): number => Math.floor((endsAt - now) / DAY_MS);

export interface PortCheck {
  port: number;
  reach: Reach;
  /** Null if it was not tried. */
  opened: boolean | null;
}

export interface DomainCheck {
  name: string;
  addresses: readonly string[];
  /** Port 80, where certificates are validated. */
  plain: Reach;
  secure: readonly PortCheck[];
}

export interface HttpsSituation {
  config: Pick<Config, 'host' | 'tls'>;
  pageSecure: boolean;
  certificates: readonly Certificate[];
  problems: readonly CertificateProblem[];
  looks: readonly DomainCheck[];
  /** Milliseconds since 1970. */
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

/** @param now ms */
export const isRenewalDue = (certificate: Certificate, now: number): boolean => daysLeft(certificate, now) < RENEW_DAYS;

/** Networks that are not reachable from the internet. */
const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe80:)/i;

/** No authority certifies IP addresses. */
const isDomain = (name: string) => /[a-z]/i.test(name) && !/[:/]/.test(name);

export const domainsIn = ({ host }: Pick<Config, 'host'>): string[] => host.name.filter(isDomain);

export function securePorts({ tls }: Pick<Config, 'tls'>): number[] {
  const own = Number(/(?<!\d)(\d+)$/.exec(tls?.address ?? '')?.[1] ?? HTTPS_PORT);
  return tls?.enable === true && own !== HTTPS_PORT ? [HTTPS_PORT, own] : [HTTPS_PORT];
}

/** Requires a verbose log. */
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
  return [...judgeCertificates(situation), ...looks.flatMap((result) => ofName(result, config)), ...ofPage(situation)];
}

export function judgeCertificates({
  certificates,
  problems,
  config,
  now,
}: Omit<HttpsSituation, 'looks' | 'pageSecure'>): HttpsResult[] {
  const names = certificates.flatMap((item) => item.names).join(', ');
  const strange = domainsIn(config).filter(
    (name) => !certificates.some((item) => covers(item, name)) && !problems.some((problem) => problem.name === name),
  );
  return [
    ...ofAge(certificates, config, now),
    ...(certificates.length === 0 ? [] : strange).map((name) =>
      found('fail', msg('The certificate is not for {{name}}, but for: {{names}}'), { name, names }),
    ),
    ...problems.flatMap((problem) => ofProblem(problem, now)),
  ];
}

function ofAge(
  certificates: readonly Certificate[],
  { tls }: HttpsSituation['config'],
  now: number,
): readonly HttpsResult[] {
  const soonest = soonestOf(certificates);
  if (soonest === null) return [];
  const n = daysLeft(soonest, now);
  const grade = n < 0 ? 'fail' : n < RENEW_DAYS ? 'care' : 'good';
  // The core renews automatic certificates, and reports why that fails.
  if (grade === 'good' || (tls?.auto === true && n >= 0))
    return [found(grade, msg("Days left of the server's certificate: {{n}}."), { n })];
  if (tls?.auto === true) return [found(grade, msg("The server's certificate has expired."))];
  return n < 0
    ? [found(grade, msg("The server's certificate has expired. Renew it and restart the core."))]
    : [found(grade, msg("Days left of the server's certificate: {{n}}. Renew it and restart the core."), { n })];
}

const PROBLEMS: Readonly<Record<CertificateProblemReason, string>> = {
  pending: msg('The certificate for {{name}} is being obtained. Until it is there, browsers warn.'),
  'port-taken': msg(
    'No certificate for {{name}}: another program on the server uses port 80. Stop it, or let it forward requests to the core.',
  ),
  'port-closed': msg(
    'No certificate for {{name}}: the certificate authority cannot reach port 80. Publish it, and open it in the firewall and the router.',
  ),
  'other-server': msg('No certificate for {{name}}: the name leads to another server. Correct its DNS record.'),
  unresolved: msg(
    'No certificate for {{name}}: the name does not resolve. Create a DNS record that leads to this server.',
  ),
  refused: msg('No certificate for {{name}}: the certificate authority refuses it. The log of the core says why.'),
  contact: msg('No certificate for {{name}}: the certificate authority rejects the contact e-mail.'),
  'rate-limited': msg('No certificate for {{name}}: the certificate authority has received too many requests.'),
  'authority-down': msg(
    'No certificate for {{name}}: the certificate authority does not respond. Check the internet connection and the clock of the server.',
  ),
  storage: msg('The certificate for {{name}} cannot be saved. Free some space on the disk of the core.'),
};

const MINUTE_MS = 60_000;

function ofProblem({ name, reason, nextTryAt }: CertificateProblem, now: number): HttpsResult[] {
  if (reason === 'pending') return [found('care', PROBLEMS.pending, { name })];
  const n = Math.max(0, Math.ceil((nextTryAt - now) / MINUTE_MS));
  return [
    found('fail', PROBLEMS[reason], { name }),
    found('unchecked', msg('{{name}}: next attempt in {{n}} min'), { name, n }),
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
  const opened = secure.find((result) => result.opened === true);
  const refused = secure.find((result) => result.reach === 'answers');
  return [
    where,
    // Let's Encrypt connects from outside; the core may not reach itself by its public name.
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
