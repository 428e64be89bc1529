// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { egressId, ingestId, METADATA_KEY, RENDITION_KEY, renditionId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aCore, CHANNEL, someSkills } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { openStore } from '../testing/openStore.ts';
import { aac, h264 } from '../testing/probes.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import RenditionsScreen from './RenditionsScreen.tsx';

setUpScreens();

const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const coding = (type: 'v' | 'a', stream: number, coder: string) => ({
  source: 0,
  stream,
  encoder: { coder, settings: {}, mapping: [`-codec:${type}`, coder] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});
const copied = { video: coding('v', 0, 'copy'), audio: coding('a', 1, 'copy') };
const encoded = { video: coding('v', 0, 'libx264'), audio: coding('a', 1, 'copy') };
const own = { control: {}, profiles: [encoded] };
const through = (n: number) => ({ control: { source: { source: 'rtmp', rendition: uuid(n) } }, profiles: [copied] });

const channel = {
  id: ingestId(CHANNEL),
  metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Studio A' }, streams, profiles: [copied] } },
};
const publication = (n: number, metadata: object) => ({
  id: egressId('rtmp', uuid(n)),
  metadata: { [METADATA_KEY]: { version: 1, name: `Venue ${n}`, streams, ...metadata } },
});
const rendition = (n: number) => ({
  id: renditionId(CHANNEL, uuid(n)),
  metadata: {
    [RENDITION_KEY]: { version: 1, name: '720p H.264', reads: 'hls+memfs', feed: 'rtmp', profile: encoded, streams },
  },
});

async function openScreen(processes: readonly object[], overrides: FakeAnswers = {}) {
  const core = aCore({
    skills: () => ({ ...someSkills(), filter: [{ id: 'scale' }] }),
    processes: () =>
      [channel, ...processes].map((process) => ({
        ...{ reference: CHANNEL, config: {}, state: { order: 'start', exec: 'running', cpu_usage: 80 } },
        ...process,
      })),
    ...overrides,
  });
  const store = openStore({ core });
  store.dispatch(sessionStarted());
  await settleScreens(20);
  renderAt(store, { '/:channel/renditions': <RenditionsScreen /> }, `/${CHANNEL}/renditions`);
  await settleScreens(20);
  return store;
}

const region = (name: string) => within(screen.getByRole('region', { name }));

it('the renditions screen offers to share the encoding of two publications, with the saving', async () => {
  await openScreen([publication(1, own), publication(2, own)]);
  expect(document.title).toBe('Renditions · Studio A · Sluice');
  const twice = region('Encoded several times').getByRole('listitem');
  expect(twice.textContent).toMatch(/Venue 1, Venue 2.*H\.264.*1280×720.*One encoding saves 0\.8 CPU cores/);
  expect(screen.getAllByRole('button', { name: /^Add \d+p$/ }).map(({ textContent }) => textContent)).toEqual([
    'Add 720p',
    'Add 480p',
  ]);
});

it.each([
  [
    'for a publication with its own encoding',
    [publication(1, own)],
    {},
    ['Add 720p 1280×720', 'Add 480p 854×480'],
    false,
  ],
  [
    'none without an encoder on the core',
    [],
    { skills: () => ({ ...someSkills(), codecs: { ...someSkills().codecs, video: [] } }) },
    [],
    true,
  ],
])(
  'the renditions screen offers possible sizes or explains why there are none: %s',
  async (_, processes, overrides, offered, isEmptyShown) => {
    await openScreen(processes, overrides);
    const list = region('Sizes for several publications');
    const sizes = list.queryAllByRole('listitem').map(({ textContent }) => textContent?.replace('p', 'p '));
    expect(sizes).toEqual(offered);
    expect(list.queryByText('This channel offers no size to add.') !== null).toBe(isEmptyShown);
    // The first rendition is added on this screen, so there is no other link.
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Close']);
  },
);

it.each([
  ['one in use cannot be deleted', through(3), 'Venue 1', false],
  ['an unused one can be deleted', own, 'No publication uses it', true],
])('the renditions screen shows a rendition: %s', async (_, readers, stateText, removable) => {
  const requested: string[] = [];
  const processDelete = ({ id }: { id: string }) => {
    requested.push(id);
    return 'OK';
  };
  await openScreen([publication(1, readers), rendition(3)], { processDelete });
  const [row] = within(screen.getByRole('list', { name: 'Renditions' })).getAllByRole('listitem');
  expect(row?.textContent).toMatch(new RegExp(`720p H\\.264.*${stateText}`));
  expect(screen.queryByRole('button', { name: 'Add 720p' })).toBeNull();
  const trash = screen.queryByRole('button', { name: 'Delete rendition 720p H.264' });
  expect(trash !== null).toBe(removable);
  if (!trash) return;
  fireEvent.click(trash);
  await settleScreens(20);
  await act(async () => {
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  });
  await settleScreens(20);
  expect(requested).toEqual([renditionId(CHANNEL, uuid(3))]);
});

it('the renditions screen shows why the renditions cannot be loaded', async () => {
  await openScreen([], { processes: () => [] });
  expect(screen.getByRole('alert').textContent).toContain('The encodings could not be read');
});
