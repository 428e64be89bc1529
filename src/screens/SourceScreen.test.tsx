// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ingestId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { filePicked, uploadLeft } from '../features/setup/mediaFile/slice.ts';
import { parseIngestMetadata } from '../media/stored/metadata.ts';
import { aCore, CHANNEL, someSkills } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { aac, aProbe, h264, refusedProbe } from '../testing/probes.ts';
import { renderAt, setUpScreens } from '../testing/renderScreens.tsx';
import SourceScreen from './SourceScreen.tsx';

setUpScreens({ clock: 'real' });

const coding = (source: number, stream: number) => ({
  source,
  stream,
  encoder: { coder: 'copy', settings: {}, mapping: [] },
});
const pulled = {
  type: 'network',
  settings: { mode: 'pull', address: 'rtsp://192.0.2.10/s', general: { theirs: 'kept' } },
  inputs: [{ address: 'rtsp://192.0.2.10/s', options: [] }],
  streams: [
    { type: 'video', codec: 'h264', width: 1280, height: 720 },
    { type: 'audio', codec: 'aac', stream: 1 },
  ],
};

async function openScreen(source: object = pulled, answers: object = {}, others: readonly object[] = []) {
  const metadata = parseIngestMetadata({
    version: 1,
    sources: [source],
    profiles: [{ video: coding(0, 0), audio: coding(0, 1) }],
    meta: { name: 'Studio A' },
  });
  const store = openStore({
    core: aCore({
      processes: () => [
        {
          id: ingestId(CHANNEL),
          reference: CHANNEL,
          metadata: { 'restreamer-ui': metadata },
          state: { order: 'start', exec: 'running' },
        },
        ...others,
      ],
      processAdd: () => 'OK',
      processDelete: () => 'OK',
      processProbe: () => aProbe(h264, aac),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await act(async () => {});
  const screens = { '/:channel/edit/source/:step?': <SourceScreen /> };
  const router = await act(async () => renderAt(store, screens, `/${CHANNEL}/edit/source`));
  await screen.findByRole('heading', { level: 1, name: 'Video settings' });
  const button = (name: string) => screen.getByRole('button', { name });
  const press = (name: string) =>
    act(async () => {
      fireEvent.click(button(name));
    });
  const type = (label: RegExp, value: string) =>
    act(async () => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    });
  return { store, router, button, press, type };
}

it('the source editor continues from a probed video source to the audio, and then to the end', async () => {
  const { button, press, type } = await openScreen();
  expect(button('Next: Audio')).toHaveProperty('disabled', false);
  await type(/^Address/, 'rtsp://192.0.2.10/other');
  expect(button('Next: Audio')).toHaveProperty('disabled', true);
  expect(screen.getByText('Probe the video source first.')).toBeDefined();
  await press('Probe');
  expect(button('Next: Audio')).toHaveProperty('disabled', false);
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audio settings');
  expect(screen.getByRole('radio', { name: /Audio from the video source/ })).toHaveProperty('checked', true);
  expect(button('Finish')).toHaveProperty('disabled', false);
  expect(screen.getByText('The stream is interrupted for about 3 s.')).toBeDefined();
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: /A source of its own/ }));
  });
  expect(button('Finish')).toHaveProperty('disabled', true);
  await press('Probe');
  expect(button('Finish')).toHaveProperty('disabled', false);
});

it('the source editor continues and probes only after a file upload has ended or was cancelled', async () => {
  const settings = { address: `/channels/${CHANNEL}/videoloop-a.source`, mimetype: 'video/mp4' };
  const neverResolves = () => new Promise<never>(() => {});
  const { store, button } = await openScreen({ ...pulled, type: 'videoloop', settings }, { diskWrite: neverResolves });
  const can = () => [button('Next: Audio'), button('Probe')].map((item) => !item.hasAttribute('disabled'));
  expect(can()).toEqual([true, true]);
  const file = new File(['\0\0\0\x20ftypisom'], 'Holiday.mp4');
  await act(async () => {
    store.dispatch(filePicked({ channel: CHANNEL, type: 'video', file }));
  });
  expect(can()).toEqual([false, false]);
  expect(screen.getByText('Wait for the file, or cancel its upload.')).toBeDefined();
  await act(async () => {
    store.dispatch(uploadLeft());
  });
  expect(can()).toEqual([true, true]);
});

