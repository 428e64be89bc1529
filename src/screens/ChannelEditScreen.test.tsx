// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aConfig, aCore, anAbout, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { fakeProcesses } from '../testing/fakeProcesses.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import ChannelEditScreen from './ChannelEditScreen.tsx';

// Queries by role are slow on a busy machine.

setUpScreens();

const settle = () => settleScreens(1100);

const network = (settings: object, address: string) => ({
  version: 1,
  sources: [
    {
      type: 'network',
      settings,
      inputs: [{ address, options: [] }],
      streams: [
        { index: 0, stream: 0, type: 'video', codec: 'h264', width: 1280, height: 720 },
        { index: 0, stream: 1, type: 'audio', codec: 'aac', layout: 'stereo', sampling_hz: 48000 },
      ],
    },
    { type: '', settings: {}, inputs: [], streams: [] },
  ],
  profiles: [
    {
      video: {
        source: 0,
        stream: 0,
        encoder: { coder: 'h264_nvenc', settings: { bitrate: '2048', rc: 'cbr' }, mapping: ['-codec:v', 'h264_nvenc'] },
      },
      audio: { source: 0, stream: 1, encoder: { coder: 'copy', mapping: ['-codec:a', 'copy'] } },
    },
  ],
  meta: { name: 'Studio' },
});
const camera = network({ password: 's3cret' }, 'rtsp://admin:s3cret@camera.example/1');

async function openScreen({
  metadata = camera,
  config = {},
  tab = '',
  others = {},
  answers = {},
}: {
  metadata?: object;
  config?: object;
  tab?: string;
  others?: Parameters<typeof fakeProcesses>[0];
  answers?: FakeAnswers;
}) {
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: metadata } },
    [egressId('twitch', '11111111-2222-4333-8444-000000000001')]: {
      config: { input: [{ address: `{memfs}/${CHANNEL}.m3u8` }] },
    },
    ...others,
  });
  const store = openStore({ core: aCore({ ...processes.answers, config: () => aConfig(config), ...answers }) });
  store.dispatch(sessionStarted());
  await settle();
  const screens = { '/:channel/edit/:tab?': <ChannelEditScreen />, '/:channel': <p>the channel page</p> };
  const router = renderAt(store, screens, `/${CHANNEL}/edit${tab}`);
  await settle();
  return { ...processes, store, router };
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it.each([/^Segment length/, /^Reconnect delay/])(
  'the channel form keeps invalid input in the number field %s and leads back to it',
  async (label) => {
    const { router, interrupted } = await openScreen({ tab: '/processing' });
    const field = () => screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field(), { target: { value: 'long' } });
    fireEvent.blur(field());
    await act(() => router.navigate(`/${CHANNEL}/edit/license`));
    await settle();
    expect(screen.getAllByRole('link', { name: /This tab has errors/ })).toHaveLength(1);
    fireEvent.submit(screen.getByRole('form'));
    await settle();
    expect(router.state.location.pathname).toBe(`/${CHANNEL}/edit/processing`);
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['long', 'true']);
    expect(document.activeElement).toBe(field());
    expect(interrupted).toEqual([]);
  },
);

it('the channel form starts with name, description and image, and folds the author', async () => {
  await openScreen({});
  const content = screen.getByRole('region', { name: 'Content' });
  expect(screen.getAllByRole('textbox')[0]).toBe(screen.getByLabelText(/^Channel name/));
  expect(within(content).getByRole('link', { name: 'Choose an image' }).getAttribute('href')).toBe(
    `#/${CHANNEL}/publication/player/poster`,
  );
  expect(content.textContent).toContain('Snapshot of the stream');
  expect(screen.getByLabelText('About the author').closest('details')?.open).toBe(false);
});

it.each([
  ['/meta', {}],
  ['/metadata', { author: { name: 'Ada' } }],
])(
  'the channel form opens the text fields at the former address %s without folding stored texts: %j',
  async (tab, meta) => {
    await openScreen({ tab, metadata: { ...camera, meta: { name: 'Studio', ...meta } } });
    expect(screen.getByLabelText(/^Channel name/)).toHaveProperty('value', 'Studio');
    const summary = screen.getByText('Author', { selector: 'summary' });
    expect(summary.textContent).toBe('author' in meta ? 'AuthorAda' : 'Author');
  },
);

