import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createInitialConfig } from '../../../server/config/configSchema.ts';
import { ENVIRONMENT, type EnvironmentValue, TRUSTED_PROXIES } from '../../../server/config/environment.ts';
import { settingsTabs } from '../../../src/catalog/settingsTabs/index.ts';
import { UNOBEYED_SETTINGS } from './conformance/knownDifferences.ts';

const VALUES: Readonly<Record<EnvironmentValue, string>> = {
  text: 'text',
  whole: 'whole number',
  flag: '`true` or `false`',
  address: 'address, or a port',
  commas: 'comma-separated list',
  blanks: 'list, with spaces',
  routes: '`/from:/to`, with spaces',
  tenants: '`auth0://client@domain?aud=…&user=…`, with commas',
};

const METRICS_TOKEN =
  'A file whose first line is a token that may read the [metrics](agent.md#metrics) and nothing else';

/** Variables without a field in the config of a datarhei core. */
const OTHERS: readonly (readonly [name: string, meaning: string, absent: string])[] = [
  ['CORE_CONFIGFILE', 'The settings file', '`config.json` in `CORE_DB_DIR`'],
  [
    'CORE_TRUSTED_PROXIES',
    'Networks of proxies whose `X-Forwarded-For` is trusted, separated by commas',
    TRUSTED_PROXIES.map((network) => `\`${network}\``).join(', '),
  ],
  ['CORE_ACME_DIRECTORY', 'The authority for automatic certificates', 'Let’s Encrypt'],
  ['CORE_ACME_HTTP_PORT', 'The port on which that authority validates names', '80'],
  ['CORE_ACME_CA_FILE', 'PEM of an authority that only this machine trusts', 'none'],
  [
    'CORE_STORAGE_MEMORY_PUSH_MAX_SIZE_MBYTES',
    'Memory that an encoder may use for one channel, in MB',
    'see [security](security.md)',
  ],
  ['SLUICE_AGENT_METRICS_TOKEN_FILE', METRICS_TOKEN, 'none'],
  [
    'SLUICE_AGENT_RUN',
    'When its [agent](agent.md) runs: `always`, from the first channel on, or `needed`, for small machines',
    '`always`',
  ],
];

const AGENT: readonly (readonly [name: string, meaning: string, absent: string])[] = [
  ['SLUICE_AGENT_CORE', 'Address of the core', 'this machine, with the port of `CORE_ADDRESS`'],
  ['SLUICE_AGENT_USER_FILE', 'A file whose first line is the user of the core', 'see `CORE_CONFIGFILE`'],
  ['SLUICE_AGENT_PASSWORD_FILE', 'A file whose first line is the password', 'see `CORE_CONFIGFILE`'],
  ['SLUICE_AGENT_DATA', 'A separate folder for journal, history and alarms', 'none: journal in memory, nothing else'],
  ['SLUICE_AGENT_DATA_MB', 'Maximum size of that folder in MB, from 20 to 2000', '200'],
  [
    'SLUICE_AGENT_LOOKS_CPU',
    'Processor load in percent, from 10 to 100, above which [looks](agent.md#looks-at-the-video) pause',
    '90',
  ],
  ['SLUICE_AGENT_LISTEN', 'Where its [API](agent.md#api) listens, as `host:port`', 'none: nowhere'],
  [
    'SLUICE_AGENT_ORIGINS',
    'Origins of pages that may call it from a browser besides its own host, separated by commas',
    'none',
  ],
  [
    'SLUICE_AGENT_ALLOW',
    'Addresses, with or without a port, that [alarms](agent.md#alarms) may be sent to although they are of this machine or link-local',
    'none',
  ],
  ['SLUICE_AGENT_PRIVATE', '`deny`: no alarms to addresses of the local network', '`allow`'],
  ['SLUICE_AGENT_METRICS_TOKEN_FILE', METRICS_TOKEN, 'none'],
  ['CORE_CONFIGFILE', 'The config of the core, read for its user and password', '`/core/config/config.json`'],
  [
    'CORE_API_AUTH_USERNAME`, `CORE_API_AUTH_PASSWORD',
    'Only if the core gets them from its environment: they override its config',
    'none',
  ],
];

const DECLARED: readonly (readonly [name: string, meaning: string, absent: string])[] = [
  ['SLUICE_BUNDLE', 'A folder with exports, or one of them, that is applied at each start', 'none'],
  [
    'SLUICE_BUNDLE_PASSPHRASE_FILE',
    'A file whose first line is the passphrase of their stream keys and passwords',
    'none: they have to be without',
  ],
];