it('the source editor keeps invalid input in an earlier step, and does not finish with it', async () => {
  const { router, type } = await openScreen();
  const at = (step: string) => act(() => router.navigate(`/${CHANNEL}/edit/source/${step}`));
  await type(/^Thread queue size/, 'many');
  await at('audio');
  await act(async () => {
    fireEvent.submit(screen.getByRole('form'));
  });
  expect(router.state.location.pathname).toMatch(/video$/);
  const field = screen.getByLabelText<HTMLInputElement>(/^Thread queue size/);
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['many', 'true']);
});

it('the source editor shows all settings, and lists those that are kept without a field', async () => {
  await openScreen();
  for (const label of [/^Mode/, /^Username/, /^RTSP over UDP/, /^Socket timeout/, /^Thread queue size/]) {
    expect(screen.getByLabelText(label)).toBeDefined();
  }
  expect(screen.getByText('Stored settings that are kept as they are: general.theirs')).toBeDefined();
});

it('the source editor keeps a value that its field cannot show until the field is changed', async () => {
  const general = { probesize: 'plenty', copyts: 'yes', analyzeduration: '9' };
  const { store, type } = await openScreen({ ...pulled, settings: { ...pulled.settings, general } });
  const stored = () => {
    const { source } = store.getState();
    return source.status === 'open' ? source.draft.video.settings.general : null;
  };
  expect(screen.getByText(/kept as they are: general.probesize, general.copyts$/)).toBeDefined();
  expect(screen.getByLabelText(/^Analysis duration/)).toHaveProperty('value', '9');
  await type(/^Address/, 'rtsp://192.0.2.10/other');
  expect(stored()).toMatchObject({ probesize: 'plenty', copyts: 'yes', analyzeduration: 9 });
  await type(/^Data to analyze/, '64');
  expect(stored()).toMatchObject({ probesize: 64, copyts: 'yes' });
  await type(/^Data to analyze/, '');
  expect(stored()).not.toMatchObject({ probesize: expect.anything() });
});

it('the source editor names an unknown source kind and continues with it', async () => {
  const { button } = await openScreen({ ...pulled, type: 'decklink', settings: { device: '/dev/video0' } });
  expect(screen.getByRole('alert').textContent).toContain('does not know the source "decklink"');
  expect(screen.getByLabelText('Source type')).toHaveProperty('value', 'decklink');
  expect(button('Next: Audio')).toHaveProperty('disabled', false);
  expect(screen.getByLabelText('Video encoder')).toHaveProperty('value', 'copy');
});

it('the source editor names and keeps an encoder that this core lacks', async () => {
  const { store } = await openScreen();
  const { source } = store.getState();
  if (source.status !== 'open') throw new Error('It is not open');
  const { profile } = source.draft;
  const encoder = { coder: 'h264_nvenc', settings: {}, mapping: [] };
  await act(async () => {
    store.dispatch({
      type: 'source/draftChanged',
      payload: { profile: { ...profile, video: { ...profile.video, encoder } } },
    });
  });
  const select = screen.getByLabelText('Video encoder');
  expect(select).toHaveProperty('value', 'h264_nvenc');
  expect(select.textContent).toContain('h264_nvenc, not available on this core');
});

it('the source editor shows the full log of a probe in a dialog', async () => {
  const { press } = await openScreen(pulled, { processProbe: () => refusedProbe });
  await press('Probe');
  expect(screen.getByRole('alert').textContent).toContain('refused the connection');
  await press('Probe details');
  const dialog = await screen.findByRole('dialog', { name: 'Probe details' });
  expect(dialog.textContent).toContain('ffmpeg version 5.1.9');
  expect(document.body.textContent).not.toContain('hunter2');
});

