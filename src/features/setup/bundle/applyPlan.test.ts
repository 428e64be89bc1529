import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { suite } from '../../../../harness/test/testing/quickOrWholeSuite.ts';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { agentKey, ingestId, METADATA_KEY, snapshotId } from '../../../api/processIds.ts';
import type { Bundle, BundleSelection } from '../../../media/bundle/bundle.ts';
import { bundleOf } from '../../../media/bundle/bundleOf.ts';
import { bundleFile } from '../../../media/bundle/bundleText.ts';
import { DEFAULT_CHOICES, type ImportChoices, type ImportPlan } from '../../../media/bundle/importPlan.ts';
import type { Installation, InstalledProcess } from '../../../media/bundle/installation.ts';
import { planImport } from '../../../media/bundle/planImport.ts';
import { anInstallation, CHANNEL, fileOf, nothing, OTHER_CHANNEL } from '../../../media/bundle/testing.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { settle } from '../../../testing/kindsOfSave.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { statefulCore } from '../../../testing/statefulCore.ts';
import { performSaga } from '../../gate/performSaga.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { applyPlan, type ImportProgress, type ImportResult } from './applyPlan.ts';
import { readCoreFacts, secretsOfPublication } from './readCoreFacts.ts';
import { readInstallation } from './readInstallation.ts';
import { undoImport } from './undoImport.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

/** A core that stores the contents of files, and starts and stops as a real one does. */
function aCoreFor(overrides: (answers: FakeAnswers) => FakeAnswers = () => ({})) {
  const contents = new Map<string, Uint8Array>();
  const starts: string[] = [];
  const core = statefulCore({}, { config: { rtmp: { enable: true, app: '/live', token: '' } } });
  const { answers, held } = core;
  const state = (order: string) => ({ order, exec: order === 'start' ? 'running' : 'finished', runtime_seconds: 1 });
  const setOrder = (id: string, order: string) => {
    const process = held.get(id);
    if (process) held.set(id, { ...process, state: state(order) });
    if (order === 'start') starts.push(id);
  };
  const full: FakeAnswers = {
    ...answers,
    processAdd: async (params) => {
      await answers.processAdd?.(params);
      setOrder(params.body.id, params.body.autostart ? 'start' : 'stop');
      return 'OK';
    },
    processCommand: ({ id, body: { command } }) => {
      if (!held.has(id)) throw new CoreError(404, 'Unknown process ID');
      setOrder(id, command === 'stop' ? 'stop' : 'start');
      return 'OK';
    },
    diskWrite: async ({ path, body }, signal) => {
      const bytes =
        body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : new TextEncoder().encode(String(body));
      contents.set(path, bytes);
      return answers.diskWrite?.({ path, body }, signal);
    },
    diskDelete: ({ path }) => {
      contents.delete(path);
      return answers.diskDelete?.({ path });
    },
    diskRead: ({ path }) => new TextDecoder().decode(contents.get(path)),
    fileBytes: ({ path }) => contents.get(path) ?? new Uint8Array(),
    skills: () => ({
      ...someSkills(),
      protocols: { input: [], output: [{ id: 'rtmp' }] },
      formats: { demuxers: [], muxers: [{ id: 'flv' }] },
    }),
  };
  return { ...core, starts, contents, answers: { ...full, ...overrides(full) } };
}

type TestCore = ReturnType<typeof aCoreFor>;

