import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createNetworkMatcher, isNetwork } from '../util/networks.ts';
import { type Address, parseAddress } from './address.ts';
import type { Config } from './configSchema.ts';
import { deriveTokenKey } from './secrets.ts';

/** A served folder is public, so a symlink to the whole disk counts as the disk itself. */
function isRoot(folder: string): boolean {
  try {
    return realpathSync(folder) === '/';
  } catch {
    return resolve(folder) === '/';
  }
}
const WHOLE_DISK = 'this would make every file of the machine public';

const isAny = (host: string): boolean => ['', '0.0.0.0', '::'].includes(host);

const servers: readonly (readonly [field: string, name: string, addressOf: (config: Config) => string | null])[] = [
  ['address', 'HTTP', ({ address }) => address],
  ['tls.address', 'HTTPS', ({ tls }) => (tls.enable ? tls.address : null)],
  ['rtmp.address', 'RTMP', ({ rtmp }) => (rtmp.enable ? rtmp.address : null)],
  ['rtmp.address_tls', 'RTMPS', ({ rtmp, tls }) => (tls.enable && rtmp.enable_tls ? rtmp.address_tls : null)],
];

/** Port 0 means any free one; a bad address is reported elsewhere. */
function meet(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return false;
  let addresses: [Address, Address];
  try {
    addresses = [parseAddress(left), parseAddress(right)];
  } catch {
    return false;
  }
  const [a, b] = addresses;
  return a.port !== 0 && a.port === b.port && (a.host === b.host || isAny(a.host) || isAny(b.host));
}

const holds = (networks: readonly string[], client: string): boolean =>
  createNetworkMatcher(networks.filter(isNetwork))(client);
const LOCKED_OUT = 'this would lock out your own address';

export interface Sender {
  readonly address: string;
  readonly via: 'http' | 'https';
  /** True after a login with the password, or if none is needed. A renewed token may be stolen. */
  readonly hasJustLoggedIn: boolean;
}

/** Returns routes that clash with `router.blocked_prefixes`, or with `/ui` if the interface is served there. */
export const findBlockedRoutes = ({ blocked_prefixes, routes, ui_path }: Config['router']): string[] => {
  const prefixes = [...blocked_prefixes, ...(ui_path === '' ? [] : ['/ui'])];
  return Object.keys(routes).filter((route) => prefixes.some((prefix) => route.startsWith(prefix)));
};

type Row = readonly [field: string, text: string, isHazard: (config: Config, sender: Sender) => boolean];

// The real core stores `api.read_only` and an unknown `log.level` (recorded), so they are not here.
const rows: readonly Row[] = [
  // With an empty secret, one token suffices to guess the password offline.
  ['api.auth.jwt.secret', 'must be non-empty', ({ api: { auth } }) => auth.enable && auth.jwt.secret === ''],
  ['storage.disk.dir', WHOLE_DISK, ({ storage }) => isRoot(storage.disk.dir)],
  [
    'router.routes',
    WHOLE_DISK,
    ({ router }) => Object.entries(router.routes).some(([from, to]) => from.endsWith('/*') && isRoot(to)),
  ],
  // The real core accepts it and dies at the reload.
  ['router.routes', 'the prefix of a route is blocked', ({ router }) => findBlockedRoutes(router).length > 0],
  ['router.ui_path', WHOLE_DISK, ({ router }) => router.ui_path !== '' && isRoot(router.ui_path)],
  ...portClashes(),
  ...lockOuts('http'),
  ...lockOuts('https'),
];

function portClashes(): Row[] {
  return servers.flatMap(([field, , addressOf], at) =>
    servers.slice(0, at).map(([, name, otherOf]): Row => {
      const isHazard = (config: Config) => meet(addressOf(config), otherOf(config));
      return [field, `this is the address of the ${name} server`, isHazard];
    }),
  );
}

function lockOuts(server: Sender['via']): Row[] {
  const isFrom = (sender: Sender) => sender.via === server;
  return [
    [
      `api.access.${server}.allow`,
      LOCKED_OUT,
      ({ api: { access } }, sender) =>
        isFrom(sender) && access[server].allow.length > 0 && !holds(access[server].allow, sender.address),
    ],
    [
      `api.access.${server}.block`,
      LOCKED_OUT,
      ({ api: { access } }, sender) => isFrom(sender) && holds(access[server].block, sender.address),
    ],
  ];
}

const TOKENS_STAY = 'with this username, whoever is logged in would stay so: choose another password';

type Auth = Config['api']['auth'];

/** The token key joins both without a separator, as in the real core: `op` + `Pass` equals `opP` + `ass`. */
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

/** Returns new hazards only, by dotted field, so that a core that ran with one can still change other settings. */
export function findUnsafeSettings(config: Config, before: Config, sender: Sender): Record<string, string[]> {
  const { auth } = config.api;
  const tokenProblems = keepsTokens(auth, before.api.auth) ? [['api.auth.password', [TOKENS_STAY]]] : [];
  const isOpen = !before.api.auth.enable || sender.hasJustLoggedIn;
  return Object.fromEntries([
    ...tokenProblems,
    ...(isOpen ? [] : loginFields(auth, before.api.auth).map((field) => [field, [LOG_IN]])),
    ...rows.flatMap(([field, text, isHazard]) =>
      isHazard(config, sender) && !isHazard(before, sender) ? [[field, [text]]] : [],
    ),
  ]);
}
