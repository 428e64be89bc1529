// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { ingestId, probeId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { channelCreated, channelGone, channelSelected } from '../features/live/channel/slice.ts';
import { aConfig, aCore, anAbout, CHANNEL, someSkills } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { openStore } from '../testing/openStore.ts';
import { aac, aProbe, h264, hevc, refusedProbe } from '../testing/probes.ts';
import { renderAt, setUpScreens } from '../testing/renderScreens.tsx';
import WizardScreen from './WizardScreen.tsx';

setUpScreens({ clock: 'real' });

const wizard = `/${CHANNEL}/edit/wizard`;

async function openScreen(answers: FakeAnswers = {}, { only = true, available = false, at = wizard } = {}) {
  const store = openStore({
    core: aCore({
      config: () => aConfig({ rtmp: { enable: true, address: ':1935', app: '/live', token: 'tok123' } }),
      processAdd: () => 'OK',
      processDelete: () => 'OK',
      processProbe: () => aProbe(h264, aac),
      processMetadata: () => null,
      rtmp: () => [],
      processes: () => (available ? [{ id: ingestId(CHANNEL), reference: CHANNEL, metadata: null }] : []),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await act(async () => {});
  const first = store.getState().channel.current;
  if (!available) store.dispatch(channelCreated({ id: CHANNEL, name: 'Studio A', available, egresses: {} }));
  if (only && !available && first !== null) store.dispatch(channelGone(first));
  if (!only && available) store.dispatch(channelCreated({ id: 'other', name: 'Other', available: true, egresses: {} }));
  store.dispatch(channelSelected(CHANNEL));
  const element = <WizardScreen />;
  const screens = {
    '/:channel': <p>The channel page</p>,
    '/:channel/edit/wizard': element,
    '/:channel/edit/wizard/:step': element,
  };
  const router = await act(async () => renderAt(store, screens, `/${CHANNEL}`, at));
  const press = async (name: string | RegExp) => {
    // A button covered by a dialog is accessible again after the dialog has closed.
    const button = await screen.findByRole('button', { name });
    await act(async () => {
      fireEvent.click(button);
    });
  };
  const submit = () =>
    act(async () => {
      fireEvent.submit(screen.getByRole('form'));
    });
  const type = (label: RegExp, value: string) =>
    act(async () => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    });
  const go = (delta: number) =>
    act(async () => {
      await router.navigate(delta);
    });
  const leave = () =>
    act(async () => {
      await router.navigate(`/${CHANNEL}`);
    });
  const address = () => router.state.location.pathname.replace(`/${CHANNEL}`, '');
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const pull = async () => {
    await press(/IP camera/);
    await type(/^Address/, 'rtsp://192.0.2.10/s');
    await submit();
  };
  return { store, press, submit, type, go, leave, address, heading, pull };
}

it('the wizard leads through all steps, each with its address, title and focus', async () => {
  const { press, submit, address, heading, pull } = await openScreen();
  const visited: unknown[] = [];
  const see = () => {
    expect(document.activeElement?.textContent).toBe(heading());
    expect(document.title).toBe(`${heading()} · Studio A · Sluice`);
    visited.push([address().replace('/edit/wizard/', ''), heading()]);
  };
  see();
  await press(/IP camera/);
  see();
  await press('Back');
  await pull();
  see();
  await submit();
  see();
  await submit();
  see();
  await submit();
  see();
  expect(visited).toEqual([
    ['source', 'Choose a video source'],
    ['video', 'Enter the stream address'],
    ['picture', 'Video settings'],
    ['audio', 'Choose an audio source'],
    ['description', 'Describe the stream'],
    ['license', 'Choose a license'],
  ]);
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('License');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^CC BY 4\.0/ }).checked).toBe(true);
  expect(document.querySelector('main')?.textContent ?? document.body.textContent).toContain(
    'It says what they may do with your content. Sharing and adapting are allowed for any purpose if the author is credited.',
  );
});