async function openOn({ answers }: { answers: FakeAnswers }, seed = 0) {
  const store = openStore({ core: answers, seed });
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

/** Lets the fake time pass until the saga ends. */
async function perform<Result>(store: TestStore, saga: () => Generator<unknown, Result>): Promise<Result> {
  let isOver = false;
  const result = performSaga(store, saga).finally(() => {
    isOver = true;
  });
  result.catch(() => {});
  for (let n = 0; n < 200 && !isOver; n += 1) await settle(500);
  return result;
}

const WHOLE: BundleSelection = { kind: 'installation' };
const bundleOfInstallation = (installation: Installation) =>
  bundleOf(installation, WHOLE, { secrets: 'included', secretsOf: secretsOfPublication });

const read = (store: TestStore, bundle: Bundle | null = null) =>
  perform(store, () => readInstallation(bundle?.files ?? []));

async function planOn(store: TestStore, bundle: Bundle, choices: Partial<ImportChoices> = {}): Promise<ImportPlan> {
  const facts = await perform(store, readCoreFacts);
  return planImport(bundle, await read(store, bundle), facts, { ...DEFAULT_CHOICES, ...choices });
}

async function importInto(store: TestStore, bundle: Bundle, choices: Partial<ImportChoices> = {}) {
  const plan = await planOn(store, bundle, choices);
  const progress: ImportProgress[] = [];
  const result = await perform(store, () => applyPlan(plan, (step) => progress.push(step)));
  await settle(5000);
  return { plan, progress, result };
}

/** What cores of this fake do not answer. */
const stored = ({ processes, metadata, files }: Installation) => ({
  metadata,
  processes: processes
    .map(({ id, order, metadata }) => ({ id, order, metadata }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  files: files.map(({ path, size }) => ({ path, size })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
});

const ofOurs = (keys: readonly string[]) => keys.filter((key) => /^sluice-(import|saving|rest|unfinished)/.test(key));
const publicationOf = (installation: Installation) =>
  installation.processes.find(({ id }) => id.includes(':egress:youtube')) ?? expect.fail('no publication');

describe('an import', () => {
  it('stores everything that was exported, and reports its progress', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const { plan, progress, result } = await importInto(store, await bundleOfInstallation(anInstallation()));
    expect(result.failure).toBeNull();
    expect(plan.conflicts).toEqual([{ kind: 'server-differs', server: 'rtmp', off: false }]);
    expect(stored(await read(store))).toEqual(stored(anInstallation()));
    expect(progress.map(({ done }) => done)).toEqual(Array.from({ length: 15 }, (_, at) => at));
    expect(progress.at(-1)).toEqual({ done: 14, of: 14, step: null });
    expect(ofOurs(Object.keys(core.global))).toEqual([]);
    expect([...core.disk.keys()]).toEqual(expect.arrayContaining([`/${CHANNEL}.html`, `/${OTHER_CHANNEL}.html`]));
    expect(store.getState().channel.list.map(({ name }) => name)).toEqual(['Main stage', 'Second stage']);
    store.stop();
  });

  it('of the same file again writes nothing', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const bundle = await bundleOfInstallation(anInstallation());
    await importInto(store, bundle);
    store.core.calls.length = 0;
    core.interrupted.length = 0;
    const { plan } = await importInto(store, bundle);
    expect(plan.steps).toEqual([]);
    expect(store.core.calls.filter((call) => /(Add|Set|Update|Delete|Command|Write)\b/.test(call))).toEqual([]);
    expect(core.interrupted).toEqual([]);
    store.stop();
  });

  it('gives the same file when it is exported again', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const source = {
      ...anInstallation(),
      servers: { ...nothing().servers, srt: { ...nothing().servers.srt, enable: false, address: '' } },
    };
    await importInto(store, await bundleOfInstallation(source));
    const first = await read(store);
    const again = aCoreFor();
    const other = await openOn(again, 1);
    await importInto(other, await bundleOfInstallation(first));
    expect(await fileOf(await read(other))).toEqual(await fileOf(first));
    store.stop();
    other.stop();
  });

  it('never starts a publication that is wanted stopped', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const { id } = publicationOf(anInstallation());
    await importInto(store, await bundleOfInstallation(anInstallation()), { publications: 'stopped' });
    expect(core.starts).not.toContain(id);
    expect(core.held.get(id)).toMatchObject({ state: { order: 'stop' }, config: { autostart: true } });
    store.stop();
  });

  it('restarts only what has changed', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    await importInto(store, await bundleOfInstallation(anInstallation()));
    core.interrupted.length = 0;
    const { processes, ...rest } = anInstallation();
    const { id } = publicationOf(anInstallation());
    const change = (process: InstalledProcess) =>
      process.id === id ? { ...process, config: { ...process.config, options: ['-v', 'info'] } } : process;
    await importInto(store, await bundleOfInstallation({ ...rest, processes: processes.map(change) }));
    expect(core.interrupted).toEqual([id]);
    store.stop();
  });

  it('makes templates inert, which a browser would show as a page', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const path = '/playersite/templates/evil.html';
    const file = bundleFile(path, new TextEncoder().encode('<script>steal()</script>'));
    await importInto(store, await bundleOfInstallation({ ...nothing(), files: [file] }));
    expect(new TextDecoder().decode(core.contents.get(path))).toMatch(/^\{\{!-- <plaintext> --\}\}/);
    store.stop();
  });

  it('cleans drawings of scripts', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const path = '/playersite/logo.svg';
    const file = bundleFile(path, new TextEncoder().encode('<svg><script>steal()</script></svg>'));
    await importInto(store, await bundleOfInstallation({ ...nothing(), files: [file] }));
    expect(new TextDecoder().decode(core.contents.get(path))).toBe('<svg></svg>');
    store.stop();
  });

  it('stops before the step that it is asked to', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const plan = await planOn(store, await bundleOfInstallation(anInstallation()));
    let asked = 0;
    const stop = () => {
      asked += 1;
      return asked > 9;
    };
    const result = await perform(store, () => applyPlan(plan, () => {}, stop));
    expect(result).toMatchObject({ failure: null });
    expect(result.done).toHaveLength(9);
    store.stop();
  });
});

