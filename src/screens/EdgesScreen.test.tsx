// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aConfig, aCore } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import EdgesScreen from './EdgesScreen.tsx';

setUpScreens();

const kitTemplate = async (name: string) => readFileSync(`docker/edge/kit/${name}`, 'utf8');

async function openScreen() {
  const config = () => aConfig({ sessions: { max_sessions: 100, max_bitrate_mbit: 0 } });
  const core = aCore({ processes: () => [], config });
  const edges = { 'https://a.example/edge/status': { viewers: 7, channels: {} } };
  const store = openStore({ core, edges, kitTemplate, storage: { upload: '1000' } });
  store.dispatch(sessionStarted());
  await settleScreens(20);
  renderAt(store, { '/edges': <EdgesScreen /> }, '/edges');
  await settleScreens(20);
}

it('the edges screen shows the resources for a number of viewers, and the bottlenecks', async () => {
  await openScreen();
  fireEvent.change(screen.getByLabelText(/^Viewers at once/), { target: { value: '150' } });
  const status = screen.getByText(/They need 750 Mbit/);
  expect(status.textContent).toContain('That is 75% of the upload speed');
  expect(screen.getByText('The setting "Maximum viewers" lets fewer in.')).toBeDefined();
  expect(screen.getByText(/^Segments of the stream: 12\.0 MB in the memory of this server, 30\.0 MB at/)).toBeDefined();
  expect(screen.getByText('Recorded: 1.8 GB an hour.')).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Viewers at once/), { target: { value: '90' } });
  expect(screen.queryByText('The setting "Maximum viewers" lets fewer in.')).toBe(null);
});

it('the edges screen creates edge files, rejects an invalid address or image, and checks edges', async () => {
  await openScreen();
  fireEvent.click(screen.getByRole('button', { name: 'Make the files' }));
  await settleScreens(20);
  expect(screen.getByRole('region', { name: 'compose.yaml' }).textContent).toContain('EDGE_ORIGIN');
  fireEvent.change(screen.getByLabelText(/^Address of this core/), { target: { value: 'core' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the files' }));
  await settleScreens(20);
  expect(screen.getByText(/^Not a valid address/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'compose.yaml' })).toBe(null);
  fireEvent.change(screen.getByLabelText(/^Address of this core/), { target: { value: 'http://core.example' } });
  fireEvent.change(screen.getByLabelText(/^Container image for the edges/), { target: { value: 'Edge' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the files' }));
  await settleScreens(20);
  expect(screen.getByText(/^Not a valid image name/)).toBeDefined();
  expect(screen.queryByLabelText(/^Image of the core/)).toBe(null);
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'kubernetes' } });
  expect(screen.getByLabelText<HTMLInputElement>(/^Image of the core/).value).toBe('sluice-embedded:latest');
  const addresses = { target: { value: 'https://a.example https://gone.example' } };
  fireEvent.change(screen.getByLabelText(/^Addresses of edges/), addresses);
  fireEvent.click(screen.getByRole('button', { name: 'Check edges' }));
  await settleScreens(20);
  const list = screen.getByRole('list', { name: 'Check edges' }).textContent;
  expect(list).toContain('Responds. Viewers: 7');
  expect(list).toContain('Does not respond as an edge.');
});