it("the wizard follows the browser's Back, but not forward to a later step", async () => {
  const { go, address, pull, press } = await openScreen();
  await pull();
  await go(-1);
  expect(address()).toBe('/edit/wizard/video');
  expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'rtsp://192.0.2.10/s');
  await go(1);
  expect(address()).toBe('/edit/wizard/video');
  await press('Back');
  expect(address()).toBe('/edit/wizard/source');
  await go(-1);
  await press('Leave without saving');
  expect(screen.getByText('The channel page')).toBeDefined();
});

it('the wizard leaves no history entry after Back inside the page', async () => {
  const { go, address, press, pull } = await openScreen();
  await pull();
  await press('Back');
  expect(address()).toBe('/edit/wizard/video');
  await go(-1);
  expect(address()).toBe('/edit/wizard/source');
});

it('the wizard starts at the first step regardless of the address', async () => {
  const { address, heading } = await openScreen({}, { at: `${wizard}/license` });
  expect(address()).toBe('/edit/wizard/source');
  expect(heading()).toBe('Choose a video source');
});

it('the wizard resets when it is left', async () => {
  const { store, go, pull, press } = await openScreen();
  await pull();
  await go(-3);
  await press('Leave without saving');
  expect(store.getState().wizard).toEqual({ status: 'closed' });
});

it('the wizard marks missing fields before it sends a request', async () => {
  const { store, press, submit, type } = await openScreen();
  await press(/IP camera/);
  await submit();
  const field = screen.getByLabelText(/^Address/);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await type(/^Address/, '192.0.2.10');
  expect(screen.getByText(/start with a protocol/)).toBeDefined();
  expect(store.core.calls).not.toContain('processAdd');
});

it('the wizard shows why a probe failed, with a folded and masked log', async () => {
  const { pull } = await openScreen({ processProbe: () => refusedProbe });
  await pull();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Failed to verify the source. Please check the address.');
  expect(alert.textContent).toContain('refused the connection');
  expect(screen.getByText('Probe details').closest('details')?.open).toBe(false);
  expect(document.body.textContent).not.toContain('hunter2');
});

it('the wizard explains that a source has neither video nor audio, instead of blaming the address', async () => {
  const subtitles = { ...h264, type: 'subtitle', codec: 'webvtt', width: 0, height: 0, pix_fmt: '' };
  const { pull } = await openScreen({ processProbe: () => aProbe(subtitles) });
  await pull();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain("The source doesn't provide any audio or video streams.");
  expect(alert.textContent).not.toContain('check the address');
});

it('the wizard proposes another transport that works', async () => {
  const probe = vi
    .fn()
    .mockReturnValueOnce({ streams: [], log: ['rtsp://192.0.2.10/s: Connection timed out'] })
    .mockReturnValueOnce(aProbe(h264));
  const { store, press, pull, heading } = await openScreen({ processProbe: probe });
  await pull();
  expect(screen.getByRole('alert').textContent).toContain('Works with RTSP over UDP.');
  await press('Use this');
  expect(heading()).toBe('Video settings');
  expect(store.getState().wizard).toMatchObject({
    draft: { video: { inputs: [{ options: expect.arrayContaining(['udp']) }] } },
  });
});

it('the wizard shows server and key for the encoder without revealing the token', async () => {
  const { press } = await openScreen();
  await press(/OBS/);
  expect(screen.getByText('rtmp://core.test/live')).toBeDefined();
  // Masked with dots as in OBS.
  expect(screen.getByText(/^•+$/)).toBeDefined();
  expect(document.body.textContent).not.toContain('tok123');
  expect(screen.getByText(/Waiting for the stream … Setup continues automatically/)).toBeDefined();
  await press('Show Stream Key');
  expect(screen.getByText(/^\w{6}-\w{6}-\w{6}[?]token=tok123$/)).toBeDefined();
});

it.each([
  ['?source=virtualvideo', 'Choose a test pattern'],
  ['?source=srt', 'Choose a video source'], // this core has no SRT
  ['?source=nothing', 'Choose a video source'],
  ['?source=', 'Choose a video source'],
  ['', 'Choose a video source'],
])('the wizard opens for the link parameter %j the step "%s"', async (search, step) => {
  const { heading, press } = await openScreen({}, { at: `${wizard}${search}` });
  await vi.waitFor(() => expect(heading()).toBe(step));
  if (step === 'Choose a video source') return;
  await press('Back');
  // The link does not apply again after Back.
  expect(heading()).toBe('Choose a video source');
});

