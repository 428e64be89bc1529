import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import {
  BUILT_IMAGES,
  edgeCheckRequested,
  edgeKitClosed,
  edgeKitOpened,
  edgeKitRequested,
  type WantedKit,
} from './slice.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const settle = async () => {
  await vi.advanceTimersByTimeAsync(20);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

const kitTemplate = async (name: string) => readFileSync(`docker/edge/kit/${name}`, 'utf8');

async function openKit(options: Pick<NonNullable<Parameters<typeof openStore>[0]>, 'edges' | 'kitTemplate'>) {
  const hls = { master_playlist: true };
  const ingest = { id: ingestId(CHANNEL), reference: CHANNEL, metadata: { [METADATA_KEY]: { control: { hls } } } };
  const store = openStore({ ...options, core: aCore({ processes: () => [ingest], sessionsActive: () => ({}) }) });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(edgeKitOpened());
  await settle();
  return { store, shown: () => store.getState().edgeKit };
}

const options: WantedKit = {
  ...{ kind: 'compose', origin: 'http://core.example:8080/', edges: 2, mostViewers: 0 },
  ...BUILT_IMAGES,
};

it('the edge kit creates edge files for the channels of this core', async () => {
  const { store, shown } = await openKit({ kitTemplate });
  store.dispatch(edgeKitRequested(options));
  await settle();
  expect(shown()).toMatchObject({ refused: null, files: [{ name: 'compose.yaml' }] });
  expect(shown().files[0]?.text).toContain('EDGE_ORIGIN: "http://core.example:8080"\n');
  expect(shown().files[0]?.text).toMatch(new RegExp(`EDGE_CHANNELS: "?${CHANNEL}:variants"?\n`));
  store.dispatch(edgeKitRequested({ ...options, origin: 'core' }));
  await settle();
  expect(shown()).toMatchObject({ refused: 'origin', files: [] });
});

it('the edge kit creates edge files with the entered image, and rejects an invalid image', async () => {
  const { store, shown } = await openKit({ kitTemplate });
  store.dispatch(edgeKitRequested({ ...options, image: ' r.example/edge:1 ', coreImage: 'not used' }));
  await settle();
  expect(shown().files[0]?.text).toContain('image: "r.example/edge:1"');
  store.dispatch(edgeKitRequested({ ...options, image: 'a b' }));
  await settle();
  expect(shown()).toMatchObject({ refused: 'image', files: [] });
  store.dispatch(edgeKitRequested({ ...options, kind: 'kubernetes', coreImage: '' }));
  await settle();
  expect(shown()).toMatchObject({ refused: 'coreImage', files: [] });
});

it('the edge kit reports a template that does not load', async () => {
  const { store, shown } = await openKit({});
  store.dispatch(edgeKitRequested(options));
  await settle();
  expect(shown()).toMatchObject({ refused: 'notLoaded', files: [] });
});

it('the edge kit checks edges, and forgets files and results when the operator leaves the screen', async () => {
  const { store, shown } = await openKit({ edges: { 'https://a.example/edge/status': { viewers: 7, channels: {} } } });
  store.dispatch(edgeCheckRequested(['https://a.example', 'https://gone.example']));
  expect(shown().check).toEqual({ status: 'running' });
  await settle();
  expect(shown().check).toEqual({
    status: 'answered',
    answers: [
      { address: 'https://a.example', viewers: 7 },
      { address: 'https://gone.example', viewers: null },
    ],
  });
  store.dispatch(edgeKitClosed());
  expect(shown()).toEqual({ files: [], refused: null, check: { status: 'idle' } });
});
