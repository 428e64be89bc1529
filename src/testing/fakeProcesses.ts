import { type Process, ProcessConfig } from '../api/answers/process.ts';
import { CoreError } from '../api/error.ts';
import { CHANNEL } from './coreAnswers.ts';
import type { FakeAnswers } from './fakeCore.ts';

interface FakeProcess {
  config: ProcessConfig;
  metadata: Record<string, unknown>;
  state: object;
}

const NO_LIMITS = { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 0 };
const running = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25, speed: 1 } };

/** Returns the config as a core does: always with limits, and with cleanup only if not empty. */
const asStored = (config: ProcessConfig): ProcessConfig => ({
  ...config,
  limits: config.limits ?? NO_LIMITS,
  output: config.output.map(({ cleanup, ...output }) => (cleanup?.length ? { ...output, cleanup } : output)),
});

const merged = <Entry extends object>(before: readonly Entry[], after: readonly Entry[]): Entry[] =>
  after.map((entry, i) => ({ ...before[i], ...entry }));

/** As on a real core, an update merges arrays by position, interrupts the run and drops all metadata. */
export function fakeProcesses(
  initial: Record<string, { config?: object; metadata?: Record<string, unknown>; state?: object }>,
) {
  const processes = new Map<string, FakeProcess>();
  const interrupted: string[] = [];
  for (const [id, { config, metadata = {}, state = running }] of Object.entries(initial)) {
    processes.set(id, {
      config: asStored(ProcessConfig.parse({ id, reference: CHANNEL, input: [], output: [], options: [], ...config })),
      metadata,
      state,
    });
  }
  const processAt = (id: string, code = 404) => {
    const found = processes.get(id);
    if (!found) throw new CoreError(code, 'Unknown process ID');
    return found;
  };
  const asAnswer = ([id, { config, metadata, state }]: [string, FakeProcess]): Partial<Process> => ({
    id,
    reference: config.reference,
    config,
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
    state: Object(state),
  });
  const answers: FakeAnswers = {
    processes: ({ id, reference } = {}) =>
      [...processes]
        .map(asAnswer)
        .filter((process) => (!id || process.id === id) && (!reference || process.reference === reference)),
    process: ({ id }) => asAnswer([id, processAt(id)]),
    processAdd: ({ body: sent }) => {
      const body = ProcessConfig.parse(sent);
      if (processes.has(body.id)) throw new CoreError(400, 'Invalid process config', ['process already exists']);
      processes.set(body.id, { config: asStored(body), metadata: {}, state: running });
      return 'OK';
    },
    processUpdate: ({ id, body: sent }) => {
      const body = ProcessConfig.parse(sent);
      const { config, state } = processAt(id);
      const input = merged(config.input, body.input);
      const output = merged(config.output, body.output);
      processes.set(id, { config: asStored({ ...config, ...body, input, output }), metadata: {}, state });
      interrupted.push(id);
      return 'OK';
    },
    processDelete: ({ id }) => {
      processAt(id);
      processes.delete(id);
      return 'OK';
    },
    processMetadata: ({ id, key }) => {
      const { metadata } = processAt(id);
      if (!(key in metadata)) throw new CoreError(404, 'Unknown process ID', ['unknown key']);
      return metadata[key];
    },
    processMetadataSet: ({ id, key, body }) => {
      const { metadata } = processAt(id);
      if (body === null) delete metadata[key];
      else metadata[key] = JSON.parse(JSON.stringify(body));
      return body;
    },
    processCommand: ({ id, body: { command } }) => {
      const found = processAt(id, 400);
      if (command === 'stop') processes.set(id, { ...found, state: { order: 'stop', exec: 'finished' } });
      return 'OK';
    },
    sessionsActive: () => ({}),
    memFiles: () => [],
  };
  return { answers, held: processes, interrupted };
}