const defaults = [createInitialConfig(new Date(0)), createInitialConfig(new Date(0))];

function defaultOf(field: string): string {
  const [value, second] = defaults.map((config) =>
    field
      .split('.')
      .reduce<unknown>((part, key) => (part instanceof Object ? Reflect.get(part, key) : undefined), config),
  );
  if (value !== second && typeof value === 'string') return 'random';
  if (Array.isArray(value)) return value.map((item) => `\`${String(item)}\``).join(', ');
  if (value instanceof Object || value === undefined || value === '') return '';
  return `\`${String(value)}\``;
}

const hasNoEffect = (field: string) =>
  UNOBEYED_SETTINGS.some(({ fields }) => fields.some((item) => field === item || field.startsWith(`${item}.`)));

/** A Markdown table as Biome formats it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const page = (): string => `# Environment variables

Each setting of the embedded core can be set by an environment variable, which then overrides the setting in the
interface, where the field is locked. An empty variable counts as not set. \`make run\` also reads \`PORT\`, \`HOST\` and
\`RTMP_PORT\` (see the [README](../README.md#configuration)); the times of day in names of recordings follow \`TZ\`.

A datarhei core reads the same variables, except for those of the second table. Names in brackets are older, but still
work. This page is generated from \`server/config/environment.ts\`.

${table(
  ['Variable', 'Setting', 'Value', 'Default'],
  ENVIRONMENT.map(([field, kind, name, ...older]) => [
    [`\`${name}\``, ...older.map((item) => `(\`${item}\`)`)].join(' '),
    `\`${field}\`${hasNoEffect(field) ? ' †' : ''}`,
    VALUES[kind],
    defaultOf(field),
  ]),
)}

† Stored, but with no effect, or a different one: see
[differences](core-differences.md#settings-without-an-effect).

## Of the embedded core only

${table(
  ['Variable', 'Meaning', 'Default'],
  OTHERS.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
)}

## Of a declared installation

\`make run\`, the image of the embedded core and that of the agent read these. [Moving](moving.md#declared-installations)
describes them.

${table(
  ['Variable', 'Meaning', 'Default'],
  DECLARED.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
)}

## Of the agent

An [agent beside a core](agent.md#beside-a-datarhei-core) reads these. The agent of the embedded core needs none, and uses only \`SLUICE_AGENT_DATA_MB\`,
\`SLUICE_AGENT_LOOKS_CPU\`, \`SLUICE_AGENT_ALLOW\` and \`SLUICE_AGENT_PRIVATE\`.

${table(
  ['Variable', 'Meaning', 'Default'],
  AGENT.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
)}
`;

it('docs/environment.md lists every variable of the embedded core', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/environment.md');
});

it('the table of variables lists each one that the sources read', async () => {
  const sources = await Promise.all(
    ['environment.ts', 'index.ts'].map((file) => readFile(`server/config/${file}`, 'utf8')),
  );
  const read = new Set(sources.flatMap((source) => source.match(/\b(?:CORE|RS)_[A-Z0-9_]+\b/g) ?? []));
  expect(read.size).toBeGreaterThan(90);
  expect([...read].filter((name) => !page().includes(`\`${name}\``))).toEqual([]);
});

it('the settings screen has no field that the embedded core stores without effect', () => {
  const offered = settingsTabs.flatMap(({ fields }) => Object.entries(fields));
  const ineffective = offered.filter(([path, { config }]) => hasNoEffect(path) && config?.unless === undefined);
  expect(
    ineffective.map(([path]) => path).filter((path) => path !== 'log.level'), // every existing level has an effect
    'hide these there: `withConfig(field, { unless: … })` with an extension of the embedded core',
  ).toEqual([]);
});

it('the table of the agent lists each variable that it reads', async () => {
  const sources = await Promise.all(
    ['agentSettings.ts', 'receivers/addressRules.ts'].map((file) => readFile(`agent/${file}`, 'utf8')),
  );
  const read = new Set(sources.flatMap((source) => source.match(/\b(?:CORE|SLUICE)_[A-Z0-9_]+\b/g) ?? []));
  expect(read.size).toBeGreaterThan(5);
  const names = AGENT.flatMap(([name]) => name.split('`, `'));
  expect([...read].sort()).toEqual([...new Set([...names, 'CORE_ADDRESS'])].sort());
});
