import { afterEach, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../harness/test/testing/machineSlowness.ts';
import { CoreError, NETWORK_FAILURE } from './api/error.ts';
import { METADATA_KEY } from './api/processIds.ts';
import { noticed } from './features/gate/notice/slice.ts';
import { openHeadless } from './headless.ts';
import type { CoderSettings } from './media/encoding/profile.ts';
import { aCore, anAbout, aStrangersAbout, CHANNEL, someSkills } from './testing/coreAnswers.ts';
import { type FakeAnswers, fakeCore } from './testing/fakeCore.ts';
import { aac, aProbe, h264, refusedProbe } from './testing/probes.ts';

/** That the words do what they say is shown with a real core, in harness/test/headless; here is how they say what is wrong. */

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.stop();
});

const over = (given: FakeAnswers) => opened(aCore(given));

function opened(answers: FakeAnswers) {
  const sluice = openHeadless({ core: fakeCore(answers) });
  open.push(sluice);
  return sluice;
}

const USER = { name: 'admin', password: 'p' };
const absent = () => {
  throw new CoreError(404, 'Unknown process ID');
};
const failing = (code: number, message: string) => () => {
  throw new CoreError(code, message);
};
const CAMERA = { name: 'Studio A', source: { tile: 'network', settings: { address: 'rtsp://192.0.2.10/s' } } };

/** A core that holds what it is given. */
function holding(given: FakeAnswers = {}): FakeAnswers {
  const held = new Map<string, { reference: string; metadata: unknown }>();
  const seen = (id: string) => ({
    id,
    reference: held.get(id)?.reference,
    metadata: { [METADATA_KEY]: held.get(id)?.metadata },
    state: { order: 'start', exec: 'running', runtime_seconds: 1 },
  });
  const known = (id: string) => (held.has(id) ? seen(id) : absent());
  return {
    processes: () => [...held.keys()].map(seen),
    process: ({ id }) => known(id),
    processUpdate: ({ id }) => known(id),
    processAdd: ({ body }) => held.set(body.id, { reference: body.reference ?? '', metadata: null }) && 'OK',
    processDelete: ({ id }) => held.delete(id) && 'OK',
    processProbe: () => aProbe(h264, aac),
    processCommand: () => 'OK',
    processMetadataSet: ({ id, body }) => {
      held.set(id, { reference: held.get(id)?.reference ?? '', metadata: body });
      return body;
    },
    processMetadata: ({ id }) => held.get(id)?.metadata ?? absent(),
    memFiles: () => [],
    sessionsActive: () => ({}),
    rtmp: () => [],
    ...given,
  };
}

it.each<[string, FakeAnswers, 'register' | 'logIn', string]>([
  ['nobody is registered', { about: () => anAbout({ auths: [] }) }, 'logIn', 'Nobody is registered'],
  ['somebody is registered', { about: aStrangersAbout }, 'register', 'wants a login'],
  ['we are in already', {}, 'register', 'Somebody is registered'],
  [
    'the password is wrong',
    { about: aStrangersAbout, login: failing(401, 'No such user') },
    'logIn',
    'Check the username and password.',
  ],
  ['the core is away', { about: failing(NETWORK_FAILURE, 'fetch failed') }, 'logIn', 'fetch failed'],
  [
    'the core is too old',
    { about: () => anAbout({ version: { number: '14.9.0' } }) },
    'logIn',
    'does not work with this core',
  ],
  [
    'the core takes no config',
    { about: () => anAbout({ auths: [] }), configSet: failing(409, 'Read only') },
    'register',
    'Read only',
  ],
])('when %s the gate says so', async (_, core, word, reason) => {
  await expect(over(core)[word](USER)).rejects.toThrow(reason);
});

it('asks a core again that did not answer', async () => {
  const about = vi.fn((): object => anAbout());
  about.mockImplementation(failing(NETWORK_FAILURE, 'fetch failed'));
  const sluice = over({ about });
  await expect(sluice.enter()).rejects.toThrow('fetch failed');
  about.mockReturnValue(anAbout());
  await sluice.enter();
  expect(sluice.store.getState().session.status).toBe('ready');
});

it('sets a channel up and publishes it', async () => {
  const sluice = over(holding());
  await sluice.enter();
  const channel = await sluice.setUpChannel({ ...CAMERA, id: CHANNEL, license: 'CC0 1.0' });
  expect(channel).toBe(CHANNEL);
  const [twitch, youtube] = await Promise.all([
    sluice.addPublication({ service: 'twitch', settings: { key: 'k' } }),
    sluice.addPublication({ service: 'youtube', settings: { stream_key: 'k' }, name: 'Main', channel }),
  ]);
  const { list } = sluice.store.getState().channel;
  expect(list.find(({ id }) => id === channel)?.egresses).toEqual({
    [twitch]: { service: 'twitch', name: 'Twitch' },
    [youtube]: { service: 'youtube', name: 'Main' },
  });
  expect(sluice.store.getState()).toMatchObject({
    wizard: { status: 'closed' },
    publicationForm: { status: 'closed' },
  });
});

it('waits for a stream that is pushed', async () => {
  const rtmp = vi.fn((): object[] => []);
  const sluice = over(holding({ rtmp, config: () => ({ config: { version: 3, rtmp: { enable: true } } }) }));
  await sluice.enter();
  const settingUp = sluice.setUpChannel({ name: 'Pushed', id: CHANNEL, source: { tile: 'rtmp' } });
  await vi.waitFor(() => expect(rtmp).toHaveBeenCalled());
  expect(sluice.store.getState().wizard).toMatchObject({ at: { step: 'videoSettings' } });
  rtmp.mockReturnValue([{ name: `/live/${CHANNEL}.stream` }]);
  expect(await settingUp).toBe(CHANNEL);
});