it('the channel form shows whether the poster is a custom image', async () => {
  await openScreen({ metadata: { ...camera, player: { poster: 'channels/x/poster.png' } } });
  expect(screen.getByRole('region', { name: 'Content' }).textContent).toContain('Image of your own');
});

it('the channel form summarizes video and audio sources without secrets, and their encoding', async () => {
  await openScreen({});
  const video = screen.getByRole('region', { name: 'Video source' });
  expect(video.textContent).toContain('Network source');
  expect(video.textContent).toContain('camera.example/1');
  expect(video.textContent).toContain('H.264, 1280×720');
  expect(video.textContent).toContain('H.264 (NVENC), 2048 kbit/s');
  expect(document.body.textContent).not.toContain('s3cret');
  const audio = screen.getByRole('region', { name: 'Audio source' });
  expect(audio.textContent).toContain('AAC, stereo, 48000 Hz');
  expect(audio.textContent).toContain('Unchanged (passthrough)');
  const links = (part: HTMLElement) =>
    within(part)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(links(video)).toEqual([`#/${CHANNEL}/edit/source/video`, `#/${CHANNEL}/edit/wizard`]);
  expect(links(audio)).toEqual([`#/${CHANNEL}/edit/source/audio`]);
});

it.each([
  [{ rtmp: { enable: true, app: '/live', token: 't0ken' } }, '••••••••'],
  [{ rtmp: { enable: false } }, 'The server that this encoder sends to is off.'],
])('the channel form shows the push address of an encoder: %j', async (config, text) => {
  await openScreen({ config, metadata: network({ mode: 'push', push: { type: 'rtmp' } }, 'rtmp://localhost/live/x') });
  expect(screen.getByRole('region', { name: 'Encoder (OBS)' }).textContent).toContain(text);
});

it.each<[string, string[], Record<string, unknown>, boolean, boolean]>([
  ['on a core without push keys', [], {}, true, false],
  ['before the channel has a push key', ['push-keys'], {}, true, true],
  [
    'with a push key of the channel',
    ['push-keys'],
    { [`sluice-push:${CHANNEL}`]: 'abcdef-abcdef-abcdef' },
    false,
    true,
  ],
])(
  'the channel form warns whether an HLS push address opens all files: %s',
  async (_, extensions, keys, opens, changes) => {
    const auth = { enable: true, username: 'admin', password: 'secret-of-all' };
    await openScreen({
      config: { storage: { memory: { auth } } },
      metadata: network({ mode: 'push', push: { type: 'hls' } }, 'http://localhost:8080/memfs/ingest/x.m3u8'),
      answers: { about: () => anAbout({ extensions }), metadataAll: () => keys },
    });
    const section = screen.getByRole('region', { name: 'Encoder (OBS)' });
    expect(section.textContent?.includes('opens the files of every channel')).toBe(opens);
    expect(within(section).queryByRole('button', { name: 'Change stream key …' }) !== null).toBe(changes);
    expect(section.textContent).not.toContain('secret-of-all');
    expect(section.textContent).not.toContain('abcdef-abcdef');
  },
);

