import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { AGENT_TAG, agentPaths } from '../../../src/api/agentOpenApi.ts';
import { ProcessInput, ProcessOutput } from '../../../src/api/answers/process.ts';
import { describeCall, jsonSchemaOf, MEDIA_TYPES, problemResponse, templateOf } from '../../../src/api/describeCall.ts';
import { type Endpoints, endpoints } from '../../../src/api/endpoints.ts';
import type { Route } from '../../../src/api/route.ts';
import { collectorNames } from '../../sessions/types.ts';
import { OPEN_ROUTES } from '../login/authorization.ts';
import { CORE_VERSION } from './about.ts';
import { sendJson } from './process.ts';

type Schema = z.core.$ZodType;

interface Operation {
  readonly tag: string;
  readonly summary: string;
  readonly endpoint?: keyof Endpoints;
  readonly body?: Schema;
  readonly answer?: Schema;
  readonly empty?: Readonly<Record<number, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

const AnyJson = z.unknown();
const Done = z.string();

const ProcessConfig = z.object(endpoints.processAdd.body.shape);
/** The core generates a missing id, but requires inputs and outputs. */
const NewProcess = ProcessConfig.extend({
  id: z.string().optional(),
  input: z.array(ProcessInput),
  output: z.array(ProcessOutput),
});

const COLLECTORS_QUERY = { collectors: `Comma-separated kinds of connections: \`${collectorNames.join('`, `')}\`.` };
const LIST_QUERY = {
  glob: 'Only files whose path matches this pattern, such as `/recordings/**`.',
  sort: '`name`, `size` or `lastmod`.',
  order: '`asc` or `desc`.',
};
const PROCESS_QUERY = {
  filter: 'Comma-separated parts of the answer: `config`, `state`, `report`, `metadata`. Without it, all.',
};

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /login': { tag: 'Login', summary: 'Log in with username and password', endpoint: 'login' },
  'GET /login/refresh': {
    tag: 'Login',
    summary: 'Get a new access token; send the refresh token as the bearer token',
    endpoint: 'refresh',
  },
  'GET ': {
    tag: 'Core',
    summary: 'Name, version and extensions of the core; without a token, only what a login page needs',
    endpoint: 'about',
  },
  'GET /v3/openapi.json': { tag: 'Core', summary: 'Read this document; embedded core only' },
  'GET /v3/process': {
    tag: 'Processes',
    summary: 'List the processes',
    endpoint: 'processes',
    query: {
      ...PROCESS_QUERY,
      reference: 'Only processes with this reference: the id of their channel.',
      id: 'Comma-separated ids of processes.',
      idpattern: 'Only processes whose id matches this pattern.',
      refpattern: 'Only processes whose reference matches this pattern.',
    },
  },
  'POST /v3/process': {
    tag: 'Processes',
    summary: 'Add a process',
    endpoint: 'processAdd',
    body: NewProcess,
    answer: ProcessConfig,
  },
  'GET /v3/process/:id': {
    tag: 'Processes',
    summary: 'Read a process',
    endpoint: 'process',
    query: PROCESS_QUERY,
  },
  'PUT /v3/process/:id': {
    tag: 'Processes',
    summary: 'Replace the config of a process; fields that are left out keep their value',
    endpoint: 'processUpdate',
    body: ProcessConfig.partial(),
    answer: ProcessConfig,
  },
  'DELETE /v3/process/:id': {
    tag: 'Processes',
    summary: 'Stop and delete a process',
    endpoint: 'processDelete',
    answer: Done,
  },
  'GET /v3/process/:id/config': {
    tag: 'Processes',
    summary: 'Read the config of a process',
    answer: ProcessConfig,
  },
  'GET /v3/process/:id/state': {
    tag: 'Processes',
    summary: 'Read the state and the figures of a process',
    endpoint: 'processState',
  },
  'GET /v3/process/:id/report': {
    tag: 'Processes',
    summary: 'Read the log of a process, and the logs of its earlier runs',
    endpoint: 'processReport',
  },
  'PUT /v3/process/:id/command': {
    tag: 'Processes',
    summary: 'Start, stop, restart or reload a process',
    endpoint: 'processCommand',
    answer: Done,
  },
  'GET /v3/process/:id/probe': {
    tag: 'Processes',
    summary: 'Read which streams the inputs of a process have; takes up to 20 s',
    endpoint: 'processProbe',
  },
  'GET /v3/process/:id/metadata': {
    tag: 'Metadata',
    summary: 'Read all metadata of a process, by key',
    answer: z.record(z.string(), AnyJson).nullable(),
  },
  'GET /v3/process/:id/metadata/:key': {
    tag: 'Metadata',
    summary: 'Read metadata of a process',
    endpoint: 'processMetadata',
  },
  'PUT /v3/process/:id/metadata/:key': {
    tag: 'Metadata',
    summary: 'Write metadata of a process; `null` removes it',
    endpoint: 'processMetadataSet',
  },
  'GET /v3/metadata': { tag: 'Metadata', summary: 'Read all metadata of the core, by key', endpoint: 'metadataAll' },
  'GET /v3/metadata/:key': { tag: 'Metadata', summary: 'Read metadata of the core', answer: AnyJson },
  'PUT /v3/metadata/:key': {
    tag: 'Metadata',
    summary: 'Write metadata of the core; `null` removes it',
    endpoint: 'metadataSet',
  },
  'GET /v3/fs': {
    tag: 'Files',
    summary: 'List the storages',
    answer: z.array(z.object({ name: z.string(), type: z.string(), mount: z.string() })),
  },
  'GET /v3/fs/:storage': {
    tag: 'Files',
    summary: 'List the files of a storage: `disk` or `mem`',
    endpoint: 'diskFiles',
    query: LIST_QUERY,
  },
  'GET /v3/fs/:storage/*': { tag: 'Files', summary: 'Read a file', endpoint: 'fileBytes' },
  'PUT /v3/fs/:storage/*': {
    tag: 'Files',
    summary: 'Write a file',
    endpoint: 'diskWrite',
    empty: { 201: 'Written', 204: 'Replaced' },
  },
  'DELETE /v3/fs/:storage/*': { tag: 'Files', summary: 'Delete a file', endpoint: 'diskDelete', answer: z.string() },
  'GET /v3/session': {
    tag: 'Sessions',
    summary: 'Count the connections of viewers and publishers since the start',
    answer: z.record(z.string(), AnyJson),
    query: COLLECTORS_QUERY,
  },
  'GET /v3/session/active': {
    tag: 'Sessions',
    summary: 'List the connections of viewers and publishers, by kind',
    endpoint: 'sessionsActive',
    query: COLLECTORS_QUERY,
  },
  'GET /v3/widget/process/:id': {
    tag: 'Sessions',
    summary: 'Viewers and uptime of a channel, for pages of viewers',
    answer: z.object({ current_sessions: z.number(), total_sessions: z.number(), uptime: z.number() }),
  },
  'GET /v3/rtmp': {
    tag: 'Streams',
    summary: 'List the streams that are published by RTMP; unknown while the RTMP server is off',
    endpoint: 'rtmp',
  },
  'GET /v3/srt': {
    tag: 'Streams',
    summary: 'List the connections of the SRT server; unknown while it is off',
    endpoint: 'srt',
  },
  'POST /v3/page': {
    tag: 'Streams',
    summary: 'Find the streams in the web page at an address; embedded core only',
    body: z.object({ address: z.string() }),
    answer: z.object({ type: z.string(), streams: z.array(z.string()) }),
  },
  'GET /v3/config': { tag: 'Settings', summary: 'Read the settings', endpoint: 'config' },
  'PUT /v3/config': {
    tag: 'Settings',
    summary: 'Change settings; they take effect with the next reload',
    endpoint: 'configSet',
    answer: Done,
  },
  'GET /v3/config/reload': {
    tag: 'Settings',
    summary: 'Put changed settings into effect; may interrupt streams',
    endpoint: 'configReload',
    answer: Done,
  },
  'GET /v3/skills': { tag: 'Core', summary: 'Read what ffmpeg can do here', endpoint: 'skills' },
  'GET /v3/skills/reload': { tag: 'Core', summary: 'Ask ffmpeg again what it can do', endpoint: 'skillsReload' },
  'GET /v3/log': {
    tag: 'Core',
    summary: 'Read the latest log lines of the core',
    endpoint: 'log',
    query: { format: '`raw` for objects instead of texts.' },
  },
  'GET /v3/metrics': {
    tag: 'Metrics',
    summary: 'List the metrics',
    answer: z.array(z.object({ name: z.string(), description: z.string(), labels: z.array(z.string()) })),
  },
  'POST /v3/metrics': { tag: 'Metrics', summary: 'Read values of metrics', endpoint: 'metrics' },
};

