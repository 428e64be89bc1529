import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseAddress } from '../../config/address.ts';
import type { Config } from '../../config/configSchema.ts';

export type Foreign =
  /** The host is not ours, possibly DNS rebinding. */
  'name' | 'page';

type Headers = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'referer' | 'user-agent'> & NodeJS.Dict<string | string[]>;

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Returns the lower-case host without port, brackets and final dot; null if malformed. */
export function parseHostName(host: string): string | null {
  const [, name = ''] = HOST.exec(host) ?? [];
  return (
    name
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase() || null
  );
}

/** Foreign DNS cannot point IP addresses, localhost or the machine's names here; all other names must be configured. */
export function createHostCheck({ host, address }: Pick<Config, 'host' | 'address'>, machine = hostname()) {
  const [short = ''] = machine.split('.');
  const hostNames = [...host.name, parseAddress(address).host, machine, `${short}.local`];
  const own = new Set(hostNames.map((name) => parseHostName(name.trim())));
  const isOwn = (header: string): boolean => {
    const name = parseHostName(header);
    return name !== null && (isIP(name) !== 0 || /(^|\.)localhost$/.test(name) || own.has(name));
  };
  // Nearly all requests have the same host.
  let last = { header: '', isOwn: isOwn('') };
  return (header: string): boolean => {
    if (header !== last.header) last = { header, isOwn: isOwn(header) };
    return last.isOwn;
  };
}

type HostCheck = ReturnType<typeof createHostCheck>;

const PROXIES = 10;

/** A proxy that sets its own Host forwards the original one. */
function hostsOf(headers: Headers): string[] {
  const forwarded = headers['x-forwarded-host'];
  const names = forwarded === undefined ? [] : String(forwarded).split(',');
  const hosts = names.length > PROXIES ? [''] : names.map((name) => name.trim());
  return [headers.host ?? '', ...hosts];
}

/** Whether these hosts serve the page at `address` (an Origin or Referer). `null` belongs to no page. */
function isServedBy(address: string, hosts: readonly string[]): boolean {
  const page = URL.canParse(address) ? new URL(address) : null;
  if (page === null || !/^https?:$/.test(page.protocol) || page.username !== '' || page.password !== '') return false;
  return hosts.some((host) => {
    const own = `${page.protocol}//${host}`;
    return parseHostName(host) !== null && URL.canParse(own) && new URL(own).host === page.host;
  });
}

/** Programs send none of these headers. */
export const isOfPage = (headers: Headers): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined || headers.referer !== undefined;

/** Scripts in a browser cannot omit all of these headers, including those of extensions and other sites. */
export const isOfBrowser = (headers: Headers): boolean =>
  isOfPage(headers) ||
  headers['accept-language'] !== undefined ||
  headers['sec-fetch-mode'] !== undefined ||
  /^Mozilla\//.test(headers['user-agent'] ?? '');

/** Whether the browser reports a cross-site request. */
export function isOfAnotherPage(headers: Headers, changes: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  if (site !== undefined && site !== 'none') return true;
  const page = headers.origin ?? headers.referer;
  if (page !== undefined) return !isServedBy(page, hostsOf(headers));
  // Over plain HTTP, a cross-site image or link has none of these headers; our own requests have a Referer.
  return changes && site === undefined && /^Mozilla\//.test(headers['user-agent'] ?? '');
}

/** Checks requests that need no login but are not public. `changes`: the request does more than read. */
export function findForeignReason(headers: Headers, isOwnHost: HostCheck, changes: boolean): Foreign | null {
  if (!hostsOf(headers).every(isOwnHost)) return 'name';
  return isOfAnotherPage(headers, changes) ? 'page' : null;
}
