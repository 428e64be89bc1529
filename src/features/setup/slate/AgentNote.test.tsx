// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { egressId, ingestId } from '../../../api/processIds.ts';
import { startI18n } from '../../../i18n/index.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { statesOpened } from '../../live/channel/slice.ts';
import { AgentNote } from './AgentNote.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const running = { order: 'start', exec: 'running', runtime_seconds: 60 };
const HOLDING = { command: ['-re', '-i', `http://127.0.0.1:8080/memfs/hold-${CHANNEL}.m3u8`, '-f', 'flv', 'x'] };

/** @param image state that the agent reports; null: no agent */
async function shown(image: string | null) {
  let beat = 0;
  const processOf = (id: string, state: object) => ({ id, reference: CHANNEL, state: { ...running, ...state } });
  const status = { version: 1, onAir: 'source', seconds: 1, why: 'running', image, limitIn: null };
  const store = openStore({
    core: aCore({
      processes: () => [processOf(ingestId(CHANNEL), {}), processOf(egressId('rtmp', CHANNEL), HOLDING)],
      sessionsActive: () => ({}),
      memFiles: ({ glob } = {}) => (image === null ? [] : [{ name: glob ?? '', size_bytes: 1, last_modified: 1 }]),
      fileBytes: () => {
        beat += 1;
        return new TextEncoder().encode(JSON.stringify({ ...status, beat }));
      },
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  render(
    <Provider store={store}>
      <AgentNote channel={CHANNEL} needed />
    </Provider>,
  );
  const atFirst = document.body.textContent;
  store.dispatch(statesOpened(CHANNEL));
  await pass(12);
  store.stop();
  return { atFirst, text: document.body.textContent };
}

it.each([
  ['no agent', null, 'The standby image waits for the agent'],
  ['an image', 'ready', 'The standby image is ready.'],
  ['an image in preparation', 'drawing', 'The standby image is being prepared …'],
  ['HEVC', 'codec', 'The video of the channel is not H.264.'],
  ['settings of a newer version', 'newer', 'A newer version has stored the settings.'],
  ['a malformed response', 'of-tomorrow', 'The standby image waits for the agent'],
])('the standby image form shows the state that the agent reports: %s', async (_, image, words) => {
  const { atFirst, text } = await shown(image);
  expect(atFirst).toBe('Waiting for the agent');
  expect(text).toContain(words);
});