it.each<[string, FakeAnswers, object, string]>([
  ['there is no such tile', {}, { source: { tile: 'telepathy' } }, 'telepathy'],
  ['the source does not answer', { processProbe: () => refusedProbe }, {}, 'Connection refused'],
  ['the core does not keep it', { processAdd: failing(507, 'Disk full') }, {}, 'Disk full'],
  ['nothing is pushed', {}, { source: { tile: 'rtmp' }, patienceMs: 20 }, 'within 0.02 s'],
  ['it cannot be started', { processCommand: failing(500, 'No more ffmpeg') }, {}, 'No more ffmpeg'],
])('when %s the wizard says so, and is closed', async (_, core, plan, reason) => {
  const sluice = over(holding(core));
  await sluice.enter();
  await expect(sluice.setUpChannel({ ...CAMERA, ...plan })).rejects.toThrow(reason);
  expect(sluice.store.getState().wizard.status).toBe('closed');
});

it.each<[string, FakeAnswers, { service?: string; settings?: CoderSettings; channel?: string }, string]>([
  ['there is no such service', {}, { service: 'carrier pigeon' }, 'Publication service not found'],
  ['there is no such channel', {}, { channel: 'none' }, 'Main channel not found'],
  ['something is missing', {}, { settings: {} }, 'twitch is not complete'],
  [
    'its ffmpeg lacks the protocol',
    { skills: () => ({ ...someSkills(), protocols: { input: [], output: [{ id: 'http' }] } }) },
    {},
    'protocol rtmp',
  ],
  ['the core refuses it', { processAdd: failing(500, 'Out of order') }, {}, 'Out of order'],
])('when %s the form says so, and is closed', async (_, core, plan, reason) => {
  const { skills } = core;
  const answers = aCore(holding(skills && { skills }));
  const sluice = opened(answers);
  await sluice.enter();
  await sluice.setUpChannel(CAMERA);
  Object.assign(answers, core);
  await expect(sluice.addPublication({ service: 'twitch', settings: { key: 'k' }, ...plan })).rejects.toThrow(reason);
  expect(sluice.store.getState().publicationForm.status).toBe('closed');
});

type Method =
  | 'register'
  | 'logIn'
  | 'setUpChannel'
  | 'editChannel'
  | 'addPublication'
  | 'editPublication'
  | 'awaitState';

it.each<[Method, readonly unknown[], string]>([
  ['register', [], 'user: '],
  ['logIn', [{ name: 'admin' }], 'user.password: '],
  ['setUpChannel', [], 'channel: '],
  ['setUpChannel', [{ name: 'A' }], 'channel.source: '],
  // A name that was missing broke off the saving: each later set-up waited for it until its time was over.
  ['setUpChannel', [{ source: CAMERA.source }], 'channel.name: '],
  ['setUpChannel', [{ ...CAMERA, id: 'me' }], 'channel.id: '],
  ['setUpChannel', [{ ...CAMERA, source: { ...CAMERA.source, audio: 'loud' } }], 'channel.source.audio: '],
  ['setUpChannel', [{ ...CAMERA, nmae: 'B' }], 'nmae'],
  ['editChannel', [CHANNEL, { nam: 'B' }], 'nam'],
  ['editChannel', [CHANNEL, { name: ' ' }], 'texts.name: '],
  ['addPublication', [{ service: 'twitch' }], 'publication.settings: '],
  ['editPublication', ['restreamer-ui:egress:twitch:1', { name: 1 }], 'change.name: '],
  ['awaitState', [undefined, 'live'], 'id: '],
  ['awaitState', [CHANNEL, 'alive'], 'state: '],
  ['awaitState', [CHANNEL, 'live', '5'], 'patience: '],
])('%s refuses %j, and the next call works', async (method, given, reason) => {
  const sluice = over(holding());
  await sluice.enter();
  await expect(Reflect.apply(sluice[method], sluice, given)).rejects.toMatchObject({
    name: 'HeadlessError',
    code: 'refused',
    message: expect.stringContaining(reason),
  });
  expect(await sluice.setUpChannel({ ...CAMERA, id: CHANNEL })).toBe(CHANNEL);
});

it.each([undefined, '', 'foo', 'localhost:8080', 'ftp://localhost'])('opens nothing at %j', (address) => {
  const options: unknown = { address };
  expect(() => Reflect.apply(openHeadless, null, [options])).toThrow('http://localhost:8080');
});

it('says what was shown last when nothing comes of an intent', async () => {
  const sluice = over({});
  await sluice.enter();
  const waiting = sluice.until(() => false, 20);
  sluice.dispatch(noticed('warning', 'The channel {{0}} sleeps', 'A'));
  await expect(waiting).rejects.toThrow('within 0.02 s (The channel A sleeps)');
});

it('ends all waiting when it is stopped', async () => {
  const sluice = over({});
  await sluice.enter();
  const waiting = sluice.until(() => false, PATIENCE_MS);
  sluice.stop();
  await expect(waiting).rejects.toThrow('stopped');
  await expect(sluice.setUpChannel(CAMERA)).rejects.toThrow('stopped');
});

it('a condition that throws ends its own waiting only', async () => {
  const sluice = over({});
  const waiting = sluice.until(({ session }) => {
    if (session.status === 'ready') throw new Error('Not like this');
    return false;
  }, PATIENCE_MS);
  await expect(waiting).rejects.toThrow('Not like this');
  await sluice.enter();
});