describe('a step that fails', () => {
  it('on a full disk ends the import with the reason, and leaves no part of the file', async () => {
    const core = aCoreFor(() => ({
      diskWrite: () => {
        throw new CoreError(507, 'no space left on device');
      },
    }));
    const store = await openOn(core);
    const { result } = await importInto(store, await bundleOfInstallation(anInstallation()));
    expect(result).toMatchObject({ done: [], failure: { step: { kind: 'file' }, reason: 'no space left on device' } });
    expect(core.held.size).toBe(0);
    expect(ofOurs(Object.keys(core.global)).filter((key) => !key.startsWith('sluice-rest'))).toEqual([]);
    store.stop();
  });

  it('because others have changed the process since the plan leaves their change', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    await importInto(store, await bundleOfInstallation(anInstallation()));
    const { id } = publicationOf(anInstallation());
    const { processes, ...rest } = anInstallation();
    const changed = processes.map((process) =>
      process.id === id ? { ...process, metadata: { [METADATA_KEY]: { version: 1, name: 'Mine' } } } : process,
    );
    const plan = await planOn(store, await bundleOfInstallation({ ...rest, processes: changed }));
    const process = core.held.get(id);
    if (process) process.metadata[METADATA_KEY] = { version: 1, name: 'Theirs' };
    const result = await perform(store, () => applyPlan(plan, () => {}));
    expect(result.failure?.reason).toContain('changed elsewhere');
    expect(core.held.get(id)?.metadata[METADATA_KEY]).toEqual({ version: 1, name: 'Theirs' });
    store.stop();
  });

  it('because others have uploaded the file since the plan leaves their file', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const path = '/playersite/banner.png';
    const files = [bundleFile(path, new Uint8Array(20))];
    const plan = await planOn(store, await bundleOfInstallation({ ...nothing(), files }));
    core.disk.set(path, { text: '', bytes: 7 });
    core.contents.set(path, new Uint8Array(7));
    const result = await perform(store, () => applyPlan(plan, () => {}));
    expect(result).toMatchObject({ done: [], failure: { reason: expect.stringContaining('changed elsewhere') } });
    expect(core.contents.get(path)).toHaveLength(7);
    store.stop();
  });

  it('because others have changed the servers since the plan leaves their change', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const wanted = { ...nothing(), servers: anInstallation().servers };
    const plan = await planOn(store, await bundleOfInstallation(wanted), { servers: true });
    expect(plan.steps.map(({ kind }) => kind)).toEqual(['servers']);
    Object.assign(core.config, { rtmp: { enable: true, app: '/theirs', token: '' } });
    const result = await perform(store, () => applyPlan(plan, () => {}));
    expect(result).toMatchObject({ done: [], failure: { reason: expect.stringContaining('changed elsewhere') } });
    expect(core.config).toMatchObject({ rtmp: { app: '/theirs' } });
    store.stop();
  });

  describe('of a process leaves it as before', () => {
    const { id } = publicationOf(anInstallation());
    const orderedAs = (order: 'start' | 'stop', options: string[] = []): Installation => {
      const { processes, ...rest } = anInstallation();
      const change = (process: InstalledProcess) =>
        process.id === id ? { ...process, order, config: { ...process.config, autostart: true, options } } : process;
      return { ...rest, processes: processes.map(change) };
    };
    const refuse = () => {
      throw new CoreError(500, 'Internal Server Error');
    };
    const ofPublication = ({ held }: TestCore) => structuredClone(held.get(id));

    it.each<[string, Installation, Installation, (answers: FakeAnswers) => FakeAnswers]>([
      [
        'stopped before a save that fails',
        orderedAs('start'),
        orderedAs('stop', ['-v', 'info']),
        ({ processUpdate }) => ({
          processUpdate: (params, signal) =>
            params.body.options?.includes('-v') ? refuse() : processUpdate?.(params, signal),
        }),
      ],
      [
        'stored before a start that fails',
        orderedAs('stop'),
        orderedAs('start', ['-v', 'info']),
        ({ processCommand }) => ({
          processCommand: (params, signal) =>
            params.body.command === 'start' ? refuse() : processCommand?.(params, signal),
        }),
      ],
      [
        'added before a second save that fails',
        { ...orderedAs('stop'), processes: orderedAs('stop').processes.filter((process) => process.id !== id) },
        orderedAs('stop'),
        ({ processUpdate }) => ({
          processUpdate: (params, signal) => (params.id === id ? refuse() : processUpdate?.(params, signal)),
        }),
      ],
    ])('that was %s', async (_, before, wanted, fail) => {
      let armed = false;
      const core = aCoreFor((answers) => {
        const failing = fail(answers);
        return Object.fromEntries(
          Object.entries(failing).map(([name, answer]) => [
            name,
            (...params: never[]) => {
              const chosen = armed ? answer : answers[name as keyof FakeAnswers];
              return (chosen as (...params: never[]) => unknown)(...params);
            },
          ]),
        );
      });
      const store = await openOn(core);
      await importInto(store, await bundleOfInstallation(before));
      const found = ofPublication(core);
      armed = true;
      const { result } = await importInto(store, await bundleOfInstallation(wanted));
      expect(result.failure?.reason).toBe('Internal Server Error');
      expect(ofPublication(core)).toEqual(found);
      store.stop();
    });
  });

  it.each(['once', 'lost'] as const)(
    'at each request leaves each process as before or as wanted, if it fails %s',
    async (cut) => {
      const before = anInstallation();
      const { processes, ...rest } = before;
      const { id } = publicationOf(before);
      const wanted: Installation = {
        ...rest,
        processes: processes.map((process) =>
          process.id === id
            ? {
                ...process,
                config: { ...process.config, options: ['-v', 'info'] },
                metadata: { ...process.metadata, other: { a: 1 } },
              }
            : process.id === ingestId(OTHER_CHANNEL)
              ? {
                  ...process,
                  metadata: { [METADATA_KEY]: { ...Object(process.metadata[METADATA_KEY]), meta: { name: 'New' } } },
                }
              : process,
        ),
        metadata: { ...rest.metadata, 'sluice-schedule': { version: 1, rules: [1] } },
      };
      const bundle = await bundleOfInstallation(wanted);
      for (let at = 1; at < 300; at += suite === 'whole' ? 5 : 31) {
        let asked = 0;
        let armed = false;
        let away = false;
        const core = aCoreFor((answers) =>
          Object.fromEntries(
            Object.entries(answers).map(([name, answer]) => [
              name,
              async (...params: never[]) => {
                if (armed) asked += 1;
                if (away || (armed && asked === at)) {
                  away = cut === 'lost';
                  throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
                }
                return (answer as (...params: never[]) => unknown)(...params);
              },
            ]),
          ),
        );
        const store = await openOn(core);
        await importInto(store, await bundleOfInstallation(before));
        const plan = await planOn(store, bundle);
        armed = true;
        await perform(store, () => applyPlan(plan, () => {}));
        const reached = asked >= at;
        armed = false;
        store.stop();
        away = false;
        const next = await openOn(core, 1);
        await settle(80_000);
        const found = await read(next);
        for (const process of found.processes) {
          const each = [before, wanted].map(({ processes }) => processes.find((other) => other.id === process.id));
          expect(
            each.map((side) => side?.metadata),
            `${process.id} at ${at}`,
          ).toContainEqual(process.metadata);
          expect(
            each.map((side) => side?.config.options),
            `${process.id} at ${at}`,
          ).toContainEqual(process.config.options);
        }
        expect(found.processes, `at ${at}`).toHaveLength(before.processes.length);
        // The rest is done by the same file.
        const { result } = await importInto(next, bundle);
        expect(result.failure, `at ${at}`).toBeNull();
        expect(stored(await read(next)), `at ${at}`).toEqual(stored(wanted));
        next.stop();
        if (!reached) {
          expect(at).toBeGreaterThan(20);
          return;
        }
      }
      expect.fail('the import never ended');
    },
    60_000,
  );
});

