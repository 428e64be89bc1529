import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../../api/processIds.ts';
import { aConfig, aCore, anAbout, CHANNEL } from '../../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../../testing/fakeProcesses.ts';
import { openStore } from '../../../../testing/openStore.ts';
import { sessionStarted } from '../../../gate/session/actions.ts';
import { restarted } from '../../../shared/restart/slice.ts';
import { settingsOpened, settingsSaveRequested, settingTyped } from '../slice.ts';
import { encodersDismissed, moveConfirmed } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const PUSHED = ingestId(CHANNEL);
const PUBLISHED = egressId('rtmp', CHANNEL);
const OTHER = 'somebody-elses';
const input = (address: string) => ({ input: [{ id: 'input_0', address, options: ['-re'] }], output: [] });
const metadata = (address: string, push: object = { type: 'rtmp' }) => ({
  [METADATA_KEY]: {
    version: 1,
    meta: { name: 'Studio' },
    sources: [
      { type: 'network', settings: { mode: 'push', push, theirs: 1 }, inputs: [{ address, options: [] }], streams: [] },
    ],
    theirs: { kept: true },
  },
  others: 'kept',
});
const AT = `rtmp://localhost/live/${CHANNEL}.stream?token=old`;

interface MoveCase {
  version?: number;
  address?: string;
  push?: object;
  answers?: FakeAnswers;
}

