import * as z from 'zod/mini';
import { About, AccessToken, Tokens } from './answers/about.ts';
import { ConfigAnswer } from './answers/config.ts';
import { map, rows, words } from './answers/fieldSchemas.ts';
import { Files } from './answers/files.ts';
import { MetricsAnswer } from './answers/metrics.ts';
import {
  COMMANDS,
  ProbeResult,
  Process,
  ProcessConfig,
  Processes,
  ProcessReport,
  ProcessState,
} from './answers/process.ts';
import { ActiveSessions } from './answers/sessions.ts';
import { SkillsAnswer } from './answers/skills.ts';
import { route } from './route.ts';

/** Querying all skills of ffmpeg can take minutes on a small machine after its start. */
const SKILLS_PATIENCE_MS = 200_000;
const PROBE_PATIENCE_MS = 40_000; // the core ends a probe after 20 s
const FILE_PATIENCE_MS = 600_000;

const Ok = z.unknown();
const LogLines = rows(words);
const RtmpChannels = rows(z.looseObject({ name: z.string() }));
const SrtChannels = z.object({ publisher: z.catch(map(z.unknown()), {}) });
const Metadata = map(z.unknown());
/** Omitted values stay unchanged. */
const ConfigBody = z.looseObject({ version: z.number() });
const MetricNames = z.object({ metrics: z.array(z.object({ name: z.string() })) });

export const endpoints = {
  about: route({ path: '', answer: About }),
  login: route({
    method: 'POST',
    path: '/login',
    body: z.object({ username: z.string(), password: z.string() }),
    answer: Tokens,
    bearer: 'none',
  }),
  loginWithToken: route({ method: 'POST', path: '/login', answer: Tokens, bearer: 'refresh' }),
  refresh: route({ path: '/login/refresh', answer: AccessToken, bearer: 'refresh' }),

  skills: route({ path: '/v3/skills', answer: SkillsAnswer, patienceMs: SKILLS_PATIENCE_MS }),
  skillsReload: route({
    path: '/v3/skills/reload',
    answer: SkillsAnswer,
    reads: false,
    patienceMs: SKILLS_PATIENCE_MS,
  }),
  config: route({ path: '/v3/config', answer: ConfigAnswer }),
  configSet: route({ method: 'PUT', path: '/v3/config', body: ConfigBody, answer: Ok }),
  configReload: route({ path: '/v3/config/reload', answer: Ok, reads: false }),
  log: route({ path: '/v3/log', answer: LogLines }),
  sessionsActive: route({
    path: '/v3/session/active',
    query: ['collectors'],
    answer: ActiveSessions,
  }),
  metrics: route({ method: 'POST', path: '/v3/metrics', body: MetricNames, answer: MetricsAnswer, reads: true }),
  page: route({ method: 'POST', path: '/v3/page', body: Ok, answer: Ok, reads: true }),
  rtmp: route({ path: '/v3/rtmp', answer: RtmpChannels }),
  srt: route({ path: '/v3/srt', answer: SrtChannels }),

  /** Returns all keys, because reading an absent one is an error. */
  metadataAll: route({ path: '/v3/metadata', answer: Metadata }),
  metadataSet: route({ method: 'PUT', path: '/v3/metadata/:key', body: Ok, answer: Ok }),

  processes: route({
    path: '/v3/process',
    query: ['reference', 'id', 'idpattern', 'filter'],
    answer: Processes,
  }),
  process: route({ path: '/v3/process/:id', query: ['filter'], answer: Process }),
  processState: route({ path: '/v3/process/:id/state', answer: ProcessState }),
  processReport: route({ path: '/v3/process/:id/report', answer: ProcessReport }),
  processProbe: route({
    path: '/v3/process/:id/probe',
    answer: ProbeResult,
    patienceMs: PROBE_PATIENCE_MS,
  }),
  processMetadata: route({ path: '/v3/process/:id/metadata/:key', answer: Ok }),
  processMetadataSet: route({
    method: 'PUT',
    path: '/v3/process/:id/metadata/:key',
    body: Ok,
    answer: Ok,
  }),
  processAdd: route({ method: 'POST', path: '/v3/process', body: ProcessConfig, answer: Ok }),
  processUpdate: route({ method: 'PUT', path: '/v3/process/:id', body: ProcessConfig, answer: Ok }),
  processCommand: route({
    method: 'PUT',
    path: '/v3/process/:id/command',
    body: z.object({ command: z.enum(COMMANDS) }),
    answer: Ok,
  }),
  processDelete: route({ method: 'DELETE', path: '/v3/process/:id', answer: Ok, absentIsFine: true }),

  /** Reads a file with the login, without counting as a viewer. `storage`: mem or disk. */
  fileBytes: route({
    path: '/v3/fs/:storage/*path',
    answer: Ok,
    carries: 'bytes',
  }),
  /** A whole file of the operator, which may be large. */
  diskBytes: route({ path: '/v3/fs/disk/*path', answer: Ok, carries: 'bytes', patienceMs: FILE_PATIENCE_MS }),
  diskFiles: route({ path: '/v3/fs/disk', query: ['glob'], answer: Files }),
  diskRead: route({ path: '/v3/fs/disk/*path', answer: z.string(), carries: 'text' }),
  diskWrite: route({ method: 'PUT', path: '/v3/fs/disk/*path', body: 'raw', answer: Ok, carries: 'text' }),
  diskDelete: route({ method: 'DELETE', path: '/v3/fs/disk/*path', answer: Ok, carries: 'text', absentIsFine: true }),
  memFiles: route({ path: '/v3/fs/mem', query: ['glob'], answer: Files }),
  memWrite: route({ method: 'PUT', path: '/v3/fs/mem/*path', body: 'raw', answer: Ok, carries: 'text' }),
  memDelete: route({ method: 'DELETE', path: '/v3/fs/mem/*path', answer: Ok, carries: 'text', absentIsFine: true }),
};

export type Endpoints = typeof endpoints;
