import { isIP } from 'node:net';
import { messageOf } from '../util/errorMessage.ts';
import { isNetwork } from '../util/networks.ts';

/** This machine and Docker's container networks, where a proxy on the host appears as the gateway. */
export const TRUSTED_PROXIES = ['127.0.0.0/8', '::1/128', '172.16.0.0/12'] as const;

const NAME = 'CORE_TRUSTED_PROXIES';

const asNetwork = (text: string): string => {
  const version = isIP(text);
  const network = version === 0 ? text : `${text}/${version === 4 ? 32 : 128}`;
  if (!isNetwork(network)) throw new Error(`bad value of ${NAME}: neither an address nor a network: ${text}`);
  return network;
};

/** The variable replaces the default. Throws a one-line message. */
export function readTrustedProxies(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const networks = (environment[NAME] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return networks.length === 0 ? TRUSTED_PROXIES : networks.map(asNetwork);
}

/** The config of the real core has no fields for the authority. */
export interface AcmeSettings {
  readonly directoryUrl: string;
  readonly httpPort: number;
  /** PEM file of a private root. */
  readonly caFile: string | null;
}

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

export function readAcmeSettings(environment: Readonly<Record<string, string | undefined>>): AcmeSettings {
  const directoryUrl = environment.CORE_ACME_DIRECTORY || LETS_ENCRYPT;
  if (!URL.canParse(directoryUrl) || new URL(directoryUrl).protocol !== 'https:') {
    throw new Error(`bad value of CORE_ACME_DIRECTORY: it must begin with https://: ${directoryUrl}`);
  }
  const port = environment.CORE_ACME_HTTP_PORT || '80';
  const httpPort = Number(port);
  if (!/^\d+$/.test(port) || httpPort < 1 || httpPort > 65_535) {
    throw new Error(`bad value of CORE_ACME_HTTP_PORT: no port: ${port}`);
  }
  return { directoryUrl, httpPort, caFile: environment.CORE_ACME_CA_FILE || null };
}

const PUSH_SIZE = 'CORE_STORAGE_MEMORY_PUSH_MAX_SIZE_MBYTES';

/** MB of memory for the pushed files of one channel; null for the default. The real core has no such limit. */
export function readPushMbytes(environment: Readonly<Record<string, string | undefined>>): number | null {
  const value = environment[PUSH_SIZE] || null;
  if (value !== null && !/^[1-9]\d{0,8}$/.test(value)) {
    throw new Error(`bad value of ${PUSH_SIZE}: a number of megabytes is expected: ${value}`);
  }
  return value === null ? null : Number(value);
}

export type AgentRun = 'always' | 'needed';

const AGENT_RUN = 'SLUICE_AGENT_RUN';

/** A wrong value only warns, and means `always`. */
export function readAgentRun(
  environment: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): AgentRun {
  const value = environment[AGENT_RUN] || 'always';
  if (value !== 'always' && value !== 'needed')
    warn(`bad value of ${AGENT_RUN}: always or needed is expected: ${value}`);
  return value === 'needed' ? 'needed' : 'always';
}

export type EnvironmentValue = 'text' | 'whole' | 'flag' | 'address' | 'commas' | 'blanks' | 'routes' | 'tenants';

export const ENVIRONMENT: readonly (readonly [field: string, kind: EnvironmentValue, ...names: string[]])[] = [
  ['id', 'text', 'CORE_ID'],
  ['name', 'text', 'CORE_NAME'],
  ['address', 'address', 'CORE_ADDRESS'],
  ['update_check', 'flag', 'CORE_UPDATE_CHECK'],
  ['log.level', 'text', 'CORE_LOG_LEVEL'],
  ['log.topics', 'commas', 'CORE_LOG_TOPICS'],
  ['log.max_lines', 'whole', 'CORE_LOG_MAX_LINES', 'CORE_LOG_MAXLINES'],
  ['db.dir', 'text', 'CORE_DB_DIR'],
  ['host.name', 'commas', 'CORE_HOST_NAME'],
  ['host.auto', 'flag', 'CORE_HOST_AUTO'],
  ['api.read_only', 'flag', 'CORE_API_READ_ONLY'],
  ['api.access.http.allow', 'commas', 'CORE_API_ACCESS_HTTP_ALLOW'],
  ['api.access.http.block', 'commas', 'CORE_API_ACCESS_HTTP_BLOCK'],
  ['api.access.https.allow', 'commas', 'CORE_API_ACCESS_HTTPS_ALLOW'],
  ['api.access.https.block', 'commas', 'CORE_API_ACCESS_HTTPS_BLOCK'],
  ['api.auth.enable', 'flag', 'CORE_API_AUTH_ENABLE'],
  ['api.auth.disable_localhost', 'flag', 'CORE_API_AUTH_DISABLE_LOCALHOST'],
  ['api.auth.username', 'text', 'CORE_API_AUTH_USERNAME', 'RS_USERNAME'],
  ['api.auth.password', 'text', 'CORE_API_AUTH_PASSWORD', 'RS_PASSWORD'],
  ['api.auth.jwt.secret', 'text', 'CORE_API_AUTH_JWT_SECRET'],
  ['api.auth.auth0.enable', 'flag', 'CORE_API_AUTH_AUTH0_ENABLE'],
  ['api.auth.auth0.tenants', 'tenants', 'CORE_API_AUTH_AUTH0_TENANTS'],
  ['tls.address', 'address', 'CORE_TLS_ADDRESS'],
  ['tls.enable', 'flag', 'CORE_TLS_ENABLE'],
  ['tls.auto', 'flag', 'CORE_TLS_AUTO'],
  ['tls.email', 'text', 'CORE_TLS_EMAIL'],
  ['tls.cert_file', 'text', 'CORE_TLS_CERT_FILE', 'CORE_TLS_CERTFILE'],
  ['tls.key_file', 'text', 'CORE_TLS_KEY_FILE', 'CORE_TLS_KEYFILE'],
  ['storage.mimetypes_file', 'text', 'CORE_STORAGE_MIMETYPES_FILE', 'CORE_MIMETYPES_FILE'],
  ['storage.disk.dir', 'text', 'CORE_STORAGE_DISK_DIR'],
  ['storage.disk.max_size_mbytes', 'whole', 'CORE_STORAGE_DISK_MAX_SIZE_MBYTES', 'CORE_STORAGE_DISK_MAXSIZEMBYTES'],
  ['storage.disk.cache.enable', 'flag', 'CORE_STORAGE_DISK_CACHE_ENABLE'],
  [
    'storage.disk.cache.max_size_mbytes',
    'whole',
    'CORE_STORAGE_DISK_CACHE_MAX_SIZE_MBYTES',
    'CORE_STORAGE_DISK_CACHE_MAXSIZEMBYTES',
  ],
  [
    'storage.disk.cache.ttl_seconds',
    'whole',
    'CORE_STORAGE_DISK_CACHE_TTL_SECONDS',
    'CORE_STORAGE_DISK_CACHE_TTLSECONDS',
  ],
  [
    'storage.disk.cache.max_file_size_mbytes',
    'whole',
    'CORE_STORAGE_DISK_CACHE_MAX_FILE_SIZE_MBYTES',
    'CORE_STORAGE_DISK_CACHE_MAXFILESIZEMBYTES',
  ],
  ['storage.disk.cache.types.allow', 'blanks', 'CORE_STORAGE_DISK_CACHE_TYPES_ALLOW', 'CORE_STORAGE_DISK_CACHE_TYPES'],
  ['storage.disk.cache.types.block', 'blanks', 'CORE_STORAGE_DISK_CACHE_TYPES_BLOCK'],
  ['storage.memory.auth.enable', 'flag', 'CORE_STORAGE_MEMORY_AUTH_ENABLE'],
  ['storage.memory.auth.username', 'text', 'CORE_STORAGE_MEMORY_AUTH_USERNAME'],
  ['storage.memory.auth.password', 'text', 'CORE_STORAGE_MEMORY_AUTH_PASSWORD'],
  [
    'storage.memory.max_size_mbytes',
    'whole',
    'CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES',
    'CORE_STORAGE_MEMORY_MAXSIZEMBYTES',
  ],
  ['storage.memory.purge', 'flag', 'CORE_STORAGE_MEMORY_PURGE'],
  ['storage.cors.origins', 'commas', 'CORE_STORAGE_CORS_ORIGINS'],
  ['rtmp.enable', 'flag', 'CORE_RTMP_ENABLE'],
  ['rtmp.enable_tls', 'flag', 'CORE_RTMP_ENABLE_TLS'],
  ['rtmp.address', 'address', 'CORE_RTMP_ADDRESS'],
  ['rtmp.address_tls', 'address', 'CORE_RTMP_ADDRESS_TLS'],
  ['rtmp.app', 'text', 'CORE_RTMP_APP'],
  ['rtmp.token', 'text', 'CORE_RTMP_TOKEN'],
  ['srt.enable', 'flag', 'CORE_SRT_ENABLE'],
  ['srt.address', 'address', 'CORE_SRT_ADDRESS'],
  ['srt.passphrase', 'text', 'CORE_SRT_PASSPHRASE'],
  ['srt.token', 'text', 'CORE_SRT_TOKEN'],
  ['srt.log.enable', 'flag', 'CORE_SRT_LOG_ENABLE'],
  ['srt.log.topics', 'commas', 'CORE_SRT_LOG_TOPICS'],
  ['ffmpeg.binary', 'text', 'CORE_FFMPEG_BINARY'],
  ['ffmpeg.max_processes', 'whole', 'CORE_FFMPEG_MAX_PROCESSES', 'CORE_FFMPEG_MAXPROCESSES'],
  ['ffmpeg.access.input.allow', 'blanks', 'CORE_FFMPEG_ACCESS_INPUT_ALLOW'],
  ['ffmpeg.access.input.block', 'blanks', 'CORE_FFMPEG_ACCESS_INPUT_BLOCK'],
  ['ffmpeg.access.output.allow', 'blanks', 'CORE_FFMPEG_ACCESS_OUTPUT_ALLOW'],
  ['ffmpeg.access.output.block', 'blanks', 'CORE_FFMPEG_ACCESS_OUTPUT_BLOCK'],
  ['ffmpeg.log.max_lines', 'whole', 'CORE_FFMPEG_LOG_MAX_LINES', 'CORE_FFMPEG_LOG_MAXLINES'],
  ['ffmpeg.log.max_history', 'whole', 'CORE_FFMPEG_LOG_MAX_HISTORY', 'CORE_FFMPEG_LOG_MAXHISTORY'],
  ['playout.enable', 'flag', 'CORE_PLAYOUT_ENABLE'],
  ['playout.min_port', 'whole', 'CORE_PLAYOUT_MIN_PORT', 'CORE_PLAYOUT_MINPORT'],
  ['playout.max_port', 'whole', 'CORE_PLAYOUT_MAX_PORT', 'CORE_PLAYOUT_MAXPORT'],
  ['debug.profiling', 'flag', 'CORE_DEBUG_PROFILING'],
  ['debug.force_gc', 'whole', 'CORE_DEBUG_FORCE_GC', 'CORE_DEBUG_FORCEGC'],
  ['debug.memory_limit_mbytes', 'whole', 'CORE_DEBUG_MEMORY_LIMIT_MBYTES'],
  ['metrics.enable', 'flag', 'CORE_METRICS_ENABLE'],
  ['metrics.enable_prometheus', 'flag', 'CORE_METRICS_ENABLE_PROMETHEUS'],
  ['metrics.range_sec', 'whole', 'CORE_METRICS_RANGE_SECONDS'],
  ['metrics.interval_sec', 'whole', 'CORE_METRICS_INTERVAL_SECONDS'],
  ['sessions.enable', 'flag', 'CORE_SESSIONS_ENABLE'],
  ['sessions.ip_ignorelist', 'commas', 'CORE_SESSIONS_IP_IGNORELIST'],
  ['sessions.session_timeout_sec', 'whole', 'CORE_SESSIONS_SESSION_TIMEOUT_SEC'],
  ['sessions.persist', 'flag', 'CORE_SESSIONS_PERSIST'],
  ['sessions.persist_interval_sec', 'whole', 'CORE_SESSIONS_PERSIST_INTERVAL_SEC'],
  ['sessions.max_bitrate_mbit', 'whole', 'CORE_SESSIONS_MAXBITRATE_MBIT'],
  ['sessions.max_sessions', 'whole', 'CORE_SESSIONS_MAX_SESSIONS', 'CORE_SESSIONS_MAXSESSIONS'],
  ['service.enable', 'flag', 'CORE_SERVICE_ENABLE'],
  ['service.token', 'text', 'CORE_SERVICE_TOKEN'],
  ['service.url', 'text', 'CORE_SERVICE_URL'],
  ['router.blocked_prefixes', 'commas', 'CORE_ROUTER_BLOCKED_PREFIXES'],
  ['router.routes', 'routes', 'CORE_ROUTER_ROUTES'],
  ['router.ui_path', 'text', 'CORE_ROUTER_UI_PATH'],
];

const split = (separator: RegExp) => (text: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `auth0://clientid@domain?aud=…&user=…&user=…`, or the base64 of a JSON object. */
function tenantIn(text: string): unknown {
  if (!text.startsWith('auth0://')) return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  const { username, host, searchParams } = new URL(text.replace(/^auth0/, 'http'));
  return {
    domain: host,
    clientid: decodeURIComponent(username),
    audience: searchParams.get('aud') ?? '',
    users: searchParams.getAll('user'),
  };
}

const parsers: { readonly [K in EnvironmentValue]: (text: string) => unknown } = {
  text: (text) => text,
  whole: (text) => {
    if (!/^-?\d+$/.test(text)) throw new Error('a whole number is expected');
    return Number(text);
  },
  flag: (text) => {
    if (/^(1|t|true)$/i.test(text)) return true;
    if (/^(0|f|false)$/i.test(text)) return false;
    throw new Error('true or false is expected');
  },
  // A bare number is a port on all addresses, in the environment only.
  address: (text) => (/^\d+$/.test(text) ? `:${text}` : text),
  commas: split(/,/),
  blanks: split(/\s+/),
  // /old.html:/new.html /mapped/*:/folder
  routes: (text) =>
    Object.fromEntries(
      split(/\s+/)(text).map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
    ),
  tenants: (text) => split(/,/)(text).map(tenantIn),
};

export interface Override {
  readonly field: string;
  readonly value: unknown;
  readonly name: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset. Throws a one-line message. */
export function readEnvironmentOverrides(environment: Environment): Override[] {
  return ENVIRONMENT.flatMap(([field, kind, ...names]) => {
    const name = names.find((candidate) => (environment[candidate] ?? '') !== '');
    const text = name === undefined ? undefined : environment[name];
    if (name === undefined || text === undefined) return [];
    try {
      return [{ field, name, value: parsers[kind](text) }];
    } catch (error) {
      throw new Error(`${name}=${text}: ${messageOf(error)}`);
    }
  });
}
