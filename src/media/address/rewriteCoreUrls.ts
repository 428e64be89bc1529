import type { Config } from '../../api/answers/config.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { encodePath } from './addressProtocol.ts';

/** `hosts`: further names of the core, such as that of the page. */
export interface Move {
  before: Config;
  after: Config;
  hosts: readonly string[];
}

interface Place {
  scheme: string;
  userinfo: string;
  host: string;
  port: string;
  /** Path and query. */
  rest: string;
}

interface Server {
  usual: string;
  /** Null if the server is off. */
  listens(config: Config): string | null;
  instead?: string;
  /** Null if the address does not work before the move. */
  moved(place: Place, move: Move): Pick<Place, 'userinfo' | 'rest'> | null;
}

const ADDRESS = /^([a-z]+):\/\/(?:([^/?#]*)@)?(\[[^\][@]*\]|[^:/?#@]*)(?::(\d+))?([/?#].*)?$/is;
const LOCAL = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[(::1?|0:0:0:0:0:0:0:[01])\])$/i;

const placeOf = (address: string): Place | null => {
  const [, scheme = '', userinfo = '', host = '', port = '', rest = ''] = ADDRESS.exec(address) ?? [];
  return scheme === '' ? null : { scheme: scheme.toLowerCase(), userinfo, host, port, rest };
};

const portOf = (address: string) => {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/s.exec(address) ?? [];
  return { host, port };
};

const appOf = ({ rtmp }: Config) => `/${rtmp?.app ?? ''}`.replace(/\/+/g, '/').replace(/\/$/, '');
const means = (written: string, token: string) => written === token || written === encodePath(token);

/** The path below the app, without the token in the query or at the end of the path. */
function streamIn(rest: string, config: Config) {
  const token = config.rtmp?.token ?? '';
  const [path = '', ...queries] = rest.split('?');
  const parts = queries.join('?').split('&').filter(Boolean);
  if (!path.startsWith(`${appOf(config)}/`)) return null;
  const name = path.slice(appOf(config).length + 1);
  const others = parts.filter((part) => !part.startsWith('token='));
  if (token === '') return { name, others: parts, inPath: false };
  if (parts.some((part) => part.startsWith('token=') && means(part.slice('token='.length), token)))
    return { name, others, inPath: false };
  const slash = name.lastIndexOf('/');
  return slash > 0 && means(name.slice(slash + 1), token) ? { name: name.slice(0, slash), others, inPath: true } : null;
}

function movedStream({ userinfo, rest }: Place, { before, after }: Move) {
  const stream = streamIn(rest, before);
  if (!stream) return null;
  const token = encodePath(after.rtmp?.token ?? '');
  const path = `${appOf(after)}/${stream.name}${stream.inPath && token !== '' ? `/${token}` : ''}`;
  const query = [...stream.others, ...(token === '' || stream.inPath ? [] : [`token=${token}`])].join('&');
  return { userinfo, rest: query === '' ? path : `${path}?${query}` };
}

const loginOf = ({ storage }: Config) => {
  const auth = storage?.memory?.auth;
  return auth?.enable ? { plain: `${auth.username}:${auth.password}`, written: loginText(auth) } : null;
};
const loginText = ({ username, password }: { username: string; password: string }) =>
  `${encodePath(username)}:${encodePath(password)}`;

function movedFile({ userinfo, rest }: Place, { before, after }: Move) {
  const login = loginOf(before);
  const own = userinfo !== '' && (userinfo === login?.written || userinfo === login?.plain);
  return { userinfo: own ? (loginOf(after)?.written ?? '') : userinfo, rest };
}

const srtOf = ({ srt }: Config) => ({ token: srt?.token ?? '', passphrase: srt?.passphrase ?? '' });

function movedConnection({ userinfo, rest }: Place, move: Move) {
  const [before, after] = [srtOf(move.before), srtOf(move.after)];
  if (before.token !== '' && !rest.includes(`token:${before.token}`)) return null;
  const [path = '', query = ''] = rest.split(/\?(.*)/s);
  const others = query.split('&').filter((part) => part !== '' && !/^passphrase=/.test(part));
  const parts = others.map((part) => {
    if (!part.startsWith('streamid=')) return part;
    const bare = before.token === '' ? part : part.replace(`,token:${before.token}`, '');
    return after.token === '' ? bare : `${bare},token:${after.token}`;
  });
  const current = /(?:^|&)passphrase=([^&]*)/.exec(query)?.[1] ?? '';
  const passphrase = current === before.passphrase ? after.passphrase : current;
  return {
    userinfo,
    rest: `${path}?${[...parts, ...(passphrase === '' ? [] : [`passphrase=${passphrase}`])].join('&')}`,
  };
}

const SERVERS = new Map<string, Server>(
  Object.entries({
    rtmp: {
      usual: '1935',
      listens: ({ rtmp }) => (rtmp?.enable && !(rtmp.enable_tls && rtmp.address_tls === '') ? rtmp.address : null),
      instead: 'rtmps',
      moved: movedStream,
    },
    rtmps: {
      usual: '443',
      listens: ({ rtmp }) => (rtmp?.enable && rtmp.enable_tls ? rtmp.address_tls || rtmp.address : null),
      instead: 'rtmp',
      moved: movedStream,
    },
    http: { usual: '80', listens: ({ address }) => address, moved: movedFile },
    https: {
      usual: '443',
      listens: ({ tls }) => (tls?.enable ? tls.address : null),
      instead: 'http',
      moved: movedFile,
    },
    srt: { usual: '', listens: ({ srt }) => (srt?.enable ? srt.address : null), moved: movedConnection },
  }),
);

function serverAt(place: Place, { before, hosts }: Move): Server | null {
  const server = SERVERS.get(place.scheme);
  const at = server?.listens(before) ?? null;
  if (!server || at === null) return null;
  const { host, port } = portOf(at);
  const isKnownHost = LOCAL.test(place.host) || [host, ...before.host.name, ...hosts].includes(place.host);
  return isKnownHost && place.host !== '' && (place.port || server.usual) === port ? server : null;
}

function written({ scheme, userinfo, host, port, rest }: Place): string {
  const usual = SERVERS.get(scheme)?.usual;
  return `${scheme}://${userinfo === '' ? '' : `${userinfo}@`}${host}${port === usual ? '' : `:${port}`}${rest}`;
}

export function rewriteCoreUrl(address: string, move: Move): string {
  const place = placeOf(address);
  const server = place && serverAt(place, move);
  if (!place || !server) return address;
  const scheme = server.listens(move.after) === null ? server.instead : place.scheme;
  const target = scheme === undefined ? null : (SERVERS.get(scheme)?.listens(move.after) ?? null);
  if (scheme === undefined || target === null) return address;
  const [from, to] = [portOf(server.listens(move.before) ?? ''), portOf(target)];
  const bound = from.host !== to.host && (LOCAL.test(place.host) || place.host === from.host);
  const host = bound ? to.host || 'localhost' : place.host;
  const movedBy = (by: Move) => {
    const moved = server.moved(place, by);
    return moved && { ...place, ...moved };
  };
  const [before, after] = [movedBy({ ...move, after: move.before }), movedBy(move)];
  if (!before || !after) return address;
  const [now, then] = [
    written({ ...before, port: place.port || server.usual }),
    written({ ...after, scheme, host, port: to.port }),
  ];
  return now === then ? address : then;
}

/** Whether an address leads to a server of the core, with the right token. */
export function isServed(address: string, config: Config): boolean {
  const place = placeOf(address);
  const move = { before: config, after: config, hosts: [] };
  const server = place && serverAt(place, move);
  return place !== null && server !== null && server.moved(place, move) !== null;
}

const PLAIN = /^[\w.~-]+$/;

function worded(address: string, { before }: Move): string | null {
  const place = placeOf(address);
  if (!place || before.version < 3) return null;
  const bound = portOf(SERVERS.get(place.scheme)?.listens(before) ?? '').host;
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
      const params = new URLSearchParams(place.rest.replace(/^\/?\?/, ''));
      const [name = '', mode = '', ...more] = (params.get('streamid') ?? '').split(',');
      const simple = [...params.keys()].every((key) => ['mode', 'transtype', 'streamid', 'passphrase'].includes(key));
      const own =
        more.join(',') === (token === '' ? '' : `token:${token}`) && (params.get('passphrase') ?? '') === passphrase;
      const way = /^mode:(request|publish)$/.exec(mode)?.[1];
      return simple && own && way && PLAIN.test(name) ? `{srt,name=${name},mode=${way}}` : null;
    }
    default:
      return null;
  }
}

/** One address may hold several outputs, each with its options. */
export const movedTarget = (target: string, move: Move): string =>
  target
    .split('|')
    .map((part) => {
      const [, options = '', address = ''] = /^(\[[^\]=]*=[^\]]*\])?(.*)/s.exec(part) ?? [];
      const moved = rewriteCoreUrl(address, move);
      return options + (moved === address ? address : (worded(address, move) ?? moved));
    })
    .join('|');

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
