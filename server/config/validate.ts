import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { findExpressionFault } from '../pattern/expression.ts';
import { messageOf } from '../util/errorMessage.ts';
import { isNetwork } from '../util/networks.ts';
import { parseAddress } from './address.ts';
import type { Config } from './configSchema.ts';

export interface Machine {
  isExecutable(file: string): boolean;
  exists(path: string): boolean;
  memoryBytes(): number;
}

type Row = readonly [field: string, check: (config: Config, machine: Machine) => string | null];

const textIf = (wrong: boolean, text: string): string | null => (wrong ? text : null);

const address = (text: string): string | null => {
  try {
    parseAddress(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
};

const networks = (list: readonly string[]): string | null => {
  const bad = list.find((network) => !isNetwork(network));
  return bad === undefined ? null : `invalid CIDR address: ${bad}`;
};

/** An authority validates no IP address, wildcard or port over HTTP. */
const hostNames = (list: readonly string[]): string | null => {
  const bad = list.find((name) => isIP(name) !== 0 || !HOST_NAME.test(domainToASCII(name)));
  const found = bad !== undefined && isIP(bad) !== 0 ? 'found IP address' : 'found';
  return bad === undefined ? null : `only host names are allowed if automatic TLS is enabled, but ${found}: ${bad}`;
};
const HOST_NAME = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*$/;

const expressions = (list: readonly string[]): string | null => {
  for (const expression of list) {
    const fault = findExpressionFault(expression);
    if (fault !== null) return fault;
  }
  return null;
};

const hasOrigin = (origins: readonly string[]): boolean =>
  origins.every((origin) => origin === '*' || /^https?:\/\//.test(origin));

const ORIGINS = "bad origin: origins must contain '*' or include http://, or https://";

/** The wording is the real core's; the settings page shows it. */
const rows: readonly Row[] = [
  ['address', (c) => address(c.address)],
  ['tls.address', (c) => address(c.tls.address)],
  ['rtmp.address', (c) => address(c.rtmp.address)],
  ['rtmp.address_tls', (c) => address(c.rtmp.address_tls)],
  ['srt.address', (c) => address(c.srt.address)],
  ['api.access.http.allow', (c) => networks(c.api.access.http.allow)],
  ['api.access.http.block', (c) => networks(c.api.access.http.block)],
  ['api.access.https.allow', (c) => networks(c.api.access.https.allow)],
  ['api.access.https.block', (c) => networks(c.api.access.https.block)],
  [
    'api.auth.enable',
    ({ api: { auth } }) =>
      textIf(
        auth.enable && (auth.username === '' || auth.password === ''),
        'api.auth.username and api.auth.password must be set',
      ),
  ],
  [
    'api.auth.auth0.enable',
    ({ api: { auth } }) =>
      textIf(auth.auth0.enable && auth.auth0.tenants.length === 0, 'at least one tenants must be set'),
  ],
  [
    'api.auth.auth0.tenants',
    ({ api: { auth } }) => {
      const lacking = auth.auth0.tenants.findIndex((tenant) => !tenant.domain || !tenant.audience || !tenant.clientid);
      return textIf(
        auth.auth0.enable && lacking >= 0,
        `domain, audience, and clientid must be set (tenant ${lacking})`,
      );
    },
  ],
  [
    'tls.enable',
    ({ tls }) =>
      textIf(
        tls.enable && !tls.auto && (tls.cert_file === '' || tls.key_file === ''),
        'tls.certfile and tls.keyfile must be set',
      ),
  ],
  [
    'tls.cert_file',
    ({ tls }, m) => textIf(isGiven(tls) && !m.exists(tls.cert_file), `${tls.cert_file} does not exist`),
  ],
  ['tls.key_file', ({ tls }, m) => textIf(isGiven(tls) && !m.exists(tls.key_file), `${tls.key_file} does not exist`)],
  [
    'host.name',
    ({ tls, host }) =>
      textIf(
        tls.enable && tls.auto && host.name.length === 0,
        'a hostname must be set in order to get an automatic TLS certificate',
      ),
  ],
  ['host.name', ({ tls, host }) => (tls.enable && tls.auto ? hostNames(host.name) : null)],
  ['tls.email', ({ tls }) => textIf(!/^[^@\s]+@[^@\s]+$/.test(tls.email), "mail: missing '@' or angle-addr")],
  [
    'storage.memory.auth.enable',
    ({ storage: { memory } }) =>
      textIf(
        memory.auth.enable && (memory.auth.username === '' || memory.auth.password === ''),
        'storage.memory.auth.username and storage.memory.auth.password must be set',
      ),
  ],
  [
    'storage.memory.max_size_mbytes',
    (c) => textIf(c.storage.memory.max_size_mbytes < 0, 'must be equal or greater than 0'),
  ],
  [
    'storage.disk.max_size_mbytes',
    (c) => textIf(c.storage.disk.max_size_mbytes < 0, 'must be equal or greater than 0'),
  ],
  [
    'storage.disk.cache.ttl_seconds',
    (c) => textIf(c.storage.disk.cache.ttl_seconds < 0, 'must be equal or greater than 0'),
  ],
  ['storage.cors.origins', (c) => textIf(!hasOrigin(c.storage.cors.origins), ORIGINS)],
  [
    'rtmp.enable',
    ({ rtmp }) => textIf(rtmp.enable_tls && !rtmp.enable, 'RTMP server must be enabled if RTMPS server is enabled'),
  ],
  [
    'rtmp.enable_tls',
    ({ rtmp, tls }) => textIf(rtmp.enable_tls && !tls.enable, 'RTMPS server can only be enabled if TLS is enabled'),
  ],
  [
    'rtmp.address',
    ({ rtmp }) =>
      textIf(
        rtmp.enable && rtmp.enable_tls && rtmp.address === rtmp.address_tls,
        "The RTMP and RTMPS server can't listen on the same address",
      ),
  ],
  ['rtmp.app', ({ rtmp }) => textIf(!rtmp.app.startsWith('/'), `${rtmp.app} is not an absolute path`)],
  [
    'ffmpeg.binary',
    ({ ffmpeg }, m) => textIf(!m.isExecutable(ffmpeg.binary), `${ffmpeg.binary} not found or is not executable`),
  ],
  ['ffmpeg.access.input.allow', (c) => expressions(c.ffmpeg.access.input.allow)],
  ['ffmpeg.access.input.block', (c) => expressions(c.ffmpeg.access.input.block)],
  ['ffmpeg.access.output.allow', (c) => expressions(c.ffmpeg.access.output.allow)],
  ['ffmpeg.access.output.block', (c) => expressions(c.ffmpeg.access.output.block)],
  ['sessions.ip_ignorelist', (c) => networks(c.sessions.ip_ignorelist)],
  ['service.token', ({ service }) => textIf(service.enable && service.token === '', 'must be non-empty')],
  [
    'router.ui_path',
    ({ router }, m) => textIf(router.ui_path !== '' && !m.exists(router.ui_path), `${router.ui_path} does not exist`),
  ],
];

const isGiven = (tls: Config['tls']): boolean => tls.enable && !tls.auto && tls.cert_file !== '' && tls.key_file !== '';

/** Returns the faults sorted by field name, as the real core does. */
export function validateConfig(config: Config, machine: Machine): Record<string, string[]> {
  const refused: Record<string, string[]> = {};
  for (const [field, check] of rows) {
    const text = check(config, machine);
    if (text !== null) refused[field] = [...(refused[field] ?? []), text];
  }
  return Object.fromEntries(Object.entries(refused).sort(([a], [b]) => (a < b ? -1 : 1)));
}