it('the channel form shows the effect of a save, and asks before an interruption', async () => {
  const { router, interrupted } = await openScreen({ tab: '/meta' });
  expect(screen.queryByText(/The stream/)).toBeNull();
  type(/^Channel name/, 'Renamed');
  expect(screen.getByText('The stream continues without interruption.')).toBeTruthy();
  await act(() => router.navigate(`/${CHANNEL}/edit/processing`));
  type(/^Segment length/, '4');
  const note = 'The stream is interrupted for about 3 s. 1 publication is cut off for about 8 s and connects again.';
  expect(screen.getByText(note)).toBeTruthy();
  fireEvent.click(button('Save'));
  const dialog = screen.getByRole('alertdialog', { name: 'Interrupt the stream?' });
  expect(dialog.textContent).toContain(note);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await settle();
  expect(interrupted).toEqual([]);
  fireEvent.click(button('Save'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Save and interrupt' }));
  await settle();
  expect(interrupted).toEqual([ingestId(CHANNEL)]);
});

it('the channel form lists and links the affected publications, and folds more than three', async () => {
  const streams = camera.sources[0]?.streams;
  const others = [2, 3, 4].map((n) => egressId('youtube', `11111111-2222-4333-8444-00000000000${n}`));
  const publication = (name: string) => ({
    config: { input: [{ address: `{memfs}/${CHANNEL}.m3u8` }] },
    metadata: { [METADATA_KEY]: { version: 1, name, settings: { stream_key: 'k3y' }, profiles: camera.profiles } },
  });
  await openScreen({
    tab: '/processing',
    metadata: { ...camera, streams },
    others: {
      [others[0] ?? '']: publication('Main'),
      [others[1] ?? '']: { metadata: { [METADATA_KEY]: { version: 2 } } },
    },
  });
  type(/^Storage/, 'diskfs');
  expect(
    screen.getByText(
      /2 publications are cut off for about \d+ s and connect again. 1 publication needs your attention.$/,
    ),
  ).toBeTruthy();
  const list = screen.getByRole('list', { name: 'What happens to publications' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'YouTube Live: Cannot follow the channel: Its settings were made by a newer version or by another program.',
    'Twitch: Reconnects, about 8 s · Reads HLS from disk instead of HLS from memory',
    'Main: Reconnects, about 8 s · Reads HLS from disk instead of HLS from memory',
  ]);
  expect(within(list).getByRole('link', { name: 'Main' }).getAttribute('href')).toBe(
    `#/${CHANNEL}/publication/youtube/11111111-2222-4333-8444-000000000002`,
  );
  expect(document.body.textContent).not.toContain('k3y');
  cleanup();
  await openScreen({
    tab: '/processing',
    metadata: { ...camera, streams },
    others: Object.fromEntries(others.map((id, n) => [id, publication(`No. ${n}`)])),
  });
  type(/^Storage/, 'diskfs');
  const folded = screen.getByText('What happens to publications').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelectorAll('li')).toHaveLength(4);
});

it('the channel form leads to a missing field', async () => {
  const { router } = await openScreen({ tab: '/license' });
  await act(() => router.navigate(`/${CHANNEL}/edit/general`));
  type(/^Channel name/, ' ');
  await act(() => router.navigate(`/${CHANNEL}/edit/license`));
  fireEvent.click(button('Save'));
  await settle();
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/edit/general`);
  expect(screen.getByText('Enter a channel name.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Channel name/));
});

it('the channel form reports that a channel without a source cannot be saved', async () => {
  await openScreen({ metadata: { version: 1, meta: { name: 'Studio' } } });
  expect(button('Save').hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('No unsaved changes.')).toBeTruthy();
  type(/^Channel name/, 'Studio 2');
  fireEvent.click(button('Save'));
  await settle();
  expect(screen.getByRole('alert').textContent).toContain('The input profile is not complete.');
});

it('the channel form shows the license with its badge, and explains an older one', async () => {
  await openScreen({ tab: '/license', metadata: { ...camera, license: 'CC BY-SA 3.0' } });
  const link = screen.getByRole('link', { name: 'Read CC BY-SA 3.0' });
  expect(link.getAttribute('href')).toBe('https://creativecommons.org/licenses/by-sa/3.0/');
  expect(link.querySelector('img')?.getAttribute('src')).toBe('licenses/by-sa.svg');
  expect(screen.getByRole('radio', { checked: true, name: /^CC BY-SA 3\.0/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^All rights reserved/ }));
  expect(screen.queryByRole('link', { name: /^Read/ })).toBeNull();
});

it('the channel form offers no feed of a server that is off, and no limits on a core without them', async () => {
  await openScreen({ tab: '/processing' });
  expect(screen.getByLabelText(/^RTMP feed/)).toHaveProperty('disabled', true);
  expect(screen.getByRole('link', { name: 'Go to RTMP' })).toBeTruthy();
  expect(screen.getByLabelText(/^CPU limit/)).toBeTruthy();
});

it('the channel form asks before unsaved changes are left, and lists what a deletion removes', async () => {
  const { router } = await openScreen({});
  fireEvent.click(button('Delete'));
  expect(screen.getByRole('alertdialog').textContent).toContain('1 publication is deleted as well.');
  fireEvent.click(button('Cancel'));
  await settle();
  await act(() => router.navigate(`/${CHANNEL}/edit/license`));
  fireEvent.click(screen.getByRole('radio', { name: /^CC0 1\.0/ }));
  await act(() => router.navigate(`/${CHANNEL}`));
  expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
});
