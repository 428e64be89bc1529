import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import {
  agentKey,
  backupId,
  channelOfIngest,
  egressId,
  ingestId,
  METADATA_KEY,
  snapshotId,
} from '../../../api/processIds.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { aCoreToSaveOn, egress, ofProcess, settle } from '../../../testing/kindsOfSave.ts';
import { openStore } from '../../../testing/openStore.ts';
import type { LastingCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelDeletionRequested } from '../../live/channel/saga.ts';
import { cloneCancelled, cloneRequested } from './slice.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const LOGO = `/channels/${CHANNEL}/logo.png`;
const NAME = 'Second stage';

async function opened(prepare: (core: LastingCore) => unknown = () => {}) {
  const core = aCoreToSaveOn();
  core.disk.set(LOGO, { text: '', bytes: 10 });
  core.disk.set(`/channels/${CHANNEL}/config.js`, { text: 'made', bytes: 4 });
  prepare(core);
  const before = structuredClone({ held: [...core.held], global: core.global, disk: [...core.disk] });
  const store = openStore({ core: core.answers });
  store.dispatch(sessionStarted());
  await settle();
  return { core, store, before };
}

const cloneIn = ({ held }: LastingCore) =>
  [...held.keys()].map(channelOfIngest).find((channel) => channel !== null && channel !== CHANNEL) ?? '';

/** Notes of saves and locks aside. */
const storedIn = ({ held, global, disk }: LastingCore) => ({ held: [...held], global, disk: [...disk] });

it('a duplicate of a channel has its publications, files and rules, and does not run', async () => {
  const commands: string[] = [];
  const { core, store, before } = await opened(({ global, answers }) => {
    global[agentKey(CHANNEL)] = { version: 1, healing: { [egress]: { mostPerHour: 2 } } };
    const { processCommand } = answers;
    const noted: typeof processCommand = (params) => {
      commands.push(`${params.id} ${params.body.command}`);
      return processCommand?.(params);
    };
    Object.assign(answers, { processCommand: noted });
  });
  store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
  await settle(1000);
  const clone = cloneIn(core);
  const [publication = ''] = [...core.held.keys()].filter((id) => id.includes(':egress:') && id !== egress);
  expect(store.visited).toEqual([`/${clone}`]);
  expect(store.getState().clone).toEqual({ status: 'none' });
  expect(store.getState().channel).toMatchObject({
    current: clone,
    list: [{ name: NAME, available: true, egresses: { [publication]: { name: 'Main' } } }, { name: 'Studio' }],
  });
  expect(ofProcess(core, publication)).toMatchObject({ name: 'Main', settings: { stream_key: 'k' } });
  expect(core.held.get(publication)?.config).toMatchObject({ reference: clone, autostart: false });
  expect(core.held.has(snapshotId(clone))).toBe(true);
  expect(commands).toEqual([`${ingestId(clone)} stop`]);
  expect(core.global[agentKey(clone)]).toEqual({ version: 1, healing: { [publication]: { mostPerHour: 2 } } });
  expect(core.disk.get(`/channels/${clone}/logo.png`)?.bytes).toBe(10);
  expect(core.disk.get(`/channels/${clone}/config.js`)?.text).not.toBe('made');
  expect(Object.keys(core.global).filter((key) => key.startsWith('sluice-rest:'))).toEqual([]);
  expect([...core.held].slice(0, before.held.length)).toEqual(before.held);
});

describe('a duplicate that does not succeed leaves nothing', () => {
  const full = () => {
    throw new CoreError(507, 'Insufficient Storage');
  };

  it.each<[string, (core: LastingCore) => unknown, string]>([
    ['the disk is full', ({ answers }) => Object.assign(answers, { diskWrite: full }), 'Insufficient Storage'],
    [
      'the core takes no further process',
      ({ answers }) => Object.assign(answers, { processAdd: full }),
      'Insufficient Storage',
    ],
    [
      'a file vanishes meanwhile',
      ({ answers }) => {
        const diskBytes = () => {
          throw new CoreError(404, 'File not found');
        };
        Object.assign(answers, { diskBytes });
      },
      'File not found',
    ],
    [
      'a newer version has stored the channel',
      ({ held }) => Object.assign(held.get(ingestId(CHANNEL))?.metadata ?? {}, { [METADATA_KEY]: { version: '2.0' } }),
      'The stored settings were made by a newer version',
    ],
    [
      'the source is not set up',
      ({ held }) => Object.assign(held.get(ingestId(CHANNEL))?.metadata ?? {}, { [METADATA_KEY]: { version: 1 } }),
      'The input profile is not complete',
    ],
  ])('if %s', async (_, prepare, reason) => {
    const { core, store, before } = await opened(prepare);
    store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
    await settle(1000);
    expect(store.getState().clone).toMatchObject({ status: 'failed', channel: CHANNEL, isRemoved: true });
    expect(Object(store.getState().clone).reason).toContain(reason);
    expect(storedIn(core)).toEqual(before);
    expect(store.visited).toEqual([]);
  });

  it('if it is cancelled while a file is copied', async () => {
    const { core, store, before } = await opened(({ answers }) => {
      Object.assign(answers, { diskBytes: () => new Promise(() => {}) });
    });
    store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
    await settle();
    expect(store.getState().clone).toMatchObject({ status: 'running', done: 0, total: 4 });
    store.dispatch(cloneCancelled());
    await settle(1000);
    expect(store.getState().clone).toEqual({ status: 'none' });
    expect(storedIn(core)).toEqual(before);
  });

  it('if another operator deletes the channel while its files are copied', async () => {
    let copy = () => {};
    const { core, store } = await opened(({ answers }) => {
      const diskBytes = () =>
        new Promise((resolve) => {
          copy = () => resolve(new Uint8Array(10));
        });
      Object.assign(answers, { diskBytes });
    });
    store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
    await settle();
    const other = openStore({ core: core.answers, seed: 101 });
    other.dispatch(sessionStarted());
    await settle();
    other.dispatch(channelDeletionRequested(CHANNEL));
    await settle(1000);
    copy();
    await settle(3000);
    expect(store.getState().clone).toMatchObject({ status: 'failed', isRemoved: true });
    expect([...core.held.keys()]).toEqual([]);
    expect([...core.disk.keys()].filter((path) => path.startsWith('/channels/'))).toEqual([]);
    other.stop();
  });
});