const REFUSAL = z.object({ code: z.number(), message: z.string(), details: z.array(z.string()) });

function operationOf(route: string, operation: Operation) {
  const { tag, summary, endpoint, body, answer, empty, query = {} } = operation;
  const call: Route | null = endpoint === undefined ? null : endpoints[endpoint];
  return describeCall({
    ...{ tag, summary, query, id: endpoint ?? idOf(route), path: templateOf(route), carries: call?.carries ?? 'json' },
    ...{ sent: body ?? call?.body ?? null, answer: answer ?? call?.answer ?? z.unknown() },
    ...{ empty, isOpen: OPEN_ROUTES.has(route.replace(' ', ' /api')), refusal: 'Refusal' },
  });
}

/** `GET /v3/process/:id/config` becomes `getProcessIdConfig`. */
const idOf = (route: string): string =>
  route
    .replace('/v3', '')
    .split(/[^A-Za-z]+/)
    .map((word, index) => (index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');

export function createOpenApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = route.split(' ');
    const at = `/api${templateOf(path)}`;
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(route, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: CORE_VERSION,
      description: 'The API of the embedded core. A datarhei Core 15 or 16 has the same, except for what is marked.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...new Set([...Object.values(OPERATIONS).map(({ tag }) => tag), AGENT_TAG])].map((name) => ({ name })),
    paths: { ...paths, ...agentPaths() },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Refusal: {
          description: 'Refused, with the reason',
          content: { [MEDIA_TYPES.json]: { schema: jsonSchemaOf(REFUSAL) } },
        },
        Problem: problemResponse(),
      },
    },
  };
}

export const openApiRoutes: FastifyPluginAsync = async (app) => {
  let document: string | null = null;
  app.get('/v3/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(createOpenApi());
    return sendJson(reply, document);
  });
};
