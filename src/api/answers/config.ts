import * as z from 'zod';
import { list } from './list.ts';

const strings = list(z.string());
// 15.x knows a plain list, 16.x lists for allowing and blocking.
const CacheTypes = z.union([
  z.array(z.string()).transform((allow) => ({ allow, block: [] as string[] })),
  z.object({ allow: strings, block: strings }),
]);

const Auth = z.looseObject({
  enable: z.boolean().default(false),
  username: z.string().default(''),
  password: z.string().default(''),
});

/** The part of the config that the interface reads; everything else is kept as it came (loose objects). */
export const Config = z.looseObject({
  version: z.number().default(1),
  id: z.string().default(''),
  name: z.string().default(''),
  address: z.string().default(':8080'),
  update_check: z.boolean().default(true),
  log: z.looseObject({ level: z.string().default('info'), max_lines: z.number().default(1000) }).optional(),
  host: z.looseObject({ name: strings }).default({ name: [] }),
  api: z
    .looseObject({
      auth: Auth.optional(),
    })
    .optional(),
  tls: z
    .looseObject({
      address: z.string().default(''),
      enable: z.boolean().default(false),
      auto: z.boolean().default(false),
    })
    .optional(),
  storage: z
    .looseObject({
      cors: z.looseObject({ origins: strings }).optional(),
      disk: z.looseObject({ cache: z.looseObject({ types: CacheTypes.optional() }).optional() }).optional(),
      memory: z
        .looseObject({
          auth: Auth.optional(),
        })
        .optional(),
    })
    .optional(),
  rtmp: z
    .looseObject({
      enable: z.boolean().default(false),
      enable_tls: z.boolean().default(false),
      address: z.string().default(':1935'),
      address_tls: z.string().default(''),
      app: z.string().default('/'),
      token: z.string().default(''),
    })
    .optional(),
  srt: z
    .looseObject({
      enable: z.boolean().default(false),
      address: z.string().default(':6000'),
      token: z.string().default(''),
      passphrase: z.string().default(''),
    })
    .optional(),
});
export type Config = z.infer<typeof Config>;

export const ConfigAnswer = z.object({
  config: Config,
  /** Dotted names of fields that the environment sets: they cannot be changed here. */
  overrides: strings,
  created_at: z.string().default(''),
  loaded_at: z.string().default(''),
  updated_at: z.string().default(''),
});
export type ConfigAnswer = z.infer<typeof ConfigAnswer>;

/** 409: refused values by dotted field name. */
export const RefusedFields = z.record(z.string(), z.array(z.string()));
