import type { Config } from '../../api/answers/config.ts';
import { isGroup } from '../stored/lenientSchemas.ts';
import {
  LOCAL,
  type Move,
  type Place,
  placeOf,
  portOf,
  SERVERS,
  type Server,
  srtOf,
  streamIn,
} from './moveServerAddresses.ts';

/** The server of the core that an address leads to before the move. */
function serverAt(place: Place, { before, hosts }: Move): Server | null {
  const server = SERVERS[place.scheme];
  const at = server?.listens(before) ?? null;
  if (!server || at === null) return null;
  const { host, port } = portOf(at);
  const known = LOCAL.test(place.host) || [host, ...before.host.name, ...hosts].includes(place.host);
  return known && place.host !== '' && (place.port || server.usual) === port ? server : null;
}

function written({ scheme, userinfo, host, port, rest }: Place): string {
  const usual = SERVERS[scheme]?.usual;
  return `${scheme}://${userinfo === '' ? '' : `${userinfo}@`}${host}${port === usual ? '' : `:${port}`}${rest}`;
}

/** An address of the core after the move; other addresses, and those that stay the same, are returned unchanged. */
export function rewriteCoreUrl(address: string, move: Move): string {
  const place = placeOf(address);
  const server = place && serverAt(place, move);
  if (!place || !server) return address;
  const scheme = server.listens(move.after) === null ? server.instead : place.scheme;
  const target = scheme === undefined ? null : (SERVERS[scheme]?.listens(move.after) ?? null);
  if (scheme === undefined || target === null) return address;
  const [from, to] = [portOf(server.listens(move.before) ?? ''), portOf(target)];
  const bound = from.host !== to.host && (LOCAL.test(place.host) || place.host === from.host);
  const host = bound ? to.host || 'localhost' : place.host;
  const there = (by: Move) => {
    const moved = server.moved(place, by);
    return moved && { ...place, ...moved };
  };
  const [stays, goes] = [there({ ...move, after: move.before }), there(move)];
  if (!stays || !goes) return address;
  const [now, then] = [
    written({ ...stays, port: place.port || server.usual }),
    written({ ...goes, scheme, host, port: to.port }),
  ];
  return now === then ? address : then;
}

/** Whether an address leads to a server of the core as it is set now, with the token that it asks for. */
export function isServed(address: string, config: Config): boolean {
  const place = placeOf(address);
  const move = { before: config, after: config, hosts: [] };
  const server = place && serverAt(place, move);
  return place !== null && server !== null && server.moved(place, move) !== null;
}

const PLAIN = /^[\w.~-]+$/;

/**
 * An address of the core on the machine itself in the words of the core, which it resolves at each start: so what is
 * written keeps leading there, whatever is set. null where its words cannot say it.
 */
function worded(address: string, { before }: Move): string | null {
  const place = placeOf(address);
  if (!place || before.version < 3) return null;
  const bound = portOf(SERVERS[place.scheme]?.listens(before) ?? '').host;
  if (!LOCAL.test(place.host) && place.host !== bound) return null;
  switch (place.scheme) {
    case 'rtmp':
    case 'rtmps': {
      const stream = streamIn(place.rest, before);
      const fits =
        stream && stream.others.length === 0 && PLAIN.test(stream.name) && /^[\w.~-]*$/.test(before.rtmp?.token ?? '');
      return fits ? `{rtmp,name=${stream.name}}` : null;
    }
    case 'http':
      return place.rest.startsWith('/memfs/') ? `{memfs}${place.rest.slice('/memfs'.length)}` : null;
    case 'srt': {
      const { token, passphrase } = srtOf(before);
      const asked = new URLSearchParams(place.rest.replace(/^\/?\?/, ''));
      const [name = '', mode = '', ...more] = (asked.get('streamid') ?? '').split(',');
      const simple = [...asked.keys()].every((key) => ['mode', 'transtype', 'streamid', 'passphrase'].includes(key));
      const own =
        more.join(',') === (token === '' ? '' : `token:${token}`) && (asked.get('passphrase') ?? '') === passphrase;
      const way = /^mode:(request|publish)$/.exec(mode)?.[1];
      return simple && own && way && PLAIN.test(name) ? `{srt,name=${name},mode=${way}}` : null;
    }
    default:
      return null;
  }
}

/** The inputs or outputs of a process after the move; one address may hold several outputs, each with its options. */
export const movedTarget = (target: string, move: Move): string =>
  target
    .split('|')
    .map((part) => {
      const [, options = '', address = ''] = /^(\[[^\]]*=[^\]]*\])?(.*)$/s.exec(part) ?? [];
      const there = rewriteCoreUrl(address, move);
      return options + (there === address ? address : (worded(address, move) ?? there));
    })
    .join('|');

/** The same with each text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}