describe('an import that is taken back', () => {
  const change = ({ processes, ...rest }: Installation): Installation => ({
    ...rest,
    processes: processes.flatMap((process): InstalledProcess[] => {
      if (process.id === publicationOf(anInstallation()).id)
        return [{ ...process, order: 'stop', config: { ...process.config, options: ['-v', 'info'] } }];
      return process.id === snapshotId(CHANNEL) ? [] : [process];
    }),
    metadata: { ...rest.metadata, 'sluice-schedule': { version: 1, rules: [1] } },
    files: [...rest.files, bundleFile('/playersite/banner.png', new Uint8Array(20))],
  });

  async function changedBy(
    choices: Partial<ImportChoices> = {},
    core = aCoreFor(),
  ): Promise<{ core: TestCore; store: TestStore; result: ImportResult; before: Installation }> {
    const store = await openOn(core);
    await importInto(store, await bundleOfInstallation(anInstallation()));
    const before = await read(store);
    const { result } = await importInto(store, await bundleOfInstallation(change(anInstallation())), choices);
    expect(stored(await read(store))).not.toEqual(stored(before));
    return { core, store, result, before };
  }

  it('leaves everything as before, as a whole', async () => {
    const { store, result, before } = await changedBy({ removes: true });
    expect(await perform(store, () => undoImport(result))).toEqual({ status: 'undone' });
    await settle(5000);
    expect(stored(await read(store))).toEqual(stored(before));
    store.stop();
  });

  it('from an empty core leaves it empty', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const { result } = await importInto(store, await bundleOfInstallation(anInstallation()));
    expect(await perform(store, () => undoImport(result))).toEqual({ status: 'undone' });
    await settle(5000);
    expect(stored(await read(store))).toEqual(stored(nothing()));
    expect([...core.disk.keys()].filter((path) => path.includes(CHANNEL))).toEqual([]);
    store.stop();
  });

  it('leaves uploads and settings of an added channel that were there before', async () => {
    const core = aCoreFor();
    const store = await openOn(core);
    const loop = `/channels/${CHANNEL}/videoloop.source`;
    core.disk.set(loop, { text: '', bytes: 10 });
    core.global[agentKey(CHANNEL)] = { version: 1, healing: {} };
    const before = stored(await read(store));
    const wanted = { ...anInstallation(), metadata: { [agentKey(CHANNEL)]: { version: 1, hold: 5 } } };
    const { result } = await importInto(store, await bundleOfInstallation(wanted));
    expect(result.failure).toBeNull();
    expect(core.global[agentKey(CHANNEL)]).toEqual({ version: 1, hold: 5 });
    expect(await perform(store, () => undoImport(result))).toEqual({ status: 'undone' });
    await settle(5000);
    expect(stored(await read(store))).toEqual(before);
    expect([...core.disk.keys()].filter((path) => path.includes(CHANNEL))).toEqual([loop]);
    store.stop();
  });

  it('changes nothing if others have replaced a file by one of the same size since', async () => {
    const { core, store, result } = await changedBy();
    const path = '/playersite/banner.png';
    core.contents.set(path, new Uint8Array(20).fill(1));
    expect(await perform(store, () => undoImport(result))).toEqual({ status: 'changed-since', ids: [path] });
    expect(core.contents.get(path)).toEqual(new Uint8Array(20).fill(1));
    store.stop();
  });

  it.each(['once', 'lost'] as const)(
    'in part, because a request fails %s, is taken back by another attempt',
    async (cut) => {
      for (let at = 3; at < 300; at += suite === 'whole' ? 5 : 23) {
        let asked = 0;
        let armed = false;
        const core = aCoreFor((answers) =>
          Object.fromEntries(
            Object.entries(answers).map(([name, answer]) => [
              name,
              async (...params: never[]) => {
                if (armed) asked += 1;
                if (armed && (cut === 'lost' ? asked >= at : asked === at))
                  throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
                return (answer as (...params: never[]) => unknown)(...params);
              },
            ]),
          ),
        );
        const { store, result, before } = await changedBy({ removes: true }, core);
        armed = true;
        const first = await perform(store, () => undoImport(result));
        const reached = asked >= at;
        armed = false;
        if (first.status === 'failed') {
          expect(first.left.length).toBeLessThanOrEqual(result.done.length);
          const again = await perform(store, () => undoImport({ ...result, done: first.left }));
          expect(again, `at ${at}`).toEqual({ status: 'undone' });
        }
        await settle(5000);
        expect(stored(await read(store)), `at ${at}`).toEqual(stored(before));
        store.stop();
        if (!reached) {
          expect(at).toBeGreaterThan(20);
          return;
        }
      }
      expect.fail('it never ended');
    },
    120_000,
  );

  it('changes nothing if others have changed a part of it since', async () => {
    const { core, store, result } = await changedBy();
    core.global['sluice-schedule'] = { version: 1, rules: [2] };
    const before = stored(await read(store));
    expect(await perform(store, () => undoImport(result))).toEqual({
      status: 'changed-since',
      ids: ['sluice-schedule'],
    });
    expect(stored(await read(store))).toEqual(before);
    store.stop();
  });
});
