import { vi } from 'vitest';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { channelCreated } from '../features/live/channel/slice.ts';
import { wizardDraftOf, wizardOpened } from '../features/setup/wizard/slice.ts';
import type { FakeAnswers } from './fakeCore.ts';
import { openStore } from './openStore.ts';

interface OpenedChannel {
  id: string;
  name: string;
  /** Whether the core has a process for the channel. */
  available?: boolean;
}

/** Opens the wizard of a channel. Requires fake timers. */
export async function openWizard(core: FakeAnswers, { id, name, available }: OpenedChannel) {
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(0);
    // Chunks load independently of fake timers.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  };
  const store = openStore({ core });
  store.dispatch(sessionStarted());
  await settle();
  if (available !== undefined) store.dispatch(channelCreated({ id, name, available, egresses: {} }));
  store.core.calls.length = 0;
  store.dispatch(wizardOpened({ channel: id, name }));
  await settle();
  const wizard = () => {
    const state = store.getState().wizard;
    if (state.status !== 'open') throw new Error('The wizard is not open');
    return state;
  };
  const draft = () => wizardDraftOf(wizard());
  const step = () => {
    const state = store.getState().wizard;
    return state.status === 'open' ? state.at.step : state.status;
  };
  return { store, wizard, draft, step };
}
