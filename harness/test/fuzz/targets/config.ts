import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinHostAndPort, parseAddress, toReachableHost } from '../../../../server/config/address.ts';
import { Config } from '../../../../server/config/configSchema.ts';
import { readEnvironmentOverrides } from '../../../../server/config/environment.ts';
import {
  ConfigPatch,
  mergeConfigDocuments,
  migrateDocument,
  nestField,
} from '../../../../server/config/mergeConfigDocuments.ts';
import { createPlaceholders } from '../../../../server/config/placeholders.ts';
import { validateConfig } from '../../../../server/config/validate.ts';
import { createTokens } from '../../../../server/http/login/tokens.ts';
import { openDb } from '../../../../server/process/store/db.ts';
import { testTempDir } from '../../core/testTempDir.ts';
import { createNetworkMatcher } from '../coreParserAdapters.ts';
import { choice, type Json, json, record, text } from '../kinds.ts';
import { must, mustEqual, unless, unlessLater } from '../must.ts';
import { target } from '../target.ts';
import { configBody } from './httpBodyExamples.ts';

const machine = { exists: () => true, isExecutable: () => true, memoryBytes: () => 0 };
const defaults = Config.parse({});
const HIGHEST_PORT = 65_535;

function comesUp(config: Config): void {
  // The real core accepts invalid ports, so ours must as well: they may not throw before it listens.
  const placeholders = createPlaceholders(config, { http: 1, rtmp: 2, srt: 3 }, '/data');
  placeholders.srt('x', 'publish');
  must(placeholders.rtmp('x').startsWith('rtmp://'), 'no address of a stream');
  createNetworkMatcher(config.sessions.ip_ignorelist)('127.0.0.1');
  createNetworkMatcher(config.api.access.http.allow)('::1');
  createTokens(config.api.auth);
}

const documents = target<{ document: Json }>({
  name: 'config: what is taken is one, and stays as it is',
  reads: [
    'server/config/mergeConfigDocuments.ts',
    'server/config/mergeConfigDocuments.ts',
    'server/config/configSchema.ts',
    'server/config/validate.ts',
    'server/config/placeholders.ts',
  ],
  kind: record({ document: json }),
  examples: [
    { document: JSON.parse(configBody) },
    { document: JSON.parse(JSON.stringify(defaults)) },
    { document: { version: 1, storage: { disk: { cache: { types: ['.html'] } } } } },
    {
      document: {
        version: 3,
        storage: { memory: { auth: { enable: true, username: 'é', password: '%' } } },
        tls: { address: '[::1]:8181' },
      },
    },
  ],
  bounds: { msPerKb: 3, outputBase: 20_000 },
  run({ document }) {
    if (!ConfigPatch.safeParse(document).success) return 'refused';
    const merged = Config.parse(mergeConfigDocuments(defaults, migrateDocument(document)));
    mustEqual(mergeConfigDocuments(merged, merged), merged, 'merged with itself it is another');
    mustEqual(
      Config.parse(mergeConfigDocuments(merged, migrateDocument(document))),
      merged,
      'merged again it is another',
    );
    mustEqual(Config.parse(JSON.parse(JSON.stringify(merged))), merged, 'stored and read it is another');
    const problems = validateConfig(merged, machine);
    if (Object.keys(problems).length > 0) return problems;
    comesUp(merged);
    return merged;
  },
  findings: [
    {
      input: {
        document: { version: 3, storage: { memory: { auth: { enable: true, username: '\ud800', password: 'x' } } } },
      },
      why: 'half a sign in a user, password or token was taken, and the core did not come up with it',
    },
  ],
});

