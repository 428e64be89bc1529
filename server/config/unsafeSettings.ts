import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createNetworkMatcher, isNetwork } from '../util/networks.ts';
import { type Address, parseAddress } from './address.ts';
import type { Config } from './configSchema.ts';
import { deriveTokenKey } from './secrets.ts';

/** Files that it serves are public; a link to the whole disk leads there as well. */
function isRoot(folder: string): boolean {
  try {
    return realpathSync(folder) === '/';
  } catch {
    // not there yet
    return resolve(folder) === '/';
  }
}
const WHOLE_DISK = 'this would make every file of the machine public';

const isAny = (host: string): boolean => ['', '0.0.0.0', '::'].includes(host);

/** The servers that listen for TCP. A later one has to make way; null: it is off. */
const servers: readonly (readonly [field: string, name: string, addressOf: (config: Config) => string | null])[] = [
  ['address', 'HTTP', ({ address }) => address],
  ['tls.address', 'HTTPS', ({ tls }) => (tls.enable ? tls.address : null)],
  ['rtmp.address', 'RTMP', ({ rtmp }) => (rtmp.enable ? rtmp.address : null)],
  ['rtmp.address_tls', 'RTMPS', ({ rtmp, tls }) => (tls.enable && rtmp.enable_tls ? rtmp.address_tls : null)],
];

/** Would two servers want the same port? At port 0 each takes a free one; a bad address has an error of its own. */
function meet(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  let addresses: [Address, Address];
  try {
    addresses = [parseAddress(one), parseAddress(other)];
  } catch {
    return false;
  }
  const [a, b] = addresses;
  return a.port !== 0 && a.port === b.port && (a.host === b.host || isAny(a.host) || isAny(b.host));
}

/** A bad network has an error of its own. */
const holds = (networks: readonly string[], client: string): boolean =>
  createNetworkMatcher(networks.filter(isNetwork))(client);
const LOCKED_OUT = 'this would lock out your own address';

/** The client that stores a config, and the server it uses: each server has its own lists. */
export interface Sender {
  readonly address: string;
  readonly via: 'http' | 'https';
  /** True after a login with the password, or where none is needed. A renewed token may be stolen. */
  readonly hasJustLoggedIn: boolean;
}

/** Routes that the core keeps for itself: `router.blocked_prefixes`, and `/ui` where the interface is there. */
export const findBlockedRoutes = ({ blocked_prefixes, routes, ui_path }: Config['router']): string[] => {
  const prefixes = [...blocked_prefixes, ...(ui_path === '' ? [] : ['/ui'])];
  return Object.keys(routes).filter((route) => prefixes.some((prefix) => route.startsWith(prefix)));
};

type Row = readonly [field: string, text: string, isHazard: (config: Config, sender: Sender) => boolean];

// Not `api.read_only` nor an unknown `log.level`: clients of the real core may store both, as recordings of it show. The
// former is meant as it is said and is undone where the core is started, the latter counts as `info`.
const rows: readonly Row[] = [
  // With an empty secret, a seen token suffices to guess the password, at any speed.
  ['api.auth.jwt.secret', 'must be non-empty', ({ api: { auth } }) => auth.enable && auth.jwt.secret === ''],
  ['storage.disk.dir', WHOLE_DISK, ({ storage }) => isRoot(storage.disk.dir)],
  [
    'router.routes',
    WHOLE_DISK,
    ({ router }) => Object.entries(router.routes).some(([from, to]) => from.endsWith('/*') && isRoot(to)),
  ],
  // The real core takes it, and ends at the reload.
  ['router.routes', 'the prefix of a route is blocked', ({ router }) => findBlockedRoutes(router).length > 0],
  ['router.ui_path', WHOLE_DISK, ({ router }) => router.ui_path !== '' && isRoot(router.ui_path)],
  ...portClashes(),
  ...lockOuts('http'),
  ...lockOuts('https'),
];

/** A reload with a port that another server of the core wants goes back to the settings of before. */
function portClashes(): Row[] {
  return servers.flatMap(([field, , addressOf], at) =>
    servers.slice(0, at).map(([, name, otherOf]): Row => {
      const isHazard = (config: Config) => meet(addressOf(config), otherOf(config));
      return [field, `this is the address of the ${name} server`, isHazard];
    }),
  );
}

function lockOuts(server: Sender['via']): Row[] {
  const isOf = (sender: Sender) => sender.via === server;
  return [
    [
      `api.access.${server}.allow`,
      LOCKED_OUT,
      ({ api: { access } }, sender) =>
        isOf(sender) && access[server].allow.length > 0 && !holds(access[server].allow, sender.address),
    ],
    [
      `api.access.${server}.block`,
      LOCKED_OUT,
      ({ api: { access } }, sender) => isOf(sender) && holds(access[server].block, sender.address),
    ],
  ];
}

const TOKENS_STAY = 'with this username, whoever is logged in would stay so: choose another password';

type Auth = Config['api']['auth'];

/** The key of the tokens is made of both without a sign between them, as in the real core: `op`, `Pass` and `opP`, `ass`. */
const keepsTokens = (now: Auth, before: Auth): boolean =>
  now.enable && before.enable && now.username !== before.username && deriveTokenKey(now) === deriveTokenKey(before);

const LOG_IN =
  'log in with the present password to change this: the token is none of a login, or older than 10 minutes';

function loginFields(now: Auth, before: Auth): string[] {
  const { jwt: nowSigned, ...rest } = now;
  const { jwt: signed, ...others } = before;
  const names = Object.keys(rest).filter(
    (name) => !isDeepStrictEqual(Reflect.get(rest, name), Reflect.get(others, name)),
  );
  return [...names, ...(nowSigned.secret === signed.secret ? [] : ['jwt.secret'])].map((name) => `api.auth.${name}`);
}

/** Refuses new hazards only, by dotted field: a core that ran with one goes on, and other settings can be changed. */
export function findUnsafeSettings(config: Config, before: Config, sender: Sender): Record<string, string[]> {
  const { auth } = config.api;
  const kept = keepsTokens(auth, before.api.auth) ? [['api.auth.password', [TOKENS_STAY]]] : [];
  const isOpen = !before.api.auth.enable || sender.hasJustLoggedIn;
  return Object.fromEntries([
    ...kept,
    ...(isOpen ? [] : loginFields(auth, before.api.auth).map((field) => [field, [LOG_IN]])),
    ...rows.flatMap(([field, text, isHazard]) =>
      isHazard(config, sender) && !isHazard(before, sender) ? [[field, [text]]] : [],
    ),
  ]);
}
