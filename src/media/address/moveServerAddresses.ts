import type { Config } from '../../api/answers/config.ts';
import { encodePath } from './encodePath.ts';

/** Settings that will be others. `hosts`: further names under which the core is known, e.g. that of the page. */
export interface Move {
  before: Config;
  after: Config;
  hosts: readonly string[];
}

export interface Place {
  scheme: string;
  userinfo: string;
  host: string;
  port: string;
  /** Path and query. */
  rest: string;
}

export interface Server {
  /** The port of an address without one. */
  usual: string;
  /** The address it listens on; null: it is off. */
  listens(config: Config): string | null;
  /** The server that replaces it when it is off. */
  instead?: string;
  /** The same stream or file on the same server after the move; null: it leads nowhere today. */
  moved(place: Place, move: Move): Pick<Place, 'userinfo' | 'rest'> | null;
}

const ADDRESS = /^([a-z]+):\/\/(?:([^/?#]*)@)?(\[[^\]]*\]|[^:/?#@]*)(?::(\d+))?([/?#].*)?$/is;
export const LOCAL = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[(::1?|0:0:0:0:0:0:0:[01])\])$/i;

export const placeOf = (address: string): Place | null => {
  const [, scheme = '', userinfo = '', host = '', port = '', rest = ''] = ADDRESS.exec(address) ?? [];
  return scheme === '' ? null : { scheme: scheme.toLowerCase(), userinfo, host, port, rest };
};

export const portOf = (address: string) => {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/s.exec(address) ?? [];
  return { host, port };
};

const appOf = ({ rtmp }: Config) => `/${rtmp?.app ?? ''}`.replace(/\/+/g, '/').replace(/\/$/, '');
const means = (written: string, token: string) => written === token || written === encodePath(token);

/** The path below the app, without the token, which stands in the query or at the end of the path. */
export function streamIn(rest: string, config: Config) {
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

export const srtOf = ({ srt }: Config) => ({ token: srt?.token ?? '', passphrase: srt?.passphrase ?? '' });

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
  const given = /(?:^|&)passphrase=([^&]*)/.exec(query)?.[1] ?? '';
  const passphrase = given === before.passphrase ? after.passphrase : given;
  return {
    userinfo,
    rest: `${path}?${[...parts, ...(passphrase === '' ? [] : [`passphrase=${passphrase}`])].join('&')}`,
  };
}

export const SERVERS: Readonly<Record<string, Server>> = {
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
};
