import type { UnknownAction } from '@reduxjs/toolkit';
import { type Core, createCoreClient } from './api/client.ts';
import type { Host } from './features/gate/host/host.ts';
import type { GateState } from './features/gate/index.ts';
import { sessionStarted } from './features/gate/session/actions.ts';
import { createStore } from './features/gate/store.ts';
import { live } from './features/live/index.ts';
import { type RootState, setup } from './features/setup/index.ts';
import { shared } from './features/shared/index.ts';
import { checkArgument } from './headless/checkArgument.ts';
import { deleteChannel, editChannel, startChannel, stopChannel, watch } from './headless/controlChannel.ts';
import { deletePublication, switchPublication } from './headless/controlPublication.ts';
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
  RunState,
} from './headless/types.ts';
import { createOperator, createPlace } from './headless/waitForOutcome.ts';
import { maskText } from './media/masking/mask.ts';

export { fileStorage } from './headless/storage.ts';

const STATE_PATIENCE_MS = 60_000;

/** Where the core is, or a client of it that may be logged in already. */
type HeadlessOptions = ({ address: string } | { core: Core }) & {
  /** In memory where none is given: then every start logs in. */
  storage?: Host['storage'];
  /** The folder dist/viewer; without it no pages for viewers are written. */
  assets?: string;
};

const isOpen = (state: GateState): state is RootState => 'channel' in state;

/**
 * The whole interface without a browser. Its words say what an operator does: each resolves when the store says that it
 * is done and rejects with what the store shows instead. They wait for each other, as there is one wizard and one form.
 */
export function openHeadless({ storage = memoryStorage(), assets, ...where }: HeadlessOptions) {
  const core =
    'core' in where
      ? where.core
      : createCoreClient({ address: checkArgument('address', where.address).replace(/(?<!\/)\/+$/, '') });
  const place = createPlace();
  const opened = createStore({
    host: nodeHost(core, storage),
    browser: noBrowser(assets ?? null, place.go),
    mask: maskText,
  });
  opened.open([shared, live, setup]);
  const getState = (): RootState => {
    const state = opened.getState();
    if (!isOpen(state)) throw new Error('The features were opened, and their state is not there');
    return state;
  };
  const store = { dispatch: opened.dispatch, subscribe: opened.subscribe, getState };
  const { operator, leave } = createOperator(store, place);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(word: () => Promise<T>): Promise<T> => {
    const turn = last.then(word);
    last = turn.catch(() => {});
    return turn;
  };
  store.dispatch(sessionStarted());

  return {
    store,
    dispatch: (action: UnknownAction) => store.dispatch(action),
    /** Where a page would be by now. */
    place: place.path,
    /** Until the interface is open without a login of its own: by a stored token, or by the client that was given. */
    enter: () => inTurn(() => enter(operator)),
    register: (user: HeadlessUser) => inTurn(() => register(operator, checkArgument('user', user))),
    logIn: (user: HeadlessUser) => inTurn(() => logIn(operator, checkArgument('user', user))),
    setUpChannel: (plan: ChannelPlan) => inTurn(() => setUpChannel(operator, checkArgument('channel', plan))),
    editChannel: (channel: string, texts: ChannelTexts) =>
      inTurn(() => editChannel(operator, channel, checkArgument('texts', texts))),
    deleteChannel: (channel: string) => inTurn(() => deleteChannel(operator, channel)),
    addPublication: (plan: PublicationPlan) =>
      inTurn(() => addPublication(operator, checkArgument('publication', plan))),
    editPublication: (publication: string, change: PublicationChange) =>
      inTurn(() => editPublication(operator, publication, checkArgument('change', change))),
    startPublication: (publication: string) => inTurn(() => switchPublication(operator, publication, true)),
    stopPublication: (publication: string) => inTurn(() => switchPublication(operator, publication, false)),
    deletePublication: (publication: string) => inTurn(() => deletePublication(operator, publication)),
    list: () => inTurn(() => listChannels(core, getState())),
    /** Of a channel or a publication, by its id. */
    awaitState: async (id: string, state: RunState, patienceMs = STATE_PATIENCE_MS) =>
      awaitState(core, checkArgument('id', id), checkArgument('state', state), checkArgument('patience', patienceMs)),
    /** Opens the page of a channel: from then on its state is asked for every second. */
    watch: (channel: string) => watch(operator, channel),
    startChannel: (channel: string) => inTurn(() => startChannel(operator, channel)),
    stopChannel: (channel: string) => inTurn(() => stopChannel(operator, channel)),
    /** The state in which it holds. An error that the store shows meanwhile does not end the waiting: it may pass. */
    until: (holds: (state: RootState) => boolean, patienceMs: number) =>
      operator.attempt({
        outcome: (state) => (holds(state) ? { done: state } : 'waiting'),
        patienceMs,
        calm: true,
      }),
    stop() {
      leave();
      opened.stop();
    },
  };
}

export type Headless = ReturnType<typeof openHeadless>;
