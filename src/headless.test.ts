import { afterEach, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../harness/test/testing/machineSlowness.ts';
import { CoreError, NETWORK_FAILURE } from './api/error.ts';
import { METADATA_KEY } from './api/processIds.ts';
import { noticed } from './features/gate/notice/slice.ts';
import { wizardChanged } from './features/setup/wizard/slice.ts';
import { openHeadless } from './headless.ts';
import type { CoderSettings } from './media/encoding/profile.ts';
import { aCore, anAbout, aStrangersAbout, CHANNEL, someSkills } from './testing/coreAnswers.ts';
import { type FakeAnswers, fakeCore } from './testing/fakeCore.ts';
import { aac, aProbe, h264, refusedProbe } from './testing/probes.ts';

/** harness/test/headless covers the functions with a real core; this file covers their errors. */

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const sluice of open.splice(0)) sluice.stop();
});

const openOver = (answers: FakeAnswers) => openSluice(aCore(answers));

function openSluice(answers: FakeAnswers) {
  const sluice = openHeadless({ core: fakeCore(answers) });
  open.push(sluice);
  return sluice;
}

const USER = { name: 'admin', password: 'a-secret' };
const absent = () => {
  throw new CoreError(404, 'Unknown process ID');
};
const failing = (code: number, message: string) => () => {
  throw new CoreError(code, message);
};
const CAMERA = { name: 'Studio A', source: { tile: 'network', settings: { address: 'rtsp://192.0.2.10/s' } } };

function holding(answers: FakeAnswers = {}): FakeAnswers {
  const processes = new Map<string, { reference: string; metadata: unknown }>();
  const asAnswer = (id: string) => ({
    id,
    reference: processes.get(id)?.reference,
    metadata: { [METADATA_KEY]: processes.get(id)?.metadata },
    state: { order: 'start', exec: 'running', runtime_seconds: 1 },
  });
  const processAt = (id: string) => (processes.has(id) ? asAnswer(id) : absent());
  return {
    processes: () => [...processes.keys()].map(asAnswer),
    process: ({ id }) => processAt(id),
    processUpdate: ({ id }) => processAt(id),
    processAdd: ({ body }) => processes.set(body.id, { reference: body.reference ?? '', metadata: null }) && 'OK',
    processDelete: ({ id }) => processes.delete(id) && 'OK',
    processProbe: () => aProbe(h264, aac),
    processCommand: () => 'OK',
    processMetadataSet: ({ id, body }) => {
      processes.set(id, { reference: processes.get(id)?.reference ?? '', metadata: body });
      return body;
    },
    processMetadata: ({ id }) => processes.get(id)?.metadata ?? absent(),
    memFiles: () => [],
    sessionsActive: () => ({}),
    rtmp: () => [],
    ...answers,
  };
}

it.each<[string, FakeAnswers, 'register' | 'logIn', string]>([
  ['no user is registered', { about: () => anAbout({ auths: [] }) }, 'logIn', 'no user yet: register()'],
  ['a user is registered', { about: aStrangersAbout }, 'register', 'wants a login'],
  ['the core needs no login', {}, 'register', 'has a user already: logIn()'],
  [
    'the password is wrong',
    { about: aStrangersAbout, login: failing(401, 'No such user') },
    'logIn',
    'Check the username and password.',
  ],
  ['the core is unreachable', { about: failing(NETWORK_FAILURE, 'fetch failed') }, 'logIn', 'fetch failed'],
  [
    'the core is too old',
    { about: () => anAbout({ version: { number: '14.9.0' } }) },
    'logIn',
    'does not work with this core',
  ],
  [
    'the core rejects its config',
    { about: () => anAbout({ auths: [] }), configSet: failing(409, 'Read only') },
    'register',
    'Read only',
  ],
])('the headless interface rejects with the reason of the gate when %s', async (_, core, word, reason) => {
  await expect(openOver(core)[word](USER)).rejects.toThrow(reason);
});

it.each([
  ['short', 'x', 'Enter at least 8 characters.'],
  ['easy to guess', 'password1', 'easy to guess'],
])('the headless interface rejects a first password that is %s, like the interface', async (_, password, reason) => {
  const configSet = vi.fn(failing(409, 'Read only'));
  const sluice = openOver({ about: () => anAbout({ auths: [] }), configSet });
  await expect(sluice.register({ name: 'admin', password })).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(new RegExp(`^user\\.password: .*${reason}`)),
  });
  expect(configSet).not.toHaveBeenCalled();
});

it('the headless interface retries a core that did not respond', async () => {
  const about = vi.fn((): object => anAbout());
  about.mockImplementation(failing(NETWORK_FAILURE, 'fetch failed'));
  const sluice = openOver({ about });
  await expect(sluice.enter()).rejects.toThrow('fetch failed');
  about.mockReturnValue(anAbout());
  await sluice.enter();
  expect(sluice.store.getState().session.status).toBe('ready');
});