it('the wizard explains that the RTMP server is off, with a link to its settings', async () => {
  const { press } = await openScreen({ config: () => aConfig() });
  await press(/OBS/);
  expect(screen.getByRole('alert').textContent).toContain('RTMP server is not enabled');
  expect(screen.getByRole('link', { name: /settings/ }).getAttribute('href')).toBe('#/settings/rtmp');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
});

it.each([
  ['an SRT server', [], ['Encoder over SRT']],
  ['an SRT server that is off', [], ['Encoder over SRT', 'Encoder over SRT, to a port of its own']],
  ['none', ['no-srt-server'], ['Encoder over SRT, to a port of its own']],
])('the wizard offers the possible SRT sources on a core with %s', async (which, extensions, tiles) => {
  await openScreen({
    about: () => anAbout({ extensions }),
    config: () => aConfig({ srt: { enable: which === 'an SRT server' } }),
    skills: () => ({ ...someSkills(), protocols: { input: [{ id: 'srt' }], output: [] } }),
  });
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
  for (const title of ['Encoder over SRT', 'Encoder over SRT, to a port of its own']) {
    const found = offered.filter(
      (text) => text.startsWith(title) && (title.includes(',') || !text.includes(', to a port')),
    );
    expect([title, found.length > 0]).toEqual([title, tiles.includes(title)]);
  }
});

it('the wizard warns beside the push address that saved settings are not in effect', async () => {
  const times = { loaded_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:05Z' };
  const { press } = await openScreen({ config: () => ({ ...aConfig({ rtmp: { enable: true } }), ...times }) });
  await press(/OBS/);
  expect(screen.getByText('Saved settings are not in effect yet.')).toBeDefined();
});

const printed = (streams: Parameters<typeof aProbe>, ...lines: string[]) => ({
  ...aProbe(...streams),
  log: ["Input #0, mpegts, from 'rtsp://192.0.2.10/s':", ...lines],
});
const chosenEncoder = () => screen.getByLabelText('Video encoder');
const encodes = () => screen.getByRole('switch', { name: /^(Change it anyway|Convert the video)/ });

it('the wizard encodes unsupported video with an explanation, or copies it with a warning on request', async () => {
  const deep = { ...h264, pix_fmt: 'yuv422p10le' };
  const { pull } = await openScreen({
    processProbe: () =>
      printed(
        [deep, aac],
        '  Stream #0:0[0x100]: Video: h264 (High 4:2:2), yuv422p10le(progressive), 1280x720, 25 fps',
      ),
  });
  await pull();
  expect(document.body.textContent).toContain('The source sends H.264 video, but not as players need it.');
  expect(chosenEncoder()).toHaveProperty('value', 'libx264');
  expect(document.body.textContent).toContain('The colors of the video are 4:2:2, 10 bit');
  await act(async () => {
    fireEvent.click(encodes());
  });
  expect(screen.queryByLabelText('Video encoder')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Most viewers cannot play this as it is');
  expect(document.body.textContent).not.toContain('The video fits as it is');
});

it('the wizard reports interlaced video and deinterlaces it after a click', async () => {
  const { store, pull, press } = await openScreen({
    skills: () => ({ ...someSkills(), filter: [{ id: 'bwdif', name: 'Deinterlace the input image.' }] }),
    processProbe: () => printed([h264], '  Stream #0:0: Video: h264 (Main), yuv420p(top first), 1280x720, 25 fps'),
  });
  await pull();
  expect(document.body.textContent).toContain('The video fits as it is.');
  expect(document.body.textContent).toContain('The video is interlaced');
  await press('Deinterlace');
  expect(document.body.textContent).not.toContain('The video is interlaced');
  expect(store.getState().wizard).toMatchObject({
    draft: {
      profile: { video: { encoder: { coder: 'libx264' }, filter: { graph: expect.stringContaining('bwdif=mode=0') } } },
    },
  });
});

it('the wizard lists the programs of a transport stream, and chooses video and audio together', async () => {
  const service = (id: number, name: string) => [
    `  Program ${id} `,
    '    Metadata:',
    `      service_name    : ${name}`,
  ];
  const picture = (n: number) =>
    `  Stream #0:${n}[0x10${n}]: Video: h264 (High), yuv420p(progressive), 1280x720, 25 fps`;
  const sound = (n: number, suffix = '') =>
    `  Stream #0:${n}[0x10${n}]${suffix}: Audio: aac (LC), 48000 Hz, stereo, fltp, 128 kb/s`;
  const found = printed(
    [aac, h264, aac, h264, aac, aac],
    ...[...service(1, 'Radio'), sound(0), ...service(2, 'One'), picture(1), sound(2)],
    ...[...service(3, ''), picture(3), sound(4, '(deu)'), `${sound(5, '(deu)')} (visual impaired)`],
  );
  const format = 'mpegts';
  const { pull, submit } = await openScreen({
    processProbe: () => ({ ...found, streams: found.streams.map((stream) => ({ ...stream, format })) }),
  });
  const grouped = () =>
    [...screen.getByLabelText('Stream').querySelectorAll('option')].map(
      (option) => `${option.closest('optgroup')?.label}: ${option.textContent}${option.selected ? ' *' : ''}`,
    );
  await pull();
  expect(grouped()).toEqual(['One (program 2): 1280×720, H.264, PID 257 *', 'Program 3: 1280×720, H.264, PID 259']);
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Stream'), { target: { value: '3' } });
  });
  await submit();
  expect(grouped()).toEqual([
    'Radio (program 1): AAC stereo 48000 Hz, PID 256',
    'One (program 2): AAC stereo 48000 Hz, PID 258',
    'Program 3: AAC stereo 48000 Hz, German, PID 260 *',
    'Program 3: AAC stereo 48000 Hz, German, audio description, PID 261',
  ]);
});

