import type { UnknownAction } from '@reduxjs/toolkit';
import { type Core, createCoreClient } from './api/client.ts';
import type { Host } from './features/gate/host/host.ts';
import type { GateState } from './features/gate/index.ts';
import { sessionStarted } from './features/gate/session/actions.ts';
import { createStore } from './features/gate/store.ts';
import { live } from './features/live/index.ts';
import { type RootState, setup } from './features/setup/index.ts';
import { shared } from './features/shared/index.ts';
import { versions } from './features/versions/index.ts';
import { checkArgument } from './headless/checkArgument.ts';
import { deleteChannel, editChannel, startChannel, stopChannel, watch } from './headless/controlChannel.ts';
import { deletePublication, switchPublication } from './headless/controlPublication.ts';
import { coreAddress } from './headless/coreAddress.ts';
import { HeadlessError } from './headless/error.ts';
import { findPushAddress } from './headless/findPushAddress.ts';
import { awaitState, listChannels } from './headless/listChannels.ts';
import { enter, logIn, register } from './headless/logIn.ts';
import { noBrowser, nodeHost } from './headless/nodeHost.ts';
import { addPublication, editPublication } from './headless/savePublication.ts';
import { setUpChannel } from './headless/setUpChannel.ts';
import { memoryStorage } from './headless/storage.ts';
import type {
  ChannelPlan,
  ChannelTexts,
  HeadlessUser,
  PublicationChange,
  PublicationPlan,
  PushTile,
  RunState,
} from './headless/types.ts';
import { createOperator, createPlace, toHeadlessError } from './headless/waitForOutcome.ts';
import { maskText } from './media/masking/mask.ts';

export { fileStorage } from './headless/storage.ts';

const STATE_PATIENCE_MS = 60_000;

type HeadlessOptions = ({ address: string } | { core: Core }) & {
  /** In memory by default, so that every start needs a login. */
  storage?: Host['storage'];
  /** The folder dist/viewer; without it, no viewer pages are written. */
  assets?: string;
};

const isOpen = (state: GateState): state is RootState => 'channel' in state;

/** Adds the address that was tried to an unreachable-core error. */
function explained(error: HeadlessError, address: string): HeadlessError {
  if (error.code !== 'unreachable') return error;
  const { origin, pathname } = new URL(address);
  const hint = pathname === '/' ? '' : ` If it has no path there, give ${origin}.`;
  return new HeadlessError('unreachable', `${error.message} (asked at ${address}/api)${hint}`, { cause: error });
}

/**
 * The interface without a browser. Calls run one at a time, resolve when the store reports success, and reject with
 * the message that the store shows.
 */
export function openHeadless({ storage = memoryStorage(), assets, ...connection }: HeadlessOptions) {
  checkArgument('storage', storage);
  const core = 'core' in connection ? connection.core : createCoreClient({ address: coreAddress(connection.address) });
  const place = createPlace();
  const created = createStore({
    host: nodeHost(core, storage),
    browser: noBrowser(assets ?? null, place.go),
    mask: maskText,
  });
  created.open([shared, live, setup, versions]);
  const getState = (): RootState => {
    const state = created.getState();
    if (!isOpen(state)) throw new Error('The features were opened, and their state is not there');
    return state;
  };
  const store = { dispatch: created.dispatch, subscribe: created.subscribe, getState };
  const { operator, leave } = createOperator(store, place);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(word: () => Promise<T>): Promise<T> => {
    const turn = last.then(word).catch((error: unknown): never => {
      throw explained(toHeadlessError(error), core.address);
    });
    last = turn.catch(() => {});
    return turn;
  };
  /** Runs an action after entering the interface; rejects with `login` without a login. */
  const entered = <T>(word: () => Promise<T>, ...args: Parameters<typeof checkArgument>[]): Promise<T> =>
    inTurn(async () => {
      for (const [name, value] of args) checkArgument(name, value);
      await enter(operator);
      return word();
    });
  const stopped = new AbortController();
  store.dispatch(sessionStarted());

  return {
    store,
    dispatch: (action: UnknownAction) => store.dispatch(action),
    /** The address that a page would show now. */
    place: place.path,
    /** Enters with a stored token, or with the login of the given client. */
    enter: () => inTurn(() => enter(operator)),
    register: (user: HeadlessUser) => inTurn(() => register(operator, checkArgument('user', user))),
    logIn: (user: HeadlessUser) => inTurn(() => logIn(operator, checkArgument('user', user))),
    setUpChannel: (plan: ChannelPlan) => entered(() => setUpChannel(operator, plan), ['channel', plan]),
    editChannel: (channel: string, texts: ChannelTexts) =>
      entered(() => editChannel(operator, channel, texts), ['id', channel], ['texts', texts]),
    deleteChannel: (channel: string) => entered(() => deleteChannel(operator, channel), ['id', channel]),
    addPublication: (plan: PublicationPlan) => entered(() => addPublication(operator, plan), ['publication', plan]),
    editPublication: (publication: string, change: PublicationChange) =>
      entered(() => editPublication(operator, publication, change), ['id', publication], ['change', change]),
    pushAddress: (channel: string, tile: PushTile = 'rtmp') =>
      entered(() => findPushAddress(core, getState(), channel, tile), ['id', channel], ['tile', tile]),
    startPublication: (publication: string) =>
      entered(() => switchPublication(operator, publication, true), ['id', publication]),
    stopPublication: (publication: string) =>
      entered(() => switchPublication(operator, publication, false), ['id', publication]),
    deletePublication: (publication: string) =>
      entered(() => deletePublication(operator, publication), ['id', publication]),
    list: () => entered(() => listChannels(core, getState())),
    /** Waits for a state of a channel or publication, without blocking other calls. */
    awaitState: async (id: string, state: RunState, patienceMs = STATE_PATIENCE_MS) => {
      await entered(async () => {}, ['id', id], ['state', state], ['patience', patienceMs]);
      await awaitState(core, id, state, { patienceMs, signal: stopped.signal }).catch((error: unknown): never => {
        throw explained(toHeadlessError(error), core.address);
      });
    },
    watch: (channel: string) => watch(operator, channel),
    startChannel: (channel: string) => entered(() => startChannel(operator, channel), ['id', channel]),
    stopChannel: (channel: string) => entered(() => stopChannel(operator, channel), ['id', channel]),
    /** Resolves with the first state that meets the condition. Errors shown meanwhile may pass, so they are ignored. */
    until: (holds: (state: RootState) => boolean, patienceMs: number) =>
      operator.attempt({
        outcome: (state) => (holds(state) ? { done: state } : 'waiting'),
        patienceMs,
        calm: true,
      }),
    /** Runs a saga of a feature, for tools of this repository. */
    perform: <T>(saga: () => Generator<unknown, T>) => entered(() => created.perform(saga)),
    stop() {
      leave();
      stopped.abort();
      created.stop();
    },
  };
}

export type Headless = ReturnType<typeof openHeadless>;