const names = [
  'CORE_ADDRESS',
  'CORE_LOG_MAX_LINES',
  'CORE_API_AUTH_ENABLE',
  'CORE_ROUTER_ROUTES',
  'CORE_API_AUTH_AUTH0_TENANTS',
  'CORE_HOST_NAME',
] as const;
const environment = target({
  name: 'config: the environment',
  share: 0.3,
  reads: ['server/config/environment.ts'],
  kind: record<{ name: string; value: string }>({
    name: choice(names),
    value: text({
      words: ['true', '8080', ':8080', '/a:/b', ' ', ',', Buffer.from('{"domain":"x"}').toString('base64')],
    }),
  }),
  examples: [
    { name: 'CORE_ADDRESS', value: '8080' },
    { name: 'CORE_LOG_MAX_LINES', value: '100' },
    { name: 'CORE_ROUTER_ROUTES', value: '/a.html:/b.html /c/*:/d' },
    { name: 'CORE_API_AUTH_AUTH0_TENANTS', value: Buffer.from('{"domain":"x"}').toString('base64') },
  ],
  // The schema rejects NaN.
  bounds: { isAnyNumber: true },
  run({ name, value }) {
    const isTold = (error: unknown) => error instanceof Error && error.message.startsWith(`${name}=`);
    const found = unless(isTold, () => readEnvironmentOverrides({ [name]: value }));
    if (found === null) return 'refused';
    must(found.length === (value === '' ? 0 : 1), `${found.length} fields are set`);
    for (const { field, value: read } of found) mergeConfigDocuments(defaults, nestField(field, read));
    return found;
  },
  findings: [],
});

const addresses = target({
  name: 'config: addresses to listen on',
  share: 0.3,
  reads: ['server/config/address.ts'],
  kind: text({ words: [':', '[', ']', '::1', '127.0.0.1', '8080', '[::]', '0.0.0.0', '65536', '%lo'] }),
  examples: [':8080', '127.0.0.1:8080', '[::1]:8080'],
  bounds: { isAnyNumber: true },
  run(input) {
    const found = unless(
      (error) => error instanceof Error && error.name === 'Error',
      () => parseAddress(input),
    );
    if (found === null) return 'refused';
    must(Number.isFinite(found.port) || input.length > 300, () => `port ${found.port}`);
    if (found.port <= HIGHEST_PORT && !/[[\]]/.test(found.host)) {
      mustEqual(parseAddress(joinHostAndPort(found.host, found.port)), found, 'written and read it is another');
    }
    must(toReachableHost(found.host) !== '', 'nowhere');
    return found;
  },
  findings: [],
});

const home = testTempDir();
const stored = {
  version: 4,
  process: {
    p: {
      config: {
        id: 'p',
        reference: 'r',
        input: [{ id: 'i', address: 'a', options: [] }],
        output: [{ id: 'o', address: 'b', options: null, cleanup: [{ pattern: 'memfs:/a', max_files: 1 }] }],
        limit_memory_bytes: 1048576,
      },
      created_at: 1,
      updated_at: 2,
      order: 'start',
    },
  },
  metadata: { system: { k: { a: 1 } }, process: { p: { k: [1] } } },
};

const database = target({
  name: 'config: the stored processes',
  reads: ['server/process/store/db.ts'],
  kind: json,
  examples: [stored, { version: 4 }],
  bounds: { msPerKb: 3 },
  staysSmall: 'each run waits for the disk several times; the documents of the config are read in the same way',
  async run(document) {
    writeFileSync(join(home, 'db.json'), JSON.stringify(document));
    const isTold = (error: unknown) => error instanceof Error && error.message.includes('is not a process database');
    const content = await unlessLater(isTold, openDb(home).read());
    if (content === null) return 'refused';
    await openDb(home).write(content);
    const reread = await openDb(home).read();
    mustEqual(reread.processes.length <= content.processes.length, true, 'more than there were');
    const shown = ({ processes, metadata, processMetadata }: typeof content) => [
      processes.length,
      [...metadata],
      [...processMetadata].map(([id, values]) => [id, [...values]]),
    ];
    // Duplicate processes are merged when they are written.
    const ids = new Set(content.processes.map(({ config }) => config.id));
    if (ids.size === content.processes.length) {
      mustEqual(shown(reread), shown(content), 'written and read it is another');
      const byId = (list: typeof content.processes) => [...list].sort((a, b) => (a.config.id < b.config.id ? -1 : 1));
      mustEqual(byId(reread.processes), byId(content.processes), 'written and read a process is another');
    }
    return reread.processes;
  },
  findings: [],
});

export const config = [documents, environment, addresses, database];
