import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod';

const qualities = ['bright', 'calm', 'clear', 'dark', 'early', 'late', 'quiet', 'still', 'swift', 'wild'];
const things = ['brook', 'cloud', 'delta', 'field', 'lake', 'meadow', 'rain', 'river', 'stone', 'weir'];

const pickWord = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';

const PASSWORD_LENGTH = 18; // same length as in the real core
const secret = (): string => randomBytes(PASSWORD_LENGTH).toString('base64url').slice(0, PASSWORD_LENGTH);

const MBYTE = 1024 * 1024;

/** Uploads may fill half of the memory by default. A stored 0 is unlimited. */
export function createFirstConfig(now: Date, memoryBytes: number): Config {
  const config = createInitialConfig(now);
  const memory = { ...config.storage.memory, max_size_mbytes: Math.max(1, Math.floor(memoryBytes / 2 / MBYTE)) };
  return { ...config, storage: { ...config.storage, memory } };
}

export function createInitialConfig(now: Date): Config {
  const config = Config.parse({});
  return {
    ...config,
    created_at: now.toISOString(),
    id: randomUUID(),
    name: `${pickWord(qualities)}-${pickWord(things)}-${String(randomInt(10_000)).padStart(4, '0')}`,
    api: { ...config.api, auth: { ...config.api.auth, jwt: { secret: secret() } } },
    storage: {
      ...config.storage,
      memory: { ...config.storage.memory, auth: { ...config.storage.memory.auth, password: secret() } },
    },
  };
}

const strings = (preset: string[] = []) => z.array(z.string()).default(preset);
const defaultFalse = () => z.boolean().default(false);
const defaultTrue = () => z.boolean().default(true);
const wholeNumber = (preset = 0) => z.int().default(preset);
const text = (preset = '') => z.string().default(preset);
const part = <T extends z.ZodRawShape>(shape: T) => z.object(shape).prefault({} as never);
const allowBlock = (block: string[] = []) => part({ allow: strings(), block: strings(block) });

const Auth0Tenant = z.object({
  domain: text(),
  audience: text(),
  clientid: text(),
  users: strings(),
});

/** Unknown fields are dropped. */
export const Config = z.object({
  created_at: text(),
  version: wholeNumber(3),
  id: text(),
  name: text(),
  address: text(':8080'),
  update_check: defaultTrue(),
  log: part({ level: text('info'), topics: strings(), max_lines: wholeNumber(1000) }),
  db: part({ dir: text('./config') }),
  host: part({ name: strings(), auto: defaultTrue() }),
  api: part({
    read_only: defaultFalse(),
    access: part({ http: allowBlock(), https: allowBlock() }),
    auth: part({
      enable: defaultFalse(),
      disable_localhost: defaultFalse(),
      username: text(),
      password: text(),
      jwt: part({ secret: text() }),
      auth0: part({ enable: defaultFalse(), tenants: z.array(Auth0Tenant).default([]) }),
    }),
  }),
  tls: part({
    address: text(':8181'),
    enable: defaultFalse(),
    auto: defaultFalse(),
    email: text('cert@datarhei.com'),
    cert_file: text(),
    key_file: text(),
  }),
  storage: part({
    disk: part({
      dir: text('./data'),
      max_size_mbytes: wholeNumber(),
      cache: part({
        enable: defaultTrue(),
        max_size_mbytes: wholeNumber(),
        ttl_seconds: wholeNumber(300),
        max_file_size_mbytes: wholeNumber(1),
        types: allowBlock(['.m3u8', '.mpd']),
      }),
    }),
    memory: part({
      auth: part({ enable: defaultTrue(), username: text('admin'), password: text() }),
      max_size_mbytes: wholeNumber(),
      purge: defaultFalse(),
    }),
    s3: z.array(z.unknown()).default([]),
    cors: part({ origins: strings(['*']) }),
    mimetypes_file: text('./mime.types'),
  }),
  rtmp: part({
    enable: defaultFalse(),
    enable_tls: defaultFalse(),
    address: text(':1935'),
    address_tls: text(':1936'),
    app: text('/'),
    token: text(),
  }),
  srt: part({
    enable: defaultFalse(),
    address: text(':6000'),
    passphrase: text(),
    token: text(),
    log: part({ enable: defaultFalse(), topics: strings() }),
  }),
  ffmpeg: part({
    binary: text('ffmpeg'),
    max_processes: wholeNumber(),
    access: part({ input: allowBlock(), output: allowBlock() }),
    log: part({ max_lines: wholeNumber(50), max_history: wholeNumber(3) }),
  }),
  playout: part({ enable: defaultFalse(), min_port: wholeNumber(), max_port: wholeNumber() }),
  debug: part({ profiling: defaultFalse(), force_gc: wholeNumber(), memory_limit_mbytes: wholeNumber() }),
  metrics: part({
    enable: defaultFalse(),
    enable_prometheus: defaultFalse(),
    range_sec: wholeNumber(300),
    interval_sec: wholeNumber(2),
  }),
  sessions: part({
    enable: defaultTrue(),
    ip_ignorelist: strings(['127.0.0.1/32', '::1/128']),
    session_timeout_sec: wholeNumber(30),
    persist: defaultFalse(),
    persist_interval_sec: wholeNumber(300),
    max_bitrate_mbit: wholeNumber(),
    max_sessions: wholeNumber(),
  }),
  service: part({ enable: defaultFalse(), token: text(), url: text('https://service.datarhei.com') }),
  router: part({
    blocked_prefixes: strings(['/api']),
    routes: z.record(z.string(), z.string()).default({}),
    ui_path: text(),
  }),
});
export type Config = z.infer<typeof Config>;