it('the wizard lists other streams of a source and does not offer them as video', async () => {
  const others = [
    { type: 'data', codec: 'none' },
    { type: 'subtitle', codec: 'dvb_subtitle' },
  ];
  const cover = { type: 'video', codec: 'mjpeg', width: 300, height: 300 };
  const { pull } = await openScreen({
    processProbe: () =>
      printed(
        [...others, cover, h264],
        '  Stream #0:0[0x3](eng): Data: none (tmcd / 0x64636D74), 0 kb/s',
        '  Stream #0:1(deu): Subtitle: dvb_subtitle',
        '  Stream #0:2: Video: mjpeg (Baseline), yuvj420p, 300x300, 90k tbr, 90k tbn (attached pic)',
        '  Stream #0:3: Video: h264 (High), yuv420p, 1280x720, 25 fps',
      ),
  });
  await pull();
  expect(screen.queryByLabelText('Stream')).toBeNull();
  expect(document.body.textContent).toContain(
    'Also in the source, and not used: time code (English), subtitles (German), and cover art.',
  );
});

it('the wizard offers an encoder only if one is needed', async () => {
  const { pull, press, submit } = await openScreen({ processProbe: () => aProbe(hevc, h264, aac) });
  await pull();
  const stream = screen.getByLabelText('Stream');
  expect([...stream.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '3840×2160, HEVC',
    '1280×720, H.264',
  ]);
  expect(screen.getByLabelText('Video encoder')).toHaveProperty('value', 'libx264');
  expect(screen.queryByLabelText('Video decoder')).toBeNull();
  await act(async () => {
    fireEvent.change(stream, { target: { value: '1' } });
  });
  expect(screen.queryByLabelText('Video encoder')).toBeNull();
  await submit();
  expect(screen.queryByLabelText('Stream')).toBeNull();
  await press('Back');
});

it('the wizard explains why a stream without a suitable encoder cannot be used', async () => {
  const skills = { ...someSkills(), filter: [{ id: 'scale', name: '' }], codecs: { audio: [], video: [] } };
  const { pull } = await openScreen({ skills: () => skills, processProbe: () => aProbe(h264, hevc) });
  await pull();
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Stream'), { target: { value: '1' } });
  });
  const text = "Your stream needs to be encoded, but there's no suitable encoder available.";
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
});