/** Opens the settings of a core with an RTMP push channel and a publication that reads it. */
async function openSettings({ version = 3, address = AT, push = {}, answers = {} }: MoveCase = {}) {
  const core = fakeProcesses({
    [PUSHED]: { config: input(address), metadata: metadata(address, { type: 'rtmp', ...push }) },
    [PUBLISHED]: { config: input(AT), metadata: { [METADATA_KEY]: { version: 1, name: 'Venue' } } },
    [OTHER]: { config: input(AT) },
  });
  const config = {
    version,
    rtmp: {
      ...{ enable: true, enable_tls: false, address: ':1935', app: '/live', token: 'old' },
      ...(version > 1 ? { address_tls: ':1936' } : {}),
    },
  };
  const order: string[] = [];
  const noted =
    <Asked>(name: string, work: (params: Asked) => unknown) =>
    (params: Asked) => {
      const answer = work(params);
      order.push(name);
      return answer;
    };
  const store = openStore({
    core: aCore({
      ...core.answers,
      about: () => anAbout(),
      config: () => aConfig(JSON.parse(JSON.stringify(config))),
      configReload: () => 'OK',
      ...answers,
      processUpdate: noted('processUpdate', answers.processUpdate ?? core.answers.processUpdate ?? (() => 'OK')),
      configSet: noted(
        'configSet',
        answers.configSet ??
          (({ body }: { body: unknown }) => {
            Object.assign(config.rtmp, Object(body).rtmp);
            return 'OK';
          }),
      ),
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(settingsOpened());
  await vi.dynamicImportSettled();
  await pass(1_000);
  const inputs = () => [...core.held].map(([id, process]) => [id, process.config.input[0]?.address]);
  return {
    ...{ store, core, config, order, inputs },
    stored: (id: string) => Object(core.held.get(id)?.metadata),
    save: async (edits: Record<string, string>) => {
      for (const [path, value] of Object.entries(edits)) store.dispatch(settingTyped({ path, value }));
      store.dispatch(settingsSaveRequested());
      await pass(0);
      return store.getState().addressChange;
    },
    confirm: async (restart: 'now' | 'later' = 'later') => {
      store.dispatch(moveConfirmed(restart));
      await pass(0);
    },
  };
}

const words = `{rtmp,name=${CHANNEL}.stream}`;
const EDITS = { 'rtmp.address': '1940', 'rtmp.token': 'new' };
const NEW = `rtmp://localhost:1940/live/${CHANNEL}.stream?token=new`;

describe('a change of port and token', () => {
  it('asks for a confirmation that lists encoders to move and processes that follow', async () => {
    const { save, order, store, inputs } = await openSettings();
    const before = inputs();
    expect(await save(EDITS)).toMatchObject({
      status: 'asked',
      encoders: [
        {
          channel: CHANNEL,
          name: 'Studio',
          before: { server: 'rtmp://core.test/live', key: `${CHANNEL}.stream?token=old` },
          after: { server: 'rtmp://core.test:1940/live', key: `${CHANNEL}.stream?token=new` },
        },
      ],
      followers: ['Venue'],
      unread: [],
      atOnce: false,
    });
    store.dispatch(encodersDismissed());
    await pass(0);
    expect(store.getState()).toMatchObject({
      addressChange: { status: 'none' },
      settings: { busy: null, draft: { 'rtmp.address': '1940' } },
    });
    expect([order, inputs()]).toEqual([[], before]);
  });

  it('keeps placeholders of the core in addresses, which are valid before and after', async () => {
    const { save, confirm, order, store, inputs, stored, config } = await openSettings();
    await save(EDITS);
    await confirm();
    expect(order).toEqual(['processUpdate', 'processUpdate', 'configSet']);
    expect(inputs()).toEqual([
      [PUSHED, words],
      [PUBLISHED, words],
      [OTHER, AT],
    ]);
    expect(stored(PUSHED)).toEqual(metadata(words));
    expect(config.rtmp).toMatchObject({ address: ':1940', token: 'new' });
    expect(store.getState().restart).toEqual({ status: 'offered' });
  });

  it('takes effect at once if the operator wants it', async () => {
    const { save, confirm, order, store } = await openSettings();
    await save(EDITS);
    await confirm('now');
    expect(order).toEqual(['processUpdate', 'processUpdate', 'configSet']);
    expect(store.getState().restart.status).toBe('running');
  });

  it('writes out addresses for a core without placeholders and restarts it at once', async () => {
    const { save, confirm, order, store, inputs, stored } = await openSettings({ version: 1 });
    expect(await save(EDITS)).toMatchObject({ atOnce: true });
    await confirm();
    expect(order).toEqual(['configSet', 'processUpdate', 'processUpdate']);
    expect(inputs()).toEqual([
      [PUSHED, NEW],
      [PUBLISHED, NEW],
      [OTHER, AT],
    ]);
    expect(stored(PUSHED)).toEqual(metadata(NEW));
    expect(store.getState().restart).toMatchObject({ status: 'running' });
  });

  it.each([
    ['an older token', `rtmp://localhost/live/${CHANNEL}.stream?token=older`],
    ['another port', `rtmp://localhost:1999/live/${CHANNEL}.stream`],
  ])('updates a channel that was left at %s', async (_, address) => {
    const { save, confirm, inputs } = await openSettings({ address });
    await save(EDITS);
    await confirm();
    expect(inputs()[0]).toEqual([PUSHED, words]);
  });

  it('does not write a process with placeholders, but lists its encoder', async () => {
    const { save, confirm, core } = await openSettings({ address: words });
    expect(await save(EDITS)).toMatchObject({ encoders: [{ name: 'Studio' }], followers: ['Venue'] });
    await confirm();
    expect(core.interrupted).toEqual([PUBLISHED]);
  });

  it('keeps a stream key that the operator has chosen', async () => {
    const { save, confirm, inputs } = await openSettings({ push: { name: 'own' } });
    expect(await save(EDITS)).toMatchObject({ encoders: [{ after: { key: 'own?token=new' } }] });
    await confirm();
    expect(inputs()[0]).toEqual([PUSHED, '{rtmp,name=own}']);
  });

  it('needs no confirmation if no encoder or process is affected', async () => {
    const { save, order } = await openSettings();
    expect(await save({ 'sessions.max_sessions': '3' })).toEqual({ status: 'none' });
    expect(order).toEqual(['configSet']);
  });

  it('lists the encoders that can no longer send when their server is switched off', async () => {
    const { store, save } = await openSettings();
    store.dispatch(settingTyped({ path: 'rtmp.enable', value: false }));
    expect(await save({})).toMatchObject({ encoders: [{ name: 'Studio', after: null }], followers: [] });
  });
});

describe('an address change that fails', () => {
  const failing = (nth: number) => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === nth) throw new CoreError(500, 'No');
      return 'OK';
    };
  };

  it('keeps updated processes running when the core rejects the settings', async () => {
    const { save, confirm, config, inputs, store } = await openSettings({ answers: { configSet: failing(1) } });
    await save(EDITS);
    await confirm();
    expect(config.rtmp).toMatchObject({ address: ':1935', token: 'old' });
    expect(inputs()[0]).toEqual([PUSHED, words]);
    expect(store.getState()).toMatchObject({
      settings: { busy: null, draft: { 'rtmp.address': '1940' }, refused: { evidence: 'No' } },
      restart: { status: 'none' },
    });
  });

  it.each([1, 2])('keeps the settings when process %i cannot be updated', async (nth) => {
    let calls = 0;
    const test = await openSettings({
      answers: {
        processUpdate: (params) => {
          calls += 1;
          if (calls === nth) throw new CoreError(400, 'No');
          return test.core.answers.processUpdate?.(params);
        },
      },
    });
    await test.save(EDITS);
    await test.confirm();
    expect(test.order).not.toContain('configSet');
    expect(test.store.getState()).toMatchObject({
      settings: { refused: { evidence: expect.stringMatching(nth === 1 ? /^Studio: / : /^Venue: /) } },
    });
  });

  it.each([1, 2])('reverts everything on an older core when process %i cannot be updated', async (nth) => {
    let calls = 0;
    const test = await openSettings({
      version: 1,
      answers: {
        processUpdate: (params) => {
          calls += 1;
          if (calls === nth) throw new CoreError(400, 'No');
          return test.core.answers.processUpdate?.(params);
        },
      },
    });
    const before = [test.inputs(), test.stored(PUSHED)];
    await test.save(EDITS);
    await test.confirm();
    expect([test.inputs(), test.stored(PUSHED)]).toEqual(before);
    expect(test.config.rtmp).toMatchObject({ address: ':1935', token: 'old' });
    expect(test.store.getState().restart).toEqual({ status: 'none' });
  });
});

it('the settings screen lists the encoders that are live again after the restart', async () => {
  const test = await openSettings();
  const runs = (exec: string) => {
    const process = test.core.held.get(PUSHED);
    if (process) process.state = { order: 'start', exec, progress: { frame: 9 } };
  };
  runs('failed');
  await test.save(EDITS);
  await test.confirm();
  const change = () => test.store.getState().addressChange;
  expect(change()).toMatchObject({ status: 'told', live: null });
  test.store.dispatch(restarted());
  await pass(4_000);
  expect(change()).toMatchObject({ live: [] });
  runs('running');
  await pass(4_000);
  expect(change()).toMatchObject({ live: [CHANNEL] });
  test.store.dispatch(encodersDismissed());
  const { length } = test.store.core.calls;
  await pass(30_000);
  expect(test.store.core.calls.slice(length).filter((call) => call.startsWith(`processes ${PUSHED}`))).toEqual([]);
});