const withCameras = (...devices: object[]) => ({
  ...someSkills(),
  devices: { demuxers: [{ id: 'video4linux2', name: '', devices }], muxers: [] },
});

it('the source editor lists unsupported sources with reason and remedy', async () => {
  await openScreen(pulled, { skills: () => withCameras() });
  const [list] = screen.getAllByText('Not possible on this core').map((summary) => summary.closest('details'));
  expect(list?.textContent).toMatch(/Video4Linux2\): This core finds no camera.*--device \/dev\/video0/);
  expect(list?.textContent).toMatch(/AVFoundation\): Needs a core that runs on a Mac/);
  expect(list?.textContent).toMatch(/framebuffer\): The core's ffmpeg lacks this input/);
});

it('the source editor finds a newly connected camera and proposes it', async () => {
  const camera = { id: '/dev/video0', name: 'Webcam', media: 'video' };
  const { press, type, store } = await openScreen(pulled, {
    skills: () => withCameras(),
    skillsReload: () => withCameras(camera),
  });
  await type(/^Source type/, 'video4linux2');
  expect(screen.getByRole('alert').textContent).toContain('--device /dev/video0');
  await press('Look again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText(/^Device/)).toHaveProperty('value', '/dev/video0');
  await press('Probe');
  const { source } = store.getState();
  const inputs = source.status === 'open' ? source.draft.video.inputs : [];
  expect(inputs.map(({ address }) => address)).toEqual(['/dev/video0']);
});

it('the source editor recovers if the core cannot scan for devices', async () => {
  const { press, type } = await openScreen(pulled, { skills: () => withCameras() });
  await type(/^Source type/, 'video4linux2');
  await press('Look again');
  expect(screen.queryByText('Looking for devices …')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('--device /dev/video0');
});

it('the source editor accepts stream properties entered by hand in any valid size', async () => {
  const { store, button, press, type } = await openScreen();
  await type(/^Address/, 'rtsp://192.0.2.10/off');
  expect(screen.getByText('Probe the source to continue.')).toBeDefined();
  await type(/^Resolution/, [...screen.getByLabelText(/^Resolution/).querySelectorAll('option')].at(-1)?.value ?? '');
  await type(/^Resolution, custom value/, 'large');
  expect(screen.getByText('Enter width and height, as in 1280x720.')).toBeDefined();
  expect(button('Use these settings')).toHaveProperty('disabled', true);
  await type(/^Resolution, custom value/, '1080x1920');
  await press('Use these settings');
  expect(screen.getByText('Set by hand, not seen yet')).toBeDefined();
  expect(button('Next: Audio')).toHaveProperty('disabled', false);
  expect(store.core.calls.filter((call) => call.startsWith('processProbe'))).toEqual([]);
  const { source } = store.getState();
  expect(source.status === 'open' && source.draft.video.streams[0]).toMatchObject({
    ...{ codec: 'h264', width: 1080, height: 1920, assumed: true },
  });
});

it('the source editor offers no manual entry for generated or incomplete sources', async () => {
  const { type } = await openScreen();
  const offered = () => screen.queryByText('Continue without checking') !== null;
  expect(offered()).toBe(false); // its streams are known
  await type(/^Address/, 'no address');
  expect(offered()).toBe(false);
  await type(/^Address/, 'rtsp://192.0.2.10/off');
  expect(offered()).toBe(true);
});

it('the source editor names at the field which process uses the port to listen at', async () => {
  const other = 'restreamer-ui:ingest:11111111-2222-4333-8444-555555555555';
  const waiting = { id: other, config: { id: other, input: [{ address: 'srt://0.0.0.0:6002?mode=listener' }] } };
  const { press, type } = await openScreen(pulled, {}, [waiting]);
  for (const [address, fault] of [
    ['srt://0.0.0.0:6002?mode=listener', 'Another process of the core uses this port. Choose a different one.'],
    ['srt://0.0.0.0:6003?mode=listener', null],
  ] as const) {
    await type(/^Address/, address);
    await press('Probe');
    expect(screen.queryByText(/uses this port/)?.textContent ?? null).toBe(fault);
  }
});