it('the wizard encodes a compatible source on request, based on its properties', async () => {
  const { store, pull } = await openScreen({ processProbe: () => aProbe({ ...h264, fps: 30 }, aac) });
  await pull();
  const anyway = screen.getByRole('switch', { name: 'Change it anyway' });
  expect(anyway).toHaveProperty('checked', false);
  await act(async () => {
    fireEvent.click(anyway);
  });
  expect(screen.getByLabelText('Video encoder')).toHaveProperty('value', 'libx264');
  expect(screen.getByLabelText('Frame rate')).toHaveProperty('value', '30');
  expect(screen.getByLabelText('Video bitrate')).toHaveProperty('value', '2500');
  await act(async () => {
    fireEvent.click(screen.getByRole('switch', { name: 'Change it anyway' }));
  });
  expect(store.getState().wizard).toMatchObject({ draft: { profile: { video: { encoder: { coder: 'copy' } } } } });
});

it('the wizard shows how the audio is encoded, and lets the operator choose', async () => {
  const { store, pull, submit } = await openScreen();
  await pull();
  await submit();
  const encoder = screen.getByLabelText('Audio encoder');
  expect(encoder).toHaveProperty('value', 'copy');
  await act(async () => {
    fireEvent.change(encoder, { target: { value: 'libmp3lame' } });
  });
  expect(store.getState().wizard).toMatchObject({
    draft: { profile: { audio: { encoder: { coder: 'libmp3lame' } } } },
  });
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: /^Silence/ }));
  });
  expect(screen.getByLabelText('Audio encoder')).toHaveProperty('value', 'aac');
});

it('the wizard recommends silence for a source without audio, and warns against none', async () => {
  const { pull, submit } = await openScreen({ processProbe: () => aProbe(h264) });
  await pull();
  await submit();
  expect(screen.getByRole('radio', { checked: true, name: /^Silence/ }).closest('label')?.textContent).toContain(
    'Recommended',
  );
  expect(screen.queryByRole('radio', { name: /audio of the video/ })).toBeNull();
  expect(screen.getByRole('radio', { name: /^No audio/ }).closest('label')?.textContent).toContain('reject');
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: /Test tone/ }));
  });
  expect(screen.getByLabelText(/^Frequency/)).toHaveProperty('value', '440');
});

it('the wizard requires a name', async () => {
  const { pull, submit, type, heading } = await openScreen();
  await pull();
  await submit();
  await submit();
  await type(/^Channel name/, '  ');
  await submit();
  expect(screen.getByText('Enter a channel name.')).toBeDefined();
  expect(heading()).toBe('Describe the stream');
});

it('the wizard shows a failed save and keeps all entries for the retry', async () => {
  const { pull, submit, press, heading } = await openScreen({
    processAdd: ({ body }) => {
      if (body.id === probeId(CHANNEL)) return 'OK';
      throw new CoreError(400, 'Invalid process config', ['rtsp://admin:hunter2@192.0.2.10/s is not allowed']);
    },
  });
  await pull();
  await submit();
  await submit();
  await submit();
  await submit();
  expect(heading()).toBe('The stream could not be set up');
  expect(screen.getByRole('alert').textContent).toContain('There was an error setting up the stream.');
  expect(screen.getByRole('alert').textContent).toContain('is not allowed');
  expect(document.body.textContent).not.toContain('hunter2');
  await press('Retry');
  await press(/IP camera/);
  expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'rtsp://192.0.2.10/s');
});

it('the wizard cannot be aborted if the only channel has no source', async () => {
  const { store, press, heading } = await openScreen();
  await press('Cancel');
  expect(screen.getByText("You can't abort the wizard because at least one input must be defined.")).toBeDefined();
  await press('Back');
  expect(heading()).toBe('Choose a video source');
  expect(store.core.calls.filter((call) => call.startsWith('processDelete'))).toEqual([]);
});

it('the wizard deletes a new channel after a confirmation', async () => {
  const { store, press, heading } = await openScreen({}, { only: false });
  await press('Cancel');
  await press('Continue setup');
  expect(heading()).toBe('Choose a video source');
  await press('Cancel');
  await press('Delete channel');
  expect(store.visited).toEqual(['/']);
  expect(store.getState().channel.list.map(({ name }) => name)).toEqual(['Livestream']);
});