it('the headless interface sets up a channel and publishes it', async () => {
  const sluice = openOver(holding());
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

it('the headless interface waits for a pushed stream', async () => {
  const rtmp = vi.fn((): object[] => []);
  const sluice = openOver(holding({ rtmp, config: () => ({ config: { version: 3, rtmp: { enable: true } } }) }));
  await sluice.enter();
  const address = await sluice.pushAddress(CHANNEL);
  expect(address).toMatch(new RegExp(`^rtmp://[^/]+/${CHANNEL}\\.stream$`));
  const settingUp = sluice.setUpChannel({ name: 'Pushed', id: CHANNEL, source: { tile: 'rtmp' } });
  await vi.waitFor(() => expect(rtmp).toHaveBeenCalled());
  expect(sluice.store.getState().wizard).toMatchObject({ at: { step: 'videoSettings' } });
  rtmp.mockReturnValue([{ name: `/live/${CHANNEL}.stream` }]);
  expect(await settingUp).toBe(CHANNEL);
  expect(await sluice.pushAddress(CHANNEL, 'srt')).toBe(address);
});

it('the headless interface returns the push address with the stored stream key', async () => {
  const stored = {
    ...{
      version: 1,
      sources: [{ type: 'network', settings: { mode: 'push', push: { type: 'rtmp', name: 'camera-7' } } }],
    },
  };
  const sluice = openOver({
    processMetadata: () => stored,
    config: () => ({ config: { version: 3, rtmp: { enable: true, app: '/live', token: 'a b' } } }),
  });
  expect(await sluice.pushAddress(CHANNEL)).toMatch(/^rtmp:\/\/[^/]+\/live\/camera-7\?token=a%20b$/);
  stored.sources = [];
  await expect(sluice.pushAddress(CHANNEL)).rejects.toThrow('The source of this channel is not pushed to the server');
});

it('the headless interface changes only the given texts of a channel', async () => {
  const core = holding();
  const written = vi.fn();
  const sluice = openOver({
    ...core,
    processMetadataSet: (params) => {
      written(params.body);
      return core.processMetadataSet?.(params);
    },
  });
  await sluice.enter();
  await sluice.setUpChannel({ ...CAMERA, id: CHANNEL, license: 'CC0 1.0' });
  await sluice.editChannel(CHANNEL, { description: 'Live', author_name: 'Ada', author_description: 'Of London' });
  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({
      meta: { name: CAMERA.name, description: 'Live', author: { name: 'Ada', description: 'Of London' } },
      license: 'CC0 1.0',
    }),
  );
});

it.each([null, 'login.json', {}, { read: () => null }])('the headless interface rejects %j as a storage', (storage) => {
  expect(() => Reflect.apply(openHeadless, null, [{ address: 'http://localhost', storage }])).toThrow(
    'storage: expected one such as fileStorage("login.json")',
  );
});

it.each<[string, FakeAnswers, object, string]>([
  ['there is no such tile', {}, { source: { tile: 'telepathy' } }, '"telepathy" is none of "rtmp", "srt"'],
  ['there is no such license', {}, { license: 'WTFPL' }, 'channel.license: "WTFPL" is none of "none", "CC0 1.0"'],
  [
    'a setting is mistyped',
    {},
    { source: { tile: 'network', settings: { adress: 'rtsp://192.0.2.10/s' } } },
    'channel.source.settings.adress: there is no such setting, but "mode", "address"',
  ],
  [
    'a setting has the wrong type',
    {},
    { source: { tile: 'network', settings: { address: 5 } } },
    'channel.source.settings.address: expected a text',
  ],
  ['a setting is missing', {}, { source: { tile: 'network' } }, 'settings.address: '],
  ['a file is missing', {}, { source: { tile: 'videoloop' } }, 'settings.file: Upload a file first.'],
  [
    'the video has no audio',
    { processProbe: () => aProbe(h264) },
    { source: { ...CAMERA.source, audio: 'video' } },
    'channel.source.audio: "video" is none of "silence", "tone"',
  ],
  ['the source does not respond', { processProbe: () => refusedProbe }, {}, 'Connection refused'],
  [
    'the source does not respond, with a reason',
    { processProbe: () => refusedProbe },
    {},
    'The source cannot be used: Failed to verify the source. Please check the address. ',
  ],
  ['the core does not store it', { processAdd: failing(507, 'Disk full') }, {}, 'Disk full'],
  [
    'no stream is pushed',
    {},
    { source: { tile: 'rtmp' }, patienceMs: 20 },
    'Nothing was sent to where pushAddress() says within 0.02 s',
  ],
  ['it cannot be started', { processCommand: failing(500, 'No more ffmpeg') }, {}, 'No more ffmpeg'],
])(
  'the headless interface rejects with the reason of the wizard and closes it when %s',
  async (_, core, plan, reason) => {
    const sluice = openOver(holding(core));
    await sluice.enter();
    await expect(sluice.setUpChannel({ ...CAMERA, ...plan })).rejects.toThrow(reason);
    expect(sluice.store.getState().wizard.status).toBe('closed');
  },
);

it.each<[string, FakeAnswers, { service?: string; settings?: CoderSettings; channel?: string }, string]>([
  ['there is no such service', {}, { service: 'carrier pigeon' }, 'publication.service: "carrier pigeon" is none of "'],
  ['there is no such channel', {}, { channel: 'none' }, 'There is no channel "none", but "'],
  ['something is missing', {}, { settings: {} }, 'settings.key: This field is required.'],
  [
    'a setting is mistyped',
    {},
    { settings: { kye: 'k' } },
    'settings.kye: there is no such setting, but "region", "key"',
  ],
  ['a setting has no such value', {}, { settings: { key: 'k', region: 'moon' } }, 'settings.region: "moon" is none of'],
  [
    'ffmpeg lacks the protocol',
    { skills: () => ({ ...someSkills(), protocols: { input: [], output: [{ id: 'http' }] } }) },
    {},
    'protocol rtmp',
  ],
  ['the core rejects it', { processAdd: failing(500, 'Out of order') }, {}, 'Out of order'],
])(
  'the headless interface rejects with the reason of the form and closes it when %s',
  async (_, core, plan, reason) => {
    const { skills } = core;
    const answers = aCore(holding(skills && { skills }));
    const sluice = openSluice(answers);
    await sluice.enter();
    await sluice.setUpChannel(CAMERA);
    Object.assign(answers, core);
    await expect(sluice.addPublication({ service: 'twitch', settings: { key: 'k' }, ...plan })).rejects.toThrow(reason);
    expect(sluice.store.getState().publicationForm.status).toBe('closed');
  },
);

type Method =
  | 'register'
  | 'logIn'
  | 'setUpChannel'
  | 'editChannel'
  | 'addPublication'
  | 'editPublication'
  | 'startChannel'
  | 'stopChannel'
  | 'deleteChannel'
  | 'startPublication'
  | 'stopPublication'
  | 'deletePublication'
  | 'pushAddress'
  | 'awaitState';

it.each<[Method, readonly unknown[], string]>([
  ['register', [], 'user: an object is missing'],
  ['logIn', [{ name: 'admin' }], 'user.password: a text is missing'],
  ['logIn', [{ name: '', password: 'p' }], 'user.name: a text is missing'],
  ['setUpChannel', [], 'channel: an object is missing'],
  ['setUpChannel', ['Studio'], 'channel: expected an object'],
  ['setUpChannel', [{ name: 'A' }], 'channel.source: an object is missing'],
  ['setUpChannel', [{ ...CAMERA, patienceMs: -1 }], 'channel.patienceMs: expected 0 or more'],
  [
    'setUpChannel',
    [{ ...CAMERA, source: { ...CAMERA.source, file: 'a.mp4' } }],
    'channel.source.file: expected a File',
  ],
  // A missing name once interrupted a save, so that each later setup waited for its lease to expire.
  ['setUpChannel', [{ source: CAMERA.source }], 'channel.name: a text is missing'],
  ['setUpChannel', [{ ...CAMERA, id: 'me' }], 'channel.id: expected a UUID such as'],
  [
    'setUpChannel',
    [{ ...CAMERA, source: { ...CAMERA.source, audio: 'loud' } }],
    'channel.source.audio: "loud" is none of "video"',
  ],
  ['setUpChannel', [{ ...CAMERA, nmae: 'B' }], 'channel: there is no "nmae" here, but "name", "source"'],
  ['editChannel', [CHANNEL, { nam: 'B' }], 'texts: there is no "nam" here, but "name", "description"'],
  ['editChannel', [CHANNEL, { license: 'MIT' }], 'texts.license: "MIT" is none of'],
  ['editChannel', [CHANNEL, { name: ' ' }], 'texts.name: a text is missing'],
  ['addPublication', [{ service: 'twitch' }], 'publication.settings: an object is missing'],
  ['editPublication', ['restreamer-ui:egress:twitch:1', { name: 1 }], 'change.name: expected a text'],
  ...(['startChannel', 'stopChannel', 'deleteChannel'] as const).flatMap((method): [Method, unknown[], string][] => [
    [method, [], 'id: a text is missing'],
    [method, [CHANNEL], `There is no channel "${CHANNEL}"`],
  ]),
  ...(['startPublication', 'stopPublication', 'deletePublication'] as const).map(
    (method): [Method, unknown[], string] => [
      method,
      ['restreamer-ui:egress:twitch:1'],
      'There is no publication "restreamer-ui:egress:twitch:1"',
    ],
  ),
  [
    'addPublication',
    [{ service: 'twitch', settings: { key: 'k' } }],
    'There is no channel yet: setUpChannel() makes one',
  ],
  ['pushAddress', [], 'id: a text is missing'],
  ['pushAddress', ['camera'], 'newId: expected a UUID such as'],
  ['pushAddress', [CHANNEL, 'hls'], 'tile: "hls" is none of "rtmp", "srt"'],
  ['pushAddress', [CHANNEL, 'srt'], 'The SRT server is off: it is switched on in the settings'],
  ['awaitState', [undefined, 'live'], 'id: a text is missing'],
  ['awaitState', [CHANNEL, 'alive'], 'state: "alive" is none of "stopped", "starting"'],
  ['awaitState', [CHANNEL], 'state: one of "stopped", "starting"'],
  ['awaitState', [CHANNEL, 'live', '5'], 'patience: expected a number'],
  ['awaitState', [CHANNEL, 'live'], `There is no channel or publication "${CHANNEL}"`],
])('%s rejects %j, and the next call works', async (method, args, reason) => {
  const sluice = openOver(holding());
  await sluice.enter();
  await expect(Reflect.apply(sluice[method], sluice, args)).rejects.toMatchObject({
    name: 'HeadlessError',
    code: 'refused',
    message: expect.stringContaining(reason),
  });
  expect(await sluice.setUpChannel({ ...CAMERA, id: CHANNEL })).toBe(CHANNEL);
});

it('a save that throws fails at once and does not block later ones', async () => {
  const sluice = openOver(holding());
  await sluice.enter();
  const unsubscribe = sluice.store.subscribe(() => {
    const { wizard } = sluice.store.getState();
    if (wizard.status !== 'open' || wizard.at.step !== 'license' || wizard.draft.meta.name !== CAMERA.name) return;
    unsubscribe();
    sluice.dispatch(wizardChanged({ meta: JSON.parse('{}') }));
  });
  await expect(sluice.setUpChannel(CAMERA)).rejects.toMatchObject({
    name: 'HeadlessError',
    code: 'refused',
    message: expect.stringContaining('Something went wrong'),
  });
  expect(sluice.store.getState().wizard).toEqual({ status: 'closed' });
});

it('the headless interface stops waiting for a state when it is stopped', async () => {
  const stopped = { order: 'stop', exec: 'finished', runtime_seconds: 0 };
  const sluice = openOver(holding({ processState: () => stopped }));
  const waiting = sluice.awaitState(CHANNEL, 'live', PATIENCE_MS);
  await sluice.enter();
  sluice.stop();
  await expect(waiting).rejects.toMatchObject({ code: 'stopped' });
});

it.each(['list', 'setUpChannel', 'startChannel', 'awaitState'] as const)('%s requires a login', async (method) => {
  const args = { list: [], setUpChannel: [CAMERA], startChannel: [CHANNEL], awaitState: [CHANNEL, 'live'] };
  const sluice = openOver(holding({ about: aStrangersAbout }));
  await expect(Reflect.apply(sluice[method], sluice, args[method])).rejects.toMatchObject({ code: 'login' });
});

it('the headless interface reports a lost login when the core rejects the list', async () => {
  const answers = aCore(holding());
  const sluice = openSluice(answers);
  await sluice.enter();
  Object.assign(answers, { processes: failing(401, 'Not logged in') });
  await expect(sluice.list()).rejects.toMatchObject({ code: 'login' });
});

it('the headless interface reports the last message when an intent has no result', async () => {
  const sluice = openOver({});
  await sluice.enter();
  const waiting = sluice.until(() => false, 20);
  sluice.dispatch(noticed('warning', 'The channel {{0}} sleeps', 'A'));
  await expect(waiting).rejects.toThrow('within 0.02 s (The channel A sleeps)');
});

it('the headless interface rejects all pending calls when it is stopped', async () => {
  const sluice = openOver({});
  await sluice.enter();
  const waiting = sluice.until(() => false, PATIENCE_MS);
  sluice.stop();
  await expect(waiting).rejects.toThrow('stopped');
  await expect(sluice.setUpChannel(CAMERA)).rejects.toThrow('stopped');
});

it('a condition that throws only rejects its own call', async () => {
  const sluice = openOver({});
  const waiting = sluice.until(({ session }) => {
    if (session.status === 'ready') throw new Error('Not like this');
    return false;
  }, PATIENCE_MS);
  await expect(waiting).rejects.toThrow('Not like this');
  await sluice.enter();
});
