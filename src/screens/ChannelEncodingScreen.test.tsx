// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ingestId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { parseIngestMetadata } from '../media/stored/metadata.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, setUpScreens } from '../testing/renderScreens.tsx';
import ChannelEncodingScreen from './ChannelEncodingScreen.tsx';

setUpScreens({ clock: 'real' });

const stored = {
  version: 1,
  sources: [
    {
      type: 'network',
      settings: { mode: 'pull', address: 'rtsp://192.0.2.10/s' },
      inputs: [{ address: 'rtsp://192.0.2.10/s', options: [] }],
      streams: [
        { type: 'video', codec: 'h264', width: 1280, height: 720 },
        { type: 'audio', codec: 'aac', stream: 1 },
      ],
    },
  ],
  profiles: [
    {
      video: {
        source: 0,
        stream: 0,
        encoder: {
          coder: 'libx264',
          settings: { bitrate: '2048', fps: '25', gop: '2', preset: 'fast' },
          mapping: ['-codec:v', 'libx264'],
        },
      },
      audio: { source: 0, stream: 1, encoder: { coder: 'copy', settings: {}, mapping: ['-codec:a', 'copy'] } },
    },
  ],
  meta: { name: 'Studio A' },
};

const RUNNING = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25 } };

async function openScreen(metadata: object = stored, state: object = RUNNING) {
  const written: unknown[] = [];
  const store = openStore({
    core: aCore({
      skills: () => ({
        ffmpeg: { version: '5.1.9' },
        codecs: { audio: [], video: [{ id: 'h264', encoders: ['libx264', 'h264_nvenc'], decoders: [] }] },
        filter: [{ id: 'scale' }],
        formats: { demuxers: [], muxers: [] },
        protocols: { input: [], output: [] },
      }),
      processes: () => [
        {
          id: ingestId(CHANNEL),
          reference: CHANNEL,
          metadata: { 'restreamer-ui': parseIngestMetadata(metadata) },
          state,
        },
      ],
      processAdd: () => 'OK',
      processDelete: () => 'OK',
      processUpdate: () => 'OK',
      processMetadataSet: ({ body }) => {
        written.push(body);
        return body;
      },
      processMetadata: () => written.at(-1) ?? null,
    }),
  });
  store.dispatch(sessionStarted());
  await act(async () => {});
  const screens = {
    '/:channel': <p>the channel page</p>,
    '/:channel/edit/encoding': <ChannelEncodingScreen />,
  };
  await act(async () => renderAt(store, screens, `/${CHANNEL}/edit/encoding`));
  await screen.findByRole('heading', { level: 1, name: 'Edit: Studio A' });
  return { written, store };
}

it('the encoding form shows the important fields in order, and none of the source', async () => {
  await openScreen();
  const labels = [/^Video encoder/, /^Video bitrate/, /^Size/, 'Frame rate', /^Keyframe interval/, /^Preset/];
  const fields = labels.map((label) => screen.getByLabelText(label));
  for (const [n, field] of fields.slice(1).entries()) {
    expect(fields[n]?.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
  expect(screen.queryByLabelText(/^Address/)).toBeNull();
  expect(screen.getByRole('group', { name: 'Hardware, not tested' })).toBeTruthy();
});

it('the encoding form shows what a save interrupts, asks once, saves, and leads to the channel', async () => {
  const { written, store } = await openScreen();
  const form = screen.getByRole('form');
  const submit = () => act(async () => void fireEvent.submit(form));
  expect(screen.queryByText(/The stream is interrupted/)).toBeNull();
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/^Video bitrate/), { target: { value: '4500' } });
  });
  expect(screen.getByText(/The stream is interrupted/)).toBeTruthy();
  await submit();
  const dialog = screen.getByRole('alertdialog', { name: 'Interrupt the stream?' });
  expect(dialog.textContent).toContain('The stream is interrupted for about 3 s.');
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })));
  expect(written).toEqual([]);
  await submit();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save and interrupt' })));
  expect(JSON.stringify(written)).toContain('"bitrate":"4500"');
  await expect.poll(() => store.visited).toEqual([`/${CHANNEL}`]);
});

it('the encoding form saves a stopped channel without a confirmation', async () => {
  const { written } = await openScreen(stored, { order: 'stop', exec: 'finished' });
  await act(async () => {
    fireEvent.change(screen.getByLabelText(/^Video bitrate/), { target: { value: '4500' } });
  });
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(JSON.stringify(written)).toContain('"bitrate":"4500"');
});

const STOPPED = { order: 'stop', exec: 'finished' };
const custom = async (label: string, value: string) => {
  await act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value: '\n' } }));
  const field = screen.getByLabelText<HTMLInputElement>(`${label}, custom value`);
  await act(async () => void fireEvent.change(field, { target: { value } }));
  return field;
};
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')));

it.each([
  ['Video bitrate', '4000k', '"bitrate":"4000"', '"-b:v","4000k"'],
  ['Video bitrate', '4,5 Mbit/s', '"bitrate":"4500"', '"-b:v","4500k"'],
  ['Frame rate', '29,97', '"fps":"29.97"', '"-r","29.97"'],
  ['Keyframe interval', '0.5', '"gop":"0.5"', '"-g","13"'],
])('the encoding form normalizes the %s %s', async (label, typed, setting, argument) => {
  const { written } = await openScreen(stored, STOPPED);
  await custom(label, typed);
  await submit();
  expect(JSON.stringify(written)).toContain(setting);
  expect(JSON.stringify(written)).toContain(argument);
});

it('the encoding form shows and focuses an invalid number, without a confirmation or a request', async () => {
  const { written, store } = await openScreen();
  const field = await custom('Video bitrate', 'abc');
  fireEvent.blur(field);
  await submit();
  await expect.poll(() => document.activeElement).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a whole number from 1 to 1000000.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([written, store.visited]).toEqual([[], []]);
});

const storedWith = (bitrate: string) => {
  const { video, audio } = stored.profiles[0] ?? {};
  const encoder = { ...video?.encoder, settings: { bitrate, fps: '25', gop: '2' }, mapping: ['-b:v', `${bitrate}k`] };
  return { ...stored, profiles: [{ video: { ...video, encoder }, audio }] };
};

it('the encoding form reads a stored 4000k as 4000 and normalizes it with the next save', async () => {
  const { written } = await openScreen(storedWith('4000k'), STOPPED);
  expect(screen.getByLabelText<HTMLInputElement>('Video bitrate, custom value').value).toBe('4000');
  await act(async () => void fireEvent.change(screen.getByLabelText(/^Audio encoder/), { target: { value: 'none' } }));
  await submit();
  expect(JSON.stringify(written)).toContain('"-b:v","4000k"');
});

it('the encoding form marks a malformed stored value and keeps it until it is changed', async () => {
  await openScreen(storedWith('abc'), STOPPED);
  const field = screen.getByLabelText<HTMLInputElement>('Video bitrate, custom value');
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['abc', 'true']);
});

it('the encoding form leads to the setup while there is nothing to encode', async () => {
  await openScreen({ version: 1, meta: { name: 'Studio A' } });
  expect(screen.getByRole('link', { name: 'Video setup' }).getAttribute('href')).toBe(`#/${CHANNEL}/edit/wizard`);
});
