import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelDeletionRequested, channelWanted } from './saga.ts';
import { channelClosed, channelOpened } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';
const UUID = '11111111-2222-4333-8444-000000000001';
const egress = egressId('twitch', UUID);
const named = (name: string) => ({ [METADATA_KEY]: { version: 1, meta: { name }, name } });
const TEN_SECONDS = 10_000;

type Core = ReturnType<typeof fakeProcesses>;
const put = ({ held: processes }: Core, id: string, reference: string, metadata: Record<string, unknown>) => {
  const like = processes.get(ingestId(CHANNEL));
  if (like) processes.set(id, { ...like, config: { ...like.config, id, reference }, metadata });
};

async function working(isVisible: boolean) {
  const core = fakeProcesses({ [ingestId(CHANNEL)]: { metadata: named('Antelope') } });
  put(core, ingestId(OTHER), OTHER, named('Zebra'));
  put(core, egress, CHANNEL, named('Main'));
  const instead: Pick<FakeAnswers, 'processes' | 'processDelete'> = {};
  const answers = aCore({
    ...core.answers,
    processes: (query) => (instead.processes ?? core.answers.processes)?.(query),
    processDelete: (query) => (instead.processDelete ?? core.answers.processDelete)?.(query),
  });
  const store = openStore({ core: answers });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  if (isVisible) store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(3_000);
  const pass = async (ms = TEN_SECONDS) => {
    await vi.advanceTimersByTimeAsync(ms);
  };
  const names = () => store.getState().channel.list.map(({ name }) => name);
  const notices = () => store.getState().notice.shown.map(({ text, values }) => [text, ...values].join(' | '));
  const current = () => store.getState().channel.current;
  const answer = (answers: typeof instead) => Object.assign(instead, answers);
  return { core, instead: answer, store, pass, names, notices, current };
}

describe.each([
  ['on the page of a channel', true],
  ['on another page', false],
])('changes by others, seen %s', (_, isVisible) => {
  it('add a new channel', async () => {
    const { core, pass, names, notices, current } = await working(isVisible);
    put(core, ingestId(UUID), UUID, named('Bear'));
    await pass();
    expect(names()).toEqual(['Antelope', 'Bear', 'Zebra']);
    expect([current(), notices()]).toEqual([CHANNEL, []]);
  });

  it('update the name of a channel and of a publication', async () => {
    const { core, store, pass, names } = await working(isVisible);
    put(core, ingestId(OTHER), OTHER, named('Aardvark'));
    put(core, egress, CHANNEL, named('Backup'));
    await pass();
    expect(names()).toEqual(['Aardvark', 'Antelope']);
    expect(store.getState().channel.list[1]?.egresses).toEqual({ [egress]: { service: 'twitch', name: 'Backup' } });
  });

  it('add and remove a publication', async () => {
    const { core, store, pass } = await working(isVisible);
    const second = egressId('youtube', OTHER);
    put(core, second, OTHER, named('Second'));
    core.held.delete(egress);
    await pass();
    expect(store.getState().channel.list.map(({ egresses }) => egresses)).toEqual([
      {},
      { [second]: { service: 'youtube', name: 'Second' } },
    ]);
  });

  it('remove a deleted channel, with a notice and a switch to another', async () => {
    const { core, pass, names, notices, current } = await working(isVisible);
    core.held.delete(ingestId(CHANNEL));
    await pass();
    expect(names()).toEqual(['Zebra']);
    expect(current()).toBe(OTHER);
    expect(notices()).toEqual(['The channel {{0}} was deleted elsewhere | Antelope']);
  });

  it('create a first channel after the last one was deleted', async () => {
    const { core, pass, store } = await working(isVisible);
    core.held.clear();
    await pass();
    expect(store.getState().channel).toMatchObject({ list: [{ name: 'Livestream', available: false }] });
    await pass();
    expect(store.getState().channel.list).toHaveLength(1);
  });

  it('keep the operator on a page with unsaved entries', async () => {
    const { core, store, pass, names, notices, current } = await working(isVisible);
    store.enter(true);
    core.held.delete(ingestId(CHANNEL));
    await pass();
    await pass();
    expect([names(), current()]).toEqual([['Antelope', 'Zebra'], CHANNEL]);
    expect(notices()).toEqual([expect.stringContaining('stays on the screen')]);
    store.enter(false);
    await pass();
    expect([names(), current()]).toEqual([['Zebra'], OTHER]);
  });

  it('keep a channel that is not saved yet', async () => {
    const { store, pass, names } = await working(isVisible);
    store.dispatch(channelWanted({ name: 'Mine' }));
    await pass();
    expect(names()).toEqual(['Antelope', 'Mine', 'Zebra']);
  });

  it('rename nothing during an unfinished save', async () => {
    const { core, pass, names, store } = await working(isVisible);
    put(core, ingestId(CHANNEL), CHANNEL, {});
    put(core, egress, CHANNEL, {});
    await pass();
    expect(names()).toEqual(['Antelope', 'Zebra']);
    expect(store.getState().channel.list[0]?.egresses[egress]?.name).toBe('Main');
  });

  it('remove no channel whose processes cannot be read', async () => {
    const { core, instead, pass, names } = await working(isVisible);
    instead({
      processes: () => [...[core.answers.processes?.({ id: ingestId(CHANNEL) })].flat(), 'something'],
    });
    await pass();
    expect(names()).toEqual(['Antelope', 'Zebra']);
  });

  it('do not include a slow deletion by this page', async () => {
    const { core, instead, store, pass, notices } = await working(isVisible);
    instead({
      processDelete: async ({ id }) => {
        core.held.delete(id);
        await new Promise((resolve) => setTimeout(resolve, TEN_SECONDS));
      },
    });
    store.dispatch(channelDeletionRequested(CHANNEL));
    await pass(60_000);
    expect(notices()).toEqual(['The channel {{0}} has been deleted | Antelope']);
  });
});

it('the sync sends no request of its own on a channel page', async () => {
  const { store, pass } = await working(true);
  store.core.calls.length = 0;
  await pass(60_000);
  expect(store.core.calls.filter((call) => call.startsWith('processes'))).toHaveLength(60);
});

it('a channel page detects the deletion of its channel at once', async () => {
  const { core, pass, notices } = await working(true);
  core.held.delete(ingestId(CHANNEL));
  await pass(2_000);
  expect(notices()).toHaveLength(1);
});

it('the sync polls on pages without a channel', async () => {
  const { store, pass } = await working(true);
  store.dispatch(channelClosed());
  store.core.calls.length = 0;
  await pass(60_000);
  const requests = store.core.calls.filter((call) => call === 'processes').length;
  expect(requests).toBeGreaterThanOrEqual(6);
  expect(requests).toBeLessThanOrEqual(10);
});