it('the wizard keeps a working channel on abort, and asks twice before its deletion', async () => {
  const { store, press } = await openScreen({}, { only: false, available: true });
  const deletions = () => store.core.calls.filter((call) => call.startsWith('processDelete'));
  await press('Cancel');
  await press('Delete channel …');
  expect(screen.getByRole('alertdialog').textContent).toContain('its settings can be restored');
  await press('Cancel');
  expect(deletions()).toEqual([]);
  await press('Discard and leave');
  expect(screen.getByText('The channel page')).toBeDefined();
  expect(deletions()).toEqual([]);
});

it('the wizard does not offer to delete the only channel', async () => {
  const { press } = await openScreen({}, { available: true });
  await press('Cancel');
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Discard and leave' })).toBeDefined();
});

it('the wizard asks before entries are lost, and only then', async () => {
  const { press, pull, leave, submit } = await openScreen();
  await pull();
  await submit();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await leave();
  expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeDefined();
  await press('Cancel');
  expect(await screen.findByRole('heading', { level: 1, name: 'Choose an audio source' })).toBeDefined();
  await leave();
  await press('Leave without saving');
  expect(screen.getByText('The channel page')).toBeDefined();
});

it('the wizard leaves without a question if only a tile was chosen', async () => {
  const { press, leave } = await openScreen();
  await press(/IP camera/);
  await leave();
  expect(screen.getByText('The channel page')).toBeDefined();
});

it('the wizard offers a device that is connected while it is listed as missing', async () => {
  const found: object[] = [];
  const skills = () => ({
    ...someSkills(),
    devices: { demuxers: [{ id: 'video4linux2', devices: found }], muxers: [] },
  });
  const { press } = await openScreen({ skills, skillsReload: skills });
  fireEvent.click(await screen.findByText('Not possible on this core'));
  expect(screen.getByText(/This core finds no Raspberry Pi camera\. Load the driver/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Raspberry Pi camera/ })).toBeNull();
  await press('Look for devices again');
  expect(screen.queryByRole('button', { name: /^Raspberry Pi camera/ })).toBeNull();
  found.push({ id: '/dev/video0', name: 'mmal', extra: 'bcm2835-v4l2', media: 'video' });
  await press('Look for devices again');
  await press(/^Raspberry Pi camera/);
  expect(await screen.findByLabelText(/^Device/)).toHaveProperty('value', '/dev/video0');
});

it('the wizard finds a microphone that is connected during the search, beside any video', async () => {
  const found: object[] = [];
  const skills = () => ({ ...someSkills(), devices: { demuxers: [{ id: 'alsa', devices: found }], muxers: [] } });
  const probed: unknown[] = [];
  const { press, submit, pull, heading } = await openScreen({
    skills,
    skillsReload: skills,
    processAdd: ({ body }) => {
      probed.push(body.input?.[0]);
      return 'OK';
    },
  });
  await pull();
  await submit();
  fireEvent.click(screen.getByRole('radio', { name: /^Microphone or sound card/ }));
  expect(await screen.findByText('No device to choose')).toBeTruthy();
  found.push({ id: 'hw:2,0', name: 'Desk', extra: '', media: 'audio' });
  await press('Look again');
  await vi.waitFor(() => expect(screen.queryByText('No device to choose')).toBeNull());
  expect(screen.getByRole('option', { name: 'Desk (hw:2,0)' })).toBeTruthy();
  await submit();
  await vi.waitFor(() => expect(heading()).toBe('Describe the stream'));
  expect(probed.at(-1)).toMatchObject({ address: 'hw:2,0', options: expect.arrayContaining(['-f', 'alsa']) });
});

it('the wizard shows what an audio source lacks before it is probed', async () => {
  const { submit, pull, heading } = await openScreen();
  await pull();
  await submit();
  fireEvent.click(screen.getByRole('radio', { name: /^Audio of another stream/ }));
  await submit();
  expect(screen.getByText('This field is required.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^Audio file/ }));
  await submit();
  expect(screen.getByText('Upload a file first.')).toBeTruthy();
  expect(heading()).toBe('Choose an audio source');
});