it('a session does not remove a clone that another page is still making', async () => {
  let copy = () => {};
  const { core, store } = await opened(({ answers }) => {
    const diskBytes = () =>
      new Promise((resolve) => {
        copy = () => resolve(new Uint8Array(10));
      });
    Object.assign(answers, { diskBytes });
  });
  store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
  await settle();
  const other = openStore({ core: core.answers, seed: 101 });
  other.dispatch(sessionStarted());
  await settle(90_000);
  copy();
  await settle(3000);
  expect(ofProcess(core, ingestId(cloneIn(core))).meta.name).toBe(NAME);
  expect(core.disk.get(`/channels/${cloneIn(core)}/logo.png`)?.bytes).toBe(10);
  other.stop();
});

describe('the next session', () => {
  const commandsTo = ({ answers }: LastingCore, answer: () => unknown) => {
    const commands: string[] = [];
    const processCommand = ({ id, body: { command } }: { id: string; body: { command: string } }) => {
      commands.push(`${id} ${command}`);
      return answer();
    };
    Object.assign(answers, { processCommand });
    return commands;
  };

  it('stops a clone whose page was closed before it could stop it', async () => {
    let closed = false;
    let commands: string[] = [];
    const { core, store } = await opened((core) => {
      commands = commandsTo(core, () => (closed ? 'OK' : new Promise(() => {})));
    });
    store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
    await settle(1000);
    const clone = cloneIn(core);
    store.stop();
    closed = true;
    commands.length = 0;
    const next = openStore({ core: core.answers, seed: 101 });
    next.dispatch(sessionStarted());
    await settle(90_000);
    expect(commands).toEqual([`${ingestId(clone)} stop`]);
    expect(Object.keys(core.global).filter((key) => key.startsWith('sluice-rest:'))).toEqual([]);
    next.stop();
  });

  it('does not stop a clone that was made, and whose pages are missing', async () => {
    let commands: string[] = [];
    const { core, store } = await opened((core) => {
      commands = commandsTo(core, () => 'OK');
      const { diskWrite } = core.answers;
      const write: typeof diskWrite = (params, signal) => {
        if (params.path.endsWith('.html')) throw new CoreError(507, 'Insufficient Storage');
        return diskWrite?.(params, signal);
      };
      Object.assign(core.answers, { diskWrite: write });
    });
    store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
    await settle(1000);
    expect(store.getState().clone).toEqual({ status: 'none' });
    expect(Object.keys(core.global).filter((key) => key.startsWith('sluice-rest:'))).not.toEqual([]);
    store.stop();
    commands.length = 0;
    const next = openStore({ core: core.answers, seed: 101 });
    next.dispatch(sessionStarted());
    await settle(90_000);
    expect(commands).toEqual([]);
    next.stop();
  });
});

it('a backup source of a duplicate has a key and a process of its own', async () => {
  const { core, store } = await opened(({ answers, global }) => {
    global[agentKey(CHANNEL)] = { version: 1, backup: { sources: [{ id: 1, name: 'Spare', mode: 'warm' }] } };
    answers.processAdd?.({
      body: {
        ...{ id: backupId(CHANNEL, 1), type: 'ffmpeg', reference: CHANNEL, output: [], options: [] },
        input: [{ id: 'input_0', address: '{rtmp,name=spare}', options: [] }],
      },
    });
  });
  store.dispatch(cloneRequested({ channel: CHANNEL, name: NAME }));
  await settle(1000);
  const clone = cloneIn(core);
  expect(core.held.get(backupId(clone, 1))?.config.input[0]?.address).toMatch(/^\{rtmp,name=\w{6}-\w{6}-\w{6}\}$/);
  expect(core.global[agentKey(clone)]).toMatchObject({ backup: { sources: [{ id: 1, name: 'Spare' }] } });
  expect(core.held.has(egressId('youtube', clone))).toBe(false);
});
