import * as z from 'zod/mini';
import { amount, figure, flag, list, map, rows, text, words } from './fieldSchemas.ts';

const strings = list(words);
// 15.x has a plain list, 16.x separate lists to allow and block.
const CacheTypes = z.union([
  z.object({ allow: strings, block: strings }),
  z.pipe(
    strings,
    z.transform((allow) => ({ allow, block: [] })),
  ),
]);

const part = <S extends z.core.$ZodLooseShape>(shape: S) => z.catch(z.optional(z.looseObject(shape)), undefined);

/** Keeps only whether a secret is set, because some cores send it. */
const isSet = z.transform<unknown, boolean>(Boolean);

export const Config = z.looseObject({
  /** Must be sent back with every change. */
  version: z._default(amount, 1),
  id: text(),
  name: text(),
  address: text(':8080'),
  update_check: flag(true),
  log: part({ level: text('info'), max_lines: figure(1000) }),
  host: z.catch(z.looseObject({ name: strings }), { name: [] }),
  api: part({ auth: part({ enable: flag(), username: text(), password: isSet, jwt: part({ secret: isSet }) }) }),
  tls: part({ address: text(), enable: flag(), auto: flag() }),
  storage: part({
    cors: part({ origins: strings }),
    disk: part({ cache: part({ types: z.catch(z.optional(CacheTypes), undefined) }) }),
    memory: part({ auth: part({ enable: flag(), username: text(), password: text() }) }),
  }),
  rtmp: part({
    enable: flag(),
    enable_tls: flag(),
    address: text(':1935'),
    address_tls: text(),
    app: text('/'),
    token: text(),
  }),
  service: part({ enable: flag(), url: text() }),
  srt: part({ enable: flag(), address: text(':6000'), token: text(), passphrase: text() }),
});
export type Config = z.infer<typeof Config>;

export const ConfigAnswer = z.object({
  config: Config,
  /** Dotted names of fields that the environment sets, which are read-only here. */
  overrides: strings,
  created_at: text(),
  loaded_at: text(),
  updated_at: text(),
});
export type ConfigAnswer = z.infer<typeof ConfigAnswer>;

/** Rejected values by dotted name, in a 409 response. */
export const RefusedFields = map(rows(words));
