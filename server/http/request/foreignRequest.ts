import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseAddress } from '../../config/address.ts';
import type { Config } from '../../config/configSchema.ts';

export type Foreign =
  /** The request names a host that is not known as ours, which may be DNS rebinding. */
  | 'name'
  /** A page of another site sent it. */
  | 'page';

type Headers = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'referer' | 'user-agent'> & NodeJS.Dict<string | string[]>;

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** The name in a Host header, small and without port, brackets and final dot; null: it is none. */
export function parseHostName(host: string): string | null {
  const [, name = ''] = HOST.exec(host) ?? [];
  return (
    name
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase() || null
  );
}

/** Foreign DNS cannot point addresses, localhost or the machine's names here; the operator lists all other names. */
export function createHostCheck({ host, address }: Pick<Config, 'host' | 'address'>, machine = hostname()) {
  const [short = ''] = machine.split('.');
  const given = [...host.name, parseAddress(address).host, machine, `${short}.local`];
  const own = new Set(given.map((name) => parseHostName(name.trim())));
  const isOwn = (header: string): boolean => {
    const name = parseHostName(header);
    return name !== null && (isIP(name) !== 0 || /(^|\.)localhost$/.test(name) || own.has(name));
  };
  // Nearly all requests name the same one.
  let last = { header: '', isOwn: isOwn('') };
  return (header: string): boolean => {
    if (header !== last.header) last = { header, isOwn: isOwn(header) };
    return last.isOwn;
  };
}

type HostCheck = ReturnType<typeof createHostCheck>;

/** No chain of proxies is longer. */
const PROXIES = 10;

/** The host name of the request. A proxy that sets its own Host reports the original one. */
function hostsOf(headers: Headers): string[] {
  const forwarded = headers['x-forwarded-host'];
  const names = forwarded === undefined ? [] : String(forwarded).split(',');
  const hosts = names.length > PROXIES ? [''] : names.map((name) => name.trim());
  return [headers.host ?? '', ...hosts];
}

/** Do these hosts serve the page of this address (an Origin, a Referer)? `null` and the like belong to no page. */
function isServedBy(address: string, hosts: readonly string[]): boolean {
  const page = URL.canParse(address) ? new URL(address) : null;
  if (page === null || !/^https?:$/.test(page.protocol) || page.username !== '' || page.password !== '') return false;
  return hosts.some((host) => {
    const own = `${page.protocol}//${host}`;
    return parseHostName(host) !== null && URL.canParse(own) && new URL(own).host === page.host;
  });
}

/** Only browsers send pages of others here; each of these three words stands for a page. */
export const isOfPage = (headers: Headers): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined || headers.referer !== undefined;

/** Scripts in a browser cannot omit all of these. They may belong to extensions and pages of other sites. */
export const isOfBrowser = (headers: Headers): boolean =>
  isOfPage(headers) ||
  headers['accept-language'] !== undefined ||
  headers['sec-fetch-mode'] !== undefined ||
  /^Mozilla\//.test(headers['user-agent'] ?? '');

/** The browser reports a page of another site, or the origin of the page. */
export function isOfAnotherPage(headers: Headers, changes: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  if (site !== undefined && site !== 'none') return true;
  const page = headers.origin ?? headers.referer;
  if (page !== undefined) return !isServedBy(page, hostsOf(headers));
  // Over plain HTTP a picture or a link of another site comes without any of these words. Ours come with a Referer.
  return changes && site === undefined && /^Mozilla\//.test(headers['user-agent'] ?? '');
}

/** The check for requests that need no login but are not public. `changes`: the request does more than read. */
export function findForeignReason(headers: Headers, isOwnHost: HostCheck, changes: boolean): Foreign | null {
  if (!hostsOf(headers).every(isOwnHost)) return 'name';
  return isOfAnotherPage(headers, changes) ? 'page' : null;
}
