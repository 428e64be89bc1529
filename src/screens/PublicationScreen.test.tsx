// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SkillsAnswer } from '../api/answers/skills.ts';
import { egressId, ingestId, METADATA_KEY } from '../api/processIds.ts';
import { services } from '../catalog/services/index.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { preferenceChosen } from '../features/shared/preference/slice.ts';
import { skillsOf } from '../media/encoding/skills.ts';
import { aConfig, aCore, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { fakeProcesses } from '../testing/fakeProcesses.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import PublicationAddScreen from './PublicationAddScreen.tsx';
import PublicationScreen from './PublicationScreen.tsx';

setUpScreens();

const UUID = '11111111-2222-4333-8444-000000000001';
const id = egressId('youtube', UUID);
const streams = [
  { type: 'video', codec: 'h264', stream: 0 },
  { type: 'audio', codec: 'aac', stream: 1 },
];
const stored: Record<string, object> = {
  [ingestId(CHANNEL)]: { streams, meta: { name: 'Studio A' } },
  [id]: { version: 1, name: 'Main event', settings: { stream_key: 's3cret' } },
};
const skills = {
  ffmpeg: { version: '5.1.9' },
  codecs: {
    audio: [{ id: 'aac', encoders: ['aac'], decoders: ['aac'] }],
    video: [{ id: 'h264', encoders: ['libx264'], decoders: ['h264'] }],
  },
  filter: [{ id: 'transpose' }],
  formats: { demuxers: [], muxers: [{ id: 'flv' }, { id: 'hls' }] },
  protocols: { input: [], output: [{ id: 'rtmps' }, { id: 'https' }] },
};

const settle = (ms = 20) => settleScreens(ms);

async function openScreen(
  path: string,
  state: object = { order: 'stop', exec: 'finished' },
  answers: FakeAnswers = {},
) {
  const written: object[] = [];
  let preferences: unknown = null;
  const store = openStore({
    core: aCore({
      skills: () => skills,
      processes: () =>
        Object.keys(stored).map((egress) => ({
          id: egress,
          reference: CHANNEL,
          metadata: { [METADATA_KEY]: stored[egress] },
          state,
        })),
      processAdd: ({ body }) => {
        written.push(body);
        return 'OK';
      },
      processMetadataSet: ({ body }) => {
        preferences = body;
        return body;
      },
      processMetadata: () => preferences,
      processCommand: () => 'OK',
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await settle();
  const screens = {
    '/:channel': <p>the channel page</p>,
    '/:channel/publication': <PublicationAddScreen />,
    '/:channel/publication/:service/:index?/:tab?': <PublicationScreen />,
  };
  const router = renderAt(store, screens, `/${CHANNEL}/publication${path}`);
  await settle();
  const goTo = async (to: string) => {
    await act(() => router.navigate(`/${CHANNEL}/publication${to}`));
    await settle();
  };
  return { store, router, written, goTo };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('the publication form names the screen after the publication and the channel', async () => {
  await openScreen(`/youtube/${UUID}`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Main event');
  expect(document.title).toBe('Main event · Studio A · Sluice');
});

it.each([
  ['youtube', ['Copyright rules of YouTube Live', 'Documentation of YouTube Live']],
  ['twitch', ['Documentation of Twitch']],
  ['rtmp', ['Documentation of RTMP']],
])(
  'the publication form links to the documentation of %s without advising to ask the operator',
  async (service, names) => {
    await openScreen(`/${service}`);
    const links = screen.queryAllByRole('link', { name: /^(?:Copyright rules|Documentation) of/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(names);
    expect(screen.queryByText(/contact the operator/)).toBeNull();
  },
);

it('the publication form does not advise to contact the operator of a self-hosted server', async () => {
  await openScreen('/rtmp');
  expect(screen.queryByText(/contact the operator/)).toBeNull();
});

const tabNames = () =>
  within(screen.getByRole('navigation', { name: 'Publication settings' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('the publication form shows two tabs and a folded process to beginners, and keeps the process tab once opened', async () => {
  const { goTo } = await openScreen(`/youtube/${UUID}`);
  expect(tabNames()).toEqual(['General', 'Encoding']);
  const link = screen.getByText('Process control').closest('a');
  expect(link?.closest('details')?.open).toBe(false);
  expect(link?.getAttribute('href')).toBe(`#/${CHANNEL}/publication/youtube/${UUID}/process`);
  await goTo(`/youtube/${UUID}/process`);
  expect(screen.getByLabelText(/^Reconnect delay/)).toBeTruthy();
  await goTo(`/youtube/${UUID}/general`);
  expect(tabNames()).toEqual(['General', 'Encoding', 'Process control']);
  expect(screen.queryByText(/^When it starts and reconnects/)).toBeNull();
});

it('the publication form shows all tabs to experts', async () => {
  const { store } = await openScreen(`/youtube/${UUID}`);
  act(() => {
    store.dispatch(preferenceChosen({ key: 'expert', value: 'true' }));
  });
  expect(tabNames()).toEqual(['General', 'Encoding', 'Process control']);
  expect(screen.queryByText(/^When it starts and reconnects/)).toBeNull();
  expect(screen.getByText('Command preview').closest('details')?.parentElement?.closest('details')).toBeNull();
});

it('the publication form saves hidden settings as stored', async () => {
  const control = {
    process: { autostart: true, reconnect: false, delay: 7, staleTimeout: 9, low_delay: true },
    turn: { group: 'Evening', order: 3, pause: 4 },
  };
  const saved: unknown[] = [];
  await openScreen(`/youtube/${UUID}`, undefined, {
    processes: () =>
      Object.entries(stored).map(([egress, metadata]) => ({
        id: egress,
        reference: CHANNEL,
        metadata: { [METADATA_KEY]: egress === id ? { ...metadata, control } : metadata },
      })),
    processMetadataSet: ({ body }) => {
      saved.push(body);
      return body;
    },
  });
  expect(screen.getByLabelText('Group')).toHaveProperty('value', 'Evening');
  type(screen.getByLabelText('Publication name'), 'Renamed');
  fireEvent.click(button('Save'));
  await settle();
  expect(saved.at(-1)).toMatchObject({ name: 'Renamed', control });
});

it('the publication form offers a separate encoding in each publication, and a link to renditions', async () => {
  await openScreen(`/youtube/${UUID}/encoding`);
  expect(screen.getByLabelText('Video and audio come from')).toHaveProperty('value', '');
  expect(screen.getByRole('link', { name: 'Add a rendition' }).getAttribute('href')).toBe(`#/${CHANNEL}/renditions`);
});

it('the publication form marks and focuses a missing field', async () => {
  const { written } = await openScreen('/youtube');
  expect(screen.getByLabelText(/^Stream key/).getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(button('Save'));
  await settle();
  const key = screen.getByLabelText(/^Stream key/);
  expect(key.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(key);
  expect(written).toEqual([]);
  type(key, 'abc');
  await settle();
  expect(key.getAttribute('aria-invalid')).toBeNull();
});

it('the publication form rejects an invalid bitrate at its field from any tab, and sends nothing', async () => {
  const { written, router, goTo } = await openScreen(`/youtube/${UUID}/encoding`);
  type(screen.getByLabelText(/^Video encoding/), 'libx264');
  await settle();
  type(screen.getByLabelText('Video bitrate'), '\n');
  type(screen.getByLabelText('Video bitrate, custom value'), 'abc');
  await settle();
  await goTo(`/youtube/${UUID}/general`);
  fireEvent.click(button('Save'));
  await settle();
  expect(router.state.location.pathname).toMatch(/\/encoding$/);
  const field = screen.getByLabelText<HTMLInputElement>('Video bitrate, custom value');
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['abc', 'true']);
  expect(document.activeElement).toBe(field);
  await goTo(`/youtube/${UUID}/general`);
  expect(screen.getByRole('link', { name: /^Encoding.*error/i })).toBeTruthy();
  expect(written).toEqual([]);
});

it.each([
  ['process', /^Reconnect delay/, 'soon'],
  ['process', /^Stale timeout/, '-1'],
])(
  'the publication form keeps invalid input on the tab %s and leads there from all others: %s, %s',
  async (tab, label, text) => {
    const path = `/youtube/${UUID}`;
    const { written, router, goTo } = await openScreen(`${path}/${tab}`);
    const field = () => screen.getByLabelText<HTMLInputElement>(label);
    type(field(), text);
    fireEvent.blur(field());
    for (const other of ['general', 'encoding']) {
      await goTo(`${path}/${other}`);
      expect(screen.getAllByRole('link', { name: /This tab has errors/ })).toHaveLength(1);
      fireEvent.click(button('Save'));
      await settle();
      expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication${path}/${tab}`);
      expect([field().value, field().getAttribute('aria-invalid')]).toEqual([text, 'true']);
      expect(document.activeElement).toBe(field());
    }
    expect(written).toEqual([]);
    await goTo('');
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  },
);

it('the publication form focuses an invalid bitrate after each way to save', async () => {
  const { written, goTo } = await openScreen('/youtube/new/general');
  type(screen.getByLabelText(/^Stream key/), 'abc');
  await goTo('/youtube/new/encoding');
  type(screen.getByLabelText(/^Video encoding/), 'libx264');
  await settle();
  type(screen.getByLabelText('Video bitrate'), '\n');
  const field = screen.getByLabelText<HTMLInputElement>('Video bitrate, custom value');
  type(field, '4000k5');
  for (const name of ['Save', 'Save and start']) {
    field.blur();
    fireEvent.click(button(name));
    await settle();
    expect(document.activeElement).toBe(field);
  }
  expect(written).toEqual([]);
});

it.each([
  ['the playlist in memory', {}, {}, null],
  ['the playlist on disk', { hls: { storage: 'diskfs' } }, {}, 'HLS from disk'],
  ['the feed with the least delay', { rtmp: { enable: true }, srt: { enable: true } }, { rtmp: {}, srt: {} }, 'RTMP'],
  ['no feed whose server is off', { rtmp: { enable: true }, srt: { enable: true } }, { srt: {} }, 'SRT'],
])(
  'the publication form reads %s for a new publication, and states an unusual feed',
  async (_, control, servers, feed) => {
    const config = Object.fromEntries(Object.keys(servers).map((name) => [name, { enable: true }]));
    await openScreen('/youtube', undefined, {
      config: () => aConfig(config),
      processes: () => [
        {
          id: ingestId(CHANNEL),
          reference: CHANNEL,
          metadata: { [METADATA_KEY]: { streams, meta: { name: 'Studio A' }, control } },
        },
      ],
    });
    const sentence = screen.queryByText(/^Reads the channel as: /)?.textContent ?? null;
    expect(sentence).toEqual(feed && expect.stringContaining(feed));
  },
);

it('the publication form leads to the channel page if the channel is not set up', async () => {
  await openScreen('', undefined, { processes: () => [] });
  expect(document.body.textContent).toBe('the channel page');
});

it('the publication form returns to the tab with a missing field', async () => {
  const { router } = await openScreen('/youtube/new/encoding');
  fireEvent.click(button('Save'));
  await settle();
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication/youtube`);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Stream key/));
});

it('the publication form keeps and stores the input of every tab', async () => {
  const { goTo, written } = await openScreen('/youtube');
  type(screen.getByLabelText(/^Stream key/), 'abc');
  await goTo('/youtube/new/encoding');
  type(screen.getByLabelText('Video encoding'), 'libx264');
  await settle();
  await goTo('/youtube/new/process');
  fireEvent.click(screen.getByRole('switch', { name: 'Reconnect' }));
  expect(screen.getByLabelText('Reconnect delay').hasAttribute('disabled')).toBe(true);
  fireEvent.click(button('Save'));
  await settle();
  expect(written).toMatchObject([
    {
      reconnect: false,
      output: [
        {
          address: 'rtmps://a.rtmps.youtube.com:443/live2/abc',
          options: expect.arrayContaining(['-codec:v', 'libx264', '-codec:a', 'copy']),
        },
      ],
    },
  ]);
});

it('the publication form explains that filters need an encoder, and adds one with a click', async () => {
  await openScreen(`/youtube/${UUID}/encoding`);
  const video = within(screen.getByRole('region', { name: 'Video' }));
  expect(video.getByText(/^Filters need an encoder/)).toBeTruthy();
  expect(video.queryByLabelText('Rotation')).toBeNull();
  fireEvent.click(video.getByRole('button', { name: /^Encode with H.264/ }));
  await settle();
  expect(video.getByLabelText('Video encoding')).toHaveProperty('value', 'libx264');
  type(video.getByLabelText('Rotation'), '180');
  await settle();
  expect(document.body.textContent).toContain('-filter:v transpose=dir=clock:passthrough=none,transpose=dir=clock');
});

it('the publication form names an encoder that this core lacks, with its stored settings', async () => {
  const graph = 'yadif';
  const encoder = { coder: 'h264_nvenc', settings: {}, mapping: ['-codec:v', 'h264_nvenc', '-vf', graph] };
  const video = { source: 0, stream: 0, encoder, filter: { graph, settings: {} } };
  stored[id] = { ...stored[id], profiles: [{ video }] };
  try {
    await openScreen(`/youtube/${UUID}/encoding`);
  } finally {
    stored[id] = { version: 1, name: 'Main event', settings: { stream_key: 's3cret' } };
  }
  const field = screen.getByLabelText('Video encoding');
  expect(field).toHaveProperty('value', 'h264_nvenc');
  expect(field.textContent).toContain('h264_nvenc, not available on this core');
  expect(screen.getByLabelText('Other filters')).toHaveProperty('value', 'yadif');
});

it('the publication form shows the command without the stream key', async () => {
  await openScreen(`/youtube/${UUID}`);
  expect(screen.getByText('copy h264, copy aac')).toBeTruthy();
  expect(screen.getByText('rtmps://a.rtmps.youtube.com:443/live2/***')).toBeTruthy();
  expect(document.body.textContent).not.toContain('s3cret');
});

it.each([
  ['stopped', { order: 'stop', exec: 'finished' }, 'Connect', null],
  ['connecting', { order: 'start', exec: 'running', runtime_seconds: 3 }, 'Connecting …', null],
  ['failed', { order: 'start', exec: 'failed', last_logline: 'x' }, 'Reconnect', 'You have to reconnect manually'],
  [
    'failed with a retry',
    { order: 'start', exec: 'failed', last_logline: 'x', reconnect_seconds: 9 },
    'Disconnect',
    'Reconnecting in 9 s',
  ],
])('the publication form shows the process controls of a publication that is %s', async (_, state, text, note) => {
  await openScreen(`/youtube/${UUID}/process`, state);
  const connection = within(screen.getByRole('region', { name: 'Connection' }));
  expect(connection.getByRole('button', { name: text })).toBeTruthy();
  if (note) expect(connection.getByText(note)).toBeTruthy();
});

it('the publication form hides the process controls while there are unsaved changes', async () => {
  const { goTo } = await openScreen(`/youtube/${UUID}`);
  type(screen.getByLabelText('Publication name'), 'Other');
  await goTo(`/youtube/${UUID}/process`);
  expect(
    screen.getByText('You have unsaved changes. Please save them before you can control the service again.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});

it('the publication form asks before a changed form is left, but not between tabs', async () => {
  const { goTo, router } = await openScreen(`/youtube/${UUID}`);
  type(screen.getByLabelText('Publication name'), 'Other');
  await goTo(`/youtube/${UUID}/encoding`);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(() => router.navigate(`/${CHANNEL}`));
  expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  fireEvent.click(button('Leave without saving'));
  await settle();
  expect(screen.getByText('the channel page')).toBeTruthy();
});

it('the publication form deletes after a confirmation, away from the save button', async () => {
  const deleted: string[] = [];
  await openScreen(`/youtube/${UUID}`, undefined, {
    processDelete: ({ id: process }) => {
      deleted.push(process);
      return 'OK';
    },
  });
  fireEvent.click(button('Delete'));
  expect(deleted).toEqual([]);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete publication' }));
  await settle();
  expect(deleted).toEqual([id]);
});

const NOTE = 'The stream is interrupted for some seconds.';
const stoppedState = { order: 'stop', exec: 'finished', runtime_seconds: 5 };

it('the publication form announces an interruption only if the save causes one', async () => {
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
    [id]: { metadata: { [METADATA_KEY]: stored[id] } },
  });
  const { goTo } = await openScreen(`/youtube/${UUID}`, undefined, processes.answers);
  const saveAgain = async () => {
    await goTo(`/youtube/${UUID}/encoding`);
    await goTo('');
    await goTo(`/youtube/${UUID}`);
  };
  const note = () => screen.queryByText(NOTE);
  const save = async () => {
    fireEvent.click(button('Save'));
    await settle();
  };
  // Another program has created the process, and the operator has not asked to replace it.
  expect(note()).toBeNull();
  await save();
  expect(processes.interrupted).toEqual([]);
  await saveAgain();
  type(screen.getByLabelText('Publication name'), 'Other');
  expect(note()).toBeNull();
  const key = screen.getByLabelText(/^Stream key/);
  type(key, 'another');
  expect(note()).toBeTruthy();
  type(key, 's3cret');
  expect(note()).toBeNull();
  await save();
  expect(processes.interrupted).toEqual([]);
  expect(processes.held.get(id)?.metadata).toMatchObject({ [METADATA_KEY]: { name: 'Other' } });
  await saveAgain();
  type(screen.getByLabelText(/^Stream key/), 'another');
  await save();
  expect(processes.interrupted).toEqual([id]);
});

it('the publication form announces no interruption if the process is not running', async () => {
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
    [id]: { metadata: { [METADATA_KEY]: stored[id] }, state: stoppedState },
  });
  await openScreen(`/youtube/${UUID}`, undefined, processes.answers);
  type(screen.getByLabelText(/^Stream key/), 'another');
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('the publication form is replaced by the next step for a publication of a newer version', async () => {
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
    [id]: { metadata: { [METADATA_KEY]: { version: '2.1.0', name: 'Later' } } },
  });
  await openScreen(`/youtube/${UUID}`, undefined, processes.answers);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('These settings were made by a newer version');
  expect(alert.textContent).toContain('2.1.0');
  expect(alert.textContent).toContain('Update the interface');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('the list of services names those that the core does not support, with the reason', async () => {
  const { router } = await openScreen('');
  const twitch = button(/^Twitch/);
  expect(twitch.getAttribute('aria-disabled')).toBe('true');
  expect(twitch.textContent).toContain('Incompatible. Check the requirements');
  expect(twitch.textContent).toContain('protocol rtmp');
  fireEvent.click(twitch);
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication`);
  type(screen.getByRole('searchbox'), 'you');
  expect(screen.queryByRole('button', { name: /^Twitch/ })).toBeNull();
  fireEvent.click(button(/^YouTube/));
  await settle();
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication/youtube`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('New publication: YouTube Live');
});

it.each([
  ['/srt', 'h.example:9000', 'protocol srt'],
  ['/rtmp', 'rtmp://h.example/app', 'protocol rtmp'],
])(
  'the publication form explains why the core does not support a new publication at %s to %s, and does not store it',
  async (path, to, missing) => {
    const { written, router } = await openScreen(path);
    type(screen.getByLabelText(/^(Server|Address)/), to);
    await settle();
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('This core cannot run this publication');
    expect(alert.textContent).toContain(missing);
    fireEvent.click(button('Save'));
    await settle();
    expect(written).toEqual([]);
    expect(document.activeElement?.contains(alert)).toBe(true);
    expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication${path}`);
  },
);

it('the publication form explains why a stored publication is no longer supported, and still renames, stops and deletes it', async () => {
  const rtmp = egressId('rtmp', UUID);
  stored[rtmp] = { version: 1, name: 'Venue', settings: { protocol: 'rtmp://', address: 'h/app/key', options: {} } };
  try {
    const { written, goTo } = await openScreen(`/rtmp/${UUID}`, {
      ...{ order: 'start', exec: 'running', runtime_seconds: 60 },
      progress: { fps: 25, speed: 1, frame: 100 },
    });
    expect(screen.getByRole('alert').textContent).toContain('protocol rtmp');
    expect(button('Delete')).toBeTruthy();
    await goTo(`/rtmp/${UUID}/process`);
    expect(screen.getByRole('alert').textContent).toContain('It can still be renamed, stopped and deleted here.');
    expect(button('Disconnect')).toBeTruthy();
    await goTo(`/rtmp/${UUID}`);
    type(screen.getByLabelText('Publication name'), 'Old venue');
    fireEvent.click(button('Save'));
    await settle();
    expect(written).toMatchObject([{ id: rtmp }]);
  } finally {
    delete stored[rtmp];
  }
});

it.each([
  ['Bigo Live', 'Publication name', ['Bigo Live', '']],
  ['rtmp://live.example.com/app', 'Server', ['RTMP', 'rtmp://live.example.com/app']],
])(
  'the list of services offers RTMP prefilled after an unsuccessful search for %s',
  async (typed, _, [name, server]) => {
    const { router, goTo } = await openScreen('');
    type(screen.getByRole('searchbox'), typed);
    fireEvent.click(screen.getByRole('link', { name: 'Use RTMP with the address of the service' }));
    await settle();
    expect(router.state.location.pathname + router.state.location.search).toBe(`/${CHANNEL}/publication/rtmp`);
    const fields = () => [screen.getByLabelText('Publication name'), screen.getByLabelText(/^Server/)];
    expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual([name, server]);
    await goTo('/rtmp/new/encoding');
    await goTo('/rtmp');
    expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual([name, server]);
  },
);

it('the list of services focuses the search, moves by arrow keys, and starts with recently used services', async () => {
  const { router, goTo } = await openScreen('');
  const search = screen.getByRole('searchbox');
  expect(document.activeElement).toBe(search);
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toContain('YouTube');
  type(search, 'twitch');
  fireEvent.keyDown(search, { key: 'Enter' });
  await settle();
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication`);
  type(screen.getByRole('searchbox'), 'facebook');
  fireEvent.keyDown(search, { key: 'Enter' });
  await settle();
  expect(router.state.location.pathname).toBe(`/${CHANNEL}/publication/facebook`);
  await goTo('');
  const used = within(screen.getByRole('list', { name: 'Recently used' })).getAllByRole('button');
  expect(used.map(({ textContent }) => textContent)).toEqual(['Facebook Live', 'YouTube Live']);
});

it('the list of services does not offer discontinued ones', async () => {
  const { goTo, store } = await openScreen('');
  type(screen.getByRole('searchbox'), 'azure');
  expect(screen.queryByRole('button', { name: /^Azure/ })).toBeNull();
  await goTo('/azure');
  expect(store.visited).toEqual([`/${CHANNEL}`]);
});

it('the publication form saves under the stored id of a service, and copies under the current one', async () => {
  const other = egressId('datarhei_core', UUID);
  const settings = { protocol: 'rtmp://', base_url: 'core.example', stream_name: 'cam2', rtmp_token: 's3cret' };
  const otherStored = { version: 1, name: 'Second site', settings };
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
    [other]: { metadata: { [METADATA_KEY]: otherStored } },
  });
  const able = { ...skills, protocols: { input: [], output: [{ id: 'rtmp' }] } };
  const { goTo } = await openScreen(`/datarhei_core/${UUID}`, undefined, {
    ...processes.answers,
    skills: () => able,
  });
  expect(screen.getByLabelText<HTMLInputElement>(/^Target address/).value).toContain('core.example/live/cam2');
  type(screen.getByLabelText('Publication name'), 'Third site');
  fireEvent.click(button('Save'));
  await settle(100);
  expect([...processes.held.keys()].filter((process) => process.includes(':egress:'))).toEqual([other]);
  expect(processes.held.get(other)?.metadata[METADATA_KEY]).toMatchObject({ name: 'Third site', settings });
  await goTo(`/datarheicore?from=${UUID}`);
  await settle(50);
  fireEvent.click(button('Save'));
  await settle(100);
  const ids = [...processes.held.keys()].filter((process) => process.includes(':egress:'));
  expect(ids.map((process) => process.split(':')[2]).sort()).toEqual(['datarhei_core', 'datarheicore']);
});

it('the publication form edits an unknown service and keeps its outputs, shown without secrets', async () => {
  const other = egressId('bitmovin', UUID);
  const outputs = [{ address: 'rtmp://core.example/live/main.stream?token=s3cret', options: ['-f', 'flv'] }];
  const config = {
    input: [{ id: 'input_0', address: '#other:output=output_0', options: ['-re'] }],
    output: [
      { id: 'output_0', address: outputs[0]?.address, options: ['-map', '0:0', '-codec:v', 'copy', '-f', 'flv'] },
    ],
    reconnect: true,
    reconnect_delay_seconds: 15,
    stale_timeout_seconds: 30,
  };
  const otherStored = { version: '1.3.0', name: 'Second site', outputs, settings: { rtmp_token: 's3cret' }, theirs: 1 };
  const processes = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
    [other]: { config, metadata: { [METADATA_KEY]: otherStored } },
  });
  const before = processes.held.get(other)?.config;
  await openScreen(`/bitmovin/${UUID}`, undefined, processes.answers);
  const text = screen.getByRole('region', { name: 'Outputs' }).textContent;
  expect(text).toContain('no form for Bitmovin');
  expect(text).toContain('rtmp://core.example/');
  expect(document.body.textContent).not.toContain('s3cret');
  type(screen.getByLabelText('Publication name'), 'Third site');
  expect(screen.queryByText(NOTE)).toBeNull();
  fireEvent.click(button('Save'));
  await settle();
  expect(processes.interrupted).toEqual([]);
  expect(processes.held.get(other)?.config).toEqual(before);
  expect(processes.held.get(other)?.metadata).toMatchObject({
    [METADATA_KEY]: { name: 'Third site', outputs, settings: { rtmp_token: 's3cret' }, theirs: 1 },
  });
});

it('the publication form splits a pasted address, reports it, and can undo it', async () => {
  await openScreen('/rtmp');
  const server = screen.getByLabelText<HTMLInputElement>(/^Server/);
  const key = screen.getByLabelText<HTMLInputElement>(/^Stream key/);
  type(key, 'rtmp://live.example.org/app/s3cret');
  await settle();
  expect([server.value, key.value]).toEqual(['rtmp://live.example.org/app', 's3cret']);
  expect(screen.getByText('Split into server and stream key.')).toBeDefined();
  fireEvent.click(button('Undo'));
  await settle();
  expect(key.value).toBe('rtmp://live.example.org/app/s3cret');
  fireEvent.click(button('Split'));
  await settle();
  expect(key.value).toBe('s3cret');
});

const providers = services.filter(({ keyPage, retired }) => (keyPage?.({}) ?? null) !== null && !retired);

it.each(providers)('the publication form links to the page where $id shows the key', async ({ id, keyPage }) => {
  await openScreen(`/${id}`);
  expect(screen.getByRole('link', { name: 'Get stream key' }).getAttribute('href')).toBe(keyPage?.({}));
});

it('the publication form links to the key page if only the backup is used', async () => {
  await openScreen('/facebook');
  fireEvent.click(screen.getByRole('switch', { name: 'Backup stream' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Primary stream' }));
  await settle();
  expect(screen.getByLabelText('Backup stream key')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Get stream key' })).toBeDefined();
});

it.each([
  ['datarheicore', { v2_address: 'rtmp://core.example/live/x?token=t' }, 'Target address'],
  ['udp', { address: '239.0.0.1:5000' }, 'Address'],
  ['mpegts', { address: 'udp://239.0.0.1:5000' }, 'Address'],
  ['image2', { address: 'https://upload.example/x.jpg' }, 'Address'],
])(
  'the publication form names below the address the publication of %s with the same destination',
  async (service, settings, label) => {
    const other = egressId(service, UUID);
    const address = Object.values(settings)[0] ?? '';
    const definition = services.find((entry) => entry.id === service);
    const outputs = definition?.outputs(settings, {
      channel: CHANNEL,
      meta: { name: '', description: '' },
      streams: [],
      skills: skillsOf(SkillsAnswer.parse(skills)),
    });
    await openScreen(`/${service}`, undefined, {
      processes: () => [
        { id: ingestId(CHANNEL), reference: CHANNEL, metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
        {
          ...{ id: other, reference: CHANNEL, metadata: { [METADATA_KEY]: { version: 1, name: 'The first' } } },
          config: { id: other, input: [], output: outputs },
        },
      ],
    });
    type(screen.getByLabelText(new RegExp(`^${label}`)), address);
    await settle(1000);
    const alert = screen.getByText(/The same address and key are used by The first/);
    expect(alert.closest('details')).toBeNull();
  },
);

it('the publication form names the publication with the same stream key', async () => {
  const other = egressId('twitch', '11111111-2222-4333-8444-000000000002');
  await openScreen('/twitch', undefined, {
    processes: () => [
      { id: ingestId(CHANNEL), reference: CHANNEL, metadata: { [METADATA_KEY]: stored[ingestId(CHANNEL)] } },
      {
        id: other,
        reference: CHANNEL,
        metadata: { [METADATA_KEY]: { version: 1, name: 'Gaming', settings: { key: 'live_1' } } },
        config: {
          id: other,
          input: [],
          options: [],
          output: [{ id: 'output_0', address: 'rtmp://live.twitch.tv/app/live_1', options: ['-f', 'flv'] }],
        },
      },
    ],
  });
  expect(screen.queryByText(/Only one of them can be live/)).toBeNull();
  type(screen.getByLabelText(/^Stream key/), 'live_1');
  await settle();
  expect(screen.getByText(/used by Gaming/)).toBeDefined();
  type(screen.getByLabelText(/^Stream key/), 'live_2');
  await settle();
  expect(screen.queryByText(/Only one of them can be live/)).toBeNull();
});

it('the publication form warns about limits of the platform, and encodes within them after a click', async () => {
  const big = [{ ...streams[0], width: 3840, height: 2160 }, streams[1]];
  const { written } = await openScreen('/facebook', undefined, {
    processes: () => [
      {
        id: ingestId(CHANNEL),
        reference: CHANNEL,
        metadata: { [METADATA_KEY]: { streams: big, meta: { name: 'Studio A' } } },
      },
    ],
  });
  expect(screen.getByText('The video has 3840 × 2160 pixels. Facebook accepts at most 1920 × 1080.')).toBeTruthy();
  fireEvent.click(button('Encode as Facebook accepts it'));
  await settle();
  expect(screen.queryByText('Facebook may reject this stream.')).toBeNull();
  type(screen.getByLabelText(/^Primary stream key/), 'FB-1');
  fireEvent.click(button('Save'));
  await settle();
  expect(JSON.stringify(written)).toContain('scale=-2:1080');
});

it('the publication form warns that a platform requires audio', async () => {
  await openScreen('/twitch', undefined, {
    processes: () => [
      {
        id: ingestId(CHANNEL),
        reference: CHANNEL,
        metadata: { [METADATA_KEY]: { streams: [streams[0]], meta: { name: 'Studio A' } } },
      },
    ],
  });
  expect(screen.getByText('No audio is sent. Twitch rejects streams without audio.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add silent audio to the channel' }).getAttribute('href')).toBe(
    `#/${CHANNEL}/edit/source`,
  );
});

it('the publication form finds a platform without its own form by name in its own script, and fills in its server', async () => {
  const protocols = { input: [], output: [{ id: 'rtmp' }] };
  const { written } = await openScreen('', undefined, { skills: () => ({ ...skills, protocols }) });
  type(screen.getByLabelText('Search services'), 'ニコニコ');
  fireEvent.click(button(/^niconico/));
  await settle();
  expect(screen.getByLabelText<HTMLInputElement>('Publication name').value).toBe('niconico');
  type(screen.getByLabelText(/^Stream key/), 'NICO-1');
  fireEvent.click(button('Save'));
  await settle();
  expect(JSON.stringify(written)).toContain('rtmp://liveorigin.dlive.nicovideo.jp/live/input');
});

it.each([
  ['of a live channel', '/youtube', true, true],
  ['of a channel that is off', '/youtube', false, false],
  ['that has no platform limits', '/srt', true, false],
])('the publication form measures once the stream %s', async (_, path, live, looks) => {
  const state = live
    ? { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25, speed: 1, frame: 100 } }
    : { order: 'stop', exec: 'finished' };
  const { store } = await openScreen(path, state);
  await settle(1500);
  expect(store.core.calls.some((call) => call.startsWith('fileBytes'))).toBe(looks);
});

it.each([
  ['https://live.example/hls/stream.m3u8', 'text'],
  ['https://ada:s3cret@live.example/hls/stream.m3u8', 'password'],
  ['https://live.example/hls/stream.m3u8?token=s3cret', 'password'],
])('the publication form covers secrets in the address of viewers: %s', async (playback, type) => {
  const state = { order: 'stop', exec: 'finished' };
  await openScreen(`/youtube/${UUID}`, state, {
    processes: () =>
      Object.entries({ ...stored, [id]: { ...stored[id], control: { playback } } }).map(([key, metadata]) => ({
        ...{ id: key, reference: CHANNEL, state },
        metadata: { [METADATA_KEY]: metadata },
      })),
  });
  const field = screen.getByLabelText('Where viewers watch it');
  expect([field.getAttribute('type'), field]).toEqual([type, expect.objectContaining({ value: playback })]);
});
