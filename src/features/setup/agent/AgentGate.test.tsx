// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AGENT_KEY } from '../../../api/processIds.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { AgentGate } from './AgentGate.tsx';

setUpScreens();

const STATE = {
  ...{ version: '9', role: 'acting', core: { reachable: true, reason: null } },
  ...{ journal: { isKept: true, last: 1 }, history: { isKept: true }, channels: {} },
};

let isThere = true;
beforeEach(() => {
  isThere = true;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return Response.json(url.endsWith('/healthz') ? { status: 'ok' } : STATE);
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openGate(stored: unknown) {
  const global: Record<string, unknown> = { [AGENT_KEY]: stored };
  const metadataSet = ({ key, body }: { key: string; body?: unknown }) => {
    global[key] = body;
    return body;
  };
  const store = openStore({ core: aCore({ metadataAll: () => structuredClone(global), metadataSet }) });
  store.dispatch(sessionStarted());
  await settleScreens(20);
  renderAt(store, { '/': <AgentGate>{({ version }) => <p>History of {version}</p>}</AgentGate> }, '/');
  await settleScreens(100);
  return global;
}

const button = (name: string) => screen.getByRole('button', { name });

it('the agent screen stores the entered address of an agent after it has responded', async () => {
  const global = await openGate(null);
  expect(screen.getByRole('heading', { name: 'No agent for history and alarms yet' })).toBeDefined();
  expect(screen.getByText(/compose\.agent\.yaml/)).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>(/^Address of the agent/);
  expect(field.value).toBe('http://localhost:8090');
  fireEvent.change(field, { target: { value: 'agent.lan' } });
  fireEvent.click(button('Check address'));
  await settleScreens(50);
  expect(screen.getByText(/^It must start with http/)).toBeDefined();
  isThere = false;
  fireEvent.change(field, { target: { value: 'http://agent.lan:8090' } });
  expect(screen.queryByText(/^It must start with http/)).toBe(null);
  fireEvent.click(button('Check address'));
  await settleScreens(50);
  expect(screen.getByRole('alert').textContent).toContain('http://agent.lan:8090/agent/api/v1/healthz');
  expect(screen.getByRole('alert').textContent).toContain('The agent does not respond.');
  expect(screen.queryByRole('button', { name: 'Use this agent' })).toBe(null);
  isThere = true;
  fireEvent.click(button('Check address'));
  await settleScreens(50);
  fireEvent.click(button('Use this agent'));
  await settleScreens(500);
  expect(global[AGENT_KEY]).toEqual({ version: 1, address: 'http://agent.lan:8090' });
  expect(screen.getByText('History of 9')).toBeDefined();
});

it('the agent screen asks before it sends the login to another origin, and offers a retry if the agent is unreachable', async () => {
  await openGate({ address: 'http://agent.lan:8090' });
  expect(screen.getByRole('heading', { name: 'Use the agent at agent.lan:8090?' })).toBeDefined();
  expect(screen.getByText('Your login can be read on the way.')).toBeDefined();
  isThere = false;
  fireEvent.click(button('Use agent.lan:8090'));
  await settleScreens(100);
  expect(screen.getByRole('alert').textContent).toContain('The agent cannot be reached');
  isThere = true;
  fireEvent.click(button('Retry'));
  await settleScreens(100);
  expect(screen.getByText('History of 9')).toBeDefined();
});
