import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readOrigins } from './crossOriginHeaders.ts';

/** Settings from environment variables, for an agent beside a core. Empty variables count as unset. */
export interface AgentSettings {
  core: string;
  /** Reads on each call, as the password may change. null: no login needed. Throws an error with a one-line message. */
  credentials: () => Credentials | null;
  folder: string | null;
  megabytes: number;
  /** See `busyPercentIn`. */
  busyPercent: number;
  listen: ListenAddress | null;
  /** Origins allowed by CORS besides the agent's own host. */
  origins: readonly string[];
  metricsTokenFile: string | undefined;
}

export interface ListenAddress {
  /** An empty host listens on all interfaces. */
  host: string;
  port: number;
}

export interface Credentials {
  username: string;
  password: string;
}

const DEFAULT_CONFIG = '/core/config/config.json';
const DEFAULT_PORT = '8080';

const CoreConfig = z.object({
  api: z.object({
    auth: z.object({ enable: z.boolean(), username: z.string(), password: z.string() }),
  }),
});

export function readAgentSettings(environment: Readonly<Record<string, string | undefined>>): AgentSettings {
  const setting = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const files = { username: setting('SLUICE_AGENT_USER_FILE'), password: setting('SLUICE_AGENT_PASSWORD_FILE') };
  const config = setting('CORE_CONFIGFILE') ?? DEFAULT_CONFIG;
  return {
    core: setting('SLUICE_AGENT_CORE') === undefined ? besideAddress(setting('CORE_ADDRESS')) : coreAt(environment),
    folder: setting('SLUICE_AGENT_DATA') ?? null,
    megabytes: megabytesIn(environment),
    busyPercent: busyPercentIn(environment),
    listen: listenAt(setting('SLUICE_AGENT_LISTEN')),
    origins: readOrigins(setting('SLUICE_AGENT_ORIGINS')),
    metricsTokenFile: setting('SLUICE_AGENT_METRICS_TOKEN_FILE'),
    credentials() {
      const { username, password } = files;
      if (username !== undefined && password !== undefined)
        return { username: firstLine(username), password: firstLine(password) };
      if (username !== undefined || password !== undefined)
        throw new Error('SLUICE_AGENT_USER_FILE and SLUICE_AGENT_PASSWORD_FILE belong together: set both');
      const stored = credentialsIn(config);
      if (stored === null) return null;
      return {
        username: setting('CORE_API_AUTH_USERNAME') ?? stored.username,
        password: setting('CORE_API_AUTH_PASSWORD') ?? stored.password,
      };
    },
  };
}

function coreAt({ SLUICE_AGENT_CORE: address = '' }: Readonly<Record<string, string | undefined>>): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new Error('SLUICE_AGENT_CORE is no address of a core, such as http://core:8080');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

const MEGABYTES = { usual: 200, least: 20, most: 2000 };

/** Also used by the embedded agent. Throws an error with a one-line message. */
export function megabytesIn({ SLUICE_AGENT_DATA_MB: text = '' }: Readonly<Record<string, string | undefined>>): number {
  if (text === '') return MEGABYTES.usual;
  const megabytes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (megabytes < MEGABYTES.least || megabytes > MEGABYTES.most)
    throw new Error(`SLUICE_AGENT_DATA_MB is no number from ${MEGABYTES.least} to ${MEGABYTES.most}`);
  return megabytes;
}

const BUSY_PERCENT = { usual: 90, least: 10, most: 100 };

/** Load of the processor above which looks pause. Throws an error with a one-line message. */
export function busyPercentIn({
  SLUICE_AGENT_LOOKS_CPU: text = '',
}: Readonly<Record<string, string | undefined>>): number {
  if (text === '') return BUSY_PERCENT.usual;
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (percent < BUSY_PERCENT.least || percent > BUSY_PERCENT.most)
    throw new Error(`SLUICE_AGENT_LOOKS_CPU is no number from ${BUSY_PERCENT.least} to ${BUSY_PERCENT.most}`);
  return percent;
}

function listenAt(address: string | undefined): ListenAddress | null {
  if (address === undefined) return null;
  const [, six, host = '', port] = /^(?:\[([\da-f:.]+)\]|([\w.-]*)):(\d{1,5})$/i.exec(address) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new Error('SLUICE_AGENT_LISTEN is no address with a port, such as 127.0.0.1:8090');
  return { host: six ?? host, port: Number(port) };
}

/** Turns the core's listening address (`:8080`, `0.0.0.0:8080`, `8080`) into its URL on this machine. */
function besideAddress(address = `:${DEFAULT_PORT}`): string {
  const [, host = '', port = DEFAULT_PORT] = /^(?:(.*):)?(\d+)$/.exec(address) ?? [];
  return `http://${['', '0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host}:${port}`;
}

function firstLine(file: string): string {
  return readText(file).split(/\r?\n/)[0] ?? '';
}

/** Returns null if the core has no login or has not written its config yet. */
function credentialsIn(file: string): Credentials | null {
  let raw: unknown;
  try {
    raw = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is no config of a core`);
    throw error;
  }
  const { data } = CoreConfig.safeParse(raw);
  // A first start leaves a config without `api`.
  if (data === undefined || !data.api.auth.enable) return null;
  return { username: data.api.auth.username, password: data.api.auth.password };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : error;
    throw new Error(`cannot read ${file} (${String(code)})`);
  }
}
