import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { type Core, openCore } from '../../../../server/core.ts';
import { until } from '../testing.ts';
import { type Answer, type RawRequest, sendRawRequest } from './rawRequest.ts';

const SRT_HOST = '127.0.0.1:16000';
export const USER = 'admin';
export const PASSWORD = 'recorder-pass';

const TokensOf = z.object({ access_token: z.string(), refresh_token: z.string() });
const ConfigOf = z.object({
  loaded_at: z.string(),
  config: z.looseObject({
    api: z.object({ auth: z.looseObject({ jwt: z.object({ secret: z.string() }) }) }),
    storage: z.looseObject({
      memory: z.looseObject({ auth: z.object({ username: z.string(), password: z.string() }) }),
    }),
  }),
});
type ConfigOf = z.infer<typeof ConfigOf>;

/**
 * No recording contains an ffmpeg that was killed, so this is long, but below the server's idle timeout of two
 * minutes.
 */
const GRACE_MS = 60_000;

/** Opens an embedded core, with the values for the placeholders of the recordings. */
export async function openFixture(home: string, environment: Record<string, string> = {}) {
  const disk = join(home, 'data');
  const db = join(home, 'db');
  const core: Core = await openCore(
    {
      CORE_ADDRESS: '127.0.0.1:0',
      CORE_UPDATE_CHECK: 'false',
      CORE_LOG_LEVEL: 'debug',
      CORE_DB_DIR: db,
      CORE_HOST_AUTO: 'false',
      CORE_STORAGE_MIMETYPES_FILE: join(home, 'mime.types'),
      CORE_STORAGE_DISK_DIR: disk,
      ...environment,
    },
    { print: () => {}, loginDelayMs: 50, graceMs: GRACE_MS },
  );
  const tokens = { access: '', refresh: '' };
  const secrets = { jwt: '', user: '', memfs: '' };
  /** Replacements for names of the recording's machine: [recorded, here]. */
  const names: [string, string][] = [];
  const memo = new Map<string, unknown>();

  const send = (question: RawRequest): Promise<Answer> => sendRawRequest(core.ports().http, question);
  const bearer = () => (tokens.access === '' ? {} : { Authorization: `Bearer ${tokens.access}` });
  const api = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await send({
      method,
      path: `/api${path}`,
      headers: raw || body === undefined ? bearer() : { ...bearer(), 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    const text = answer.body.toString();
    return /json/.test(answer.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : text;
  };
  const config = async (): Promise<ConfigOf> => ConfigOf.parse(await api('GET', '/v3/config'));

  const learn = async () => {
    const { config: now } = await config();
    secrets.jwt = now.api.auth.jwt.secret;
    secrets.user = now.storage.memory.auth.username;
    secrets.memfs = now.storage.memory.auth.password;
  };
  const login = async (password = PASSWORD) => {
    const issued = TokensOf.parse(await api('POST', '/login', { username: USER, password }));
    tokens.access = issued.access_token;
    tokens.refresh = issued.refresh_token;
    await learn();
  };
  const reloaded = async (requestReload: () => Promise<unknown>) => {
    const before = (await config()).loaded_at;
    await requestReload();
    await until(
      async () => {
        const answer = await send({ path: '/api/v3/config', headers: bearer() });
        if (answer.status === 401) return true;
        return ConfigOf.parse(JSON.parse(answer.body.toString())).loaded_at !== before;
      },
      (isNew) => isNew,
    );
  };

  const fill = (text: string): string =>
    [
      ['{{HOST}}', `127.0.0.1:${core.ports().http}`] as const,
      ['{{RTMP_HOST}}', `127.0.0.1:${core.ports().rtmp ?? 0}`] as const,
      ['{{SRT_HOST}}', SRT_HOST] as const,
      ['{{ACCESS_TOKEN}}', tokens.access] as const,
      ['{{REFRESH_TOKEN}}', tokens.refresh] as const,
      ['{{DISK_DIR}}', disk] as const,
      ...names,
    ].reduce((now, [original, local]) => now.replaceAll(original, local), text);

  const clean = (text: string): string =>
    [
      [`127.0.0.1:${core.ports().http}`, '{{HOST}}'] as const,
      [`127.0.0.1:${core.ports().rtmp ?? 'off'}`, '{{RTMP_HOST}}'] as const,
      [SRT_HOST, '{{SRT_HOST}}'] as const,
      // Port 0 is reported as the port in use.
      ['127.0.0.1:0', '{{ANY_HOST}}'] as const,
      [disk, '{{DISK_DIR}}'] as const,
      [db, '{{DB_DIR}}'] as const,
      [join(home, 'mime.types'), '{{MIME_TYPES_FILE}}'] as const,
      [secrets.jwt || '-jwt-', '{{JWT_SECRET}}'] as const,
      [secrets.memfs.length > 6 ? secrets.memfs : '-memfs-', '{{MEMFS_PASS}}'] as const,
      [tokens.access || '-access-', '{{ACCESS_TOKEN}}'] as const,
      [tokens.refresh || '-refresh-', '{{REFRESH_TOKEN}}'] as const,
      ...names.map(([original, local]) => [local, original] as const),
    ]
      .reduce((now, [local, original]) => now.replaceAll(local, original), text)
      .replaceAll(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, '{{JWT}}');

  return {
    core,
    home,
    send,
    api,
    config,
    login,
    learn,
    fill,
    clean,
    secrets,
    tokens,
    names,
    memo,
    set: async (patch: object) => {
      await api('PUT', '/v3/config', { version: 3, ...patch });
      await reloaded(() => api('GET', '/v3/config/reload'));
    },
    reload: () => reloaded(() => api('GET', '/v3/config/reload')),
    reloaded,
    sign: (payload: object, header = { alg: 'HS256', typ: 'JWT' }): string => {
      const parts = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return `${parts}.${createHmac('sha256', USER + PASSWORD + secrets.jwt)
        .update(parts)
        .digest('base64url')}`;
    },
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;
