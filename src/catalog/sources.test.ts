import { describe, expect, it } from 'vitest';
import { Config } from '../api/answers/config.ts';
import { SkillsAnswer } from '../api/answers/skills.ts';
import { networkOf } from '../media/address/channelAddresses.ts';
import { skillsOf } from '../media/encoding/skills.ts';
import { readCatalogExamples } from './fixtures/readCatalogExamples.ts';
import type { Example } from './form/argumentExampleTypes.ts';
import type { SourceContext } from './form/defineCatalogEntry.ts';
import { choicesWithStored } from './form/evaluateFields.ts';
import type { Settings } from './form/fields.ts';
import { defaultsOf, inputFault } from './form/fieldValues.ts';
import { missingDeviceReason, sourceOf, sources } from './sources/index.ts';
import { availableWizardTiles, unavailableWizardTiles, wizardTiles } from './wizardTiles.ts';

const config = Config.parse({ rtmp: { enable: true, app: '/live', token: 'secret' } });
const page = new URL('http://localhost:8080');
const network = networkOf({ config, page, channel: '11111111-2222-4333-8444-555555555555' });
const context: SourceContext = { ffmpeg: { major: 5, minor: 1 }, network, skills: skillsOf(null) };

describe.each(sources)('the source $id', async (source) => {
  const examples = await readCatalogExamples<Example>('sources', source.id);
  const fields = source.form(context);

  it('has examples', () => expect(examples.length).toBeGreaterThan(1));
  it.each(examples)('reads $given with the expected inputs', ({ given, ffmpeg = context.ffmpeg, expect: inputs }) =>
    expect(source.inputs(given, { ...context, ffmpeg })).toEqual(inputs),
  );
  it('never gives ffmpeg an empty or undefined option', () => {
    for (const { given } of [{ given: {} }, ...examples]) {
      const options = source.inputs(given, context).flatMap((input) => input.options);
      expect(options.filter((option) => option === '' || /undefined|NaN|null/.test(option))).toEqual([]);
    }
  });
  it('offers its defaults among the options', () => {
    for (const field of Object.values(fields)) {
      if (field.kind !== 'select') continue;
      expect(field.options.map(({ value }) => value)).toContain(field.default);
    }
  });
  it('hides passwords', () => {
    for (const [key, field] of Object.entries(fields)) {
      if (/password|secret|token/.test(key)) expect(field.kind).toBe('secret');
    }
  });
});

it('sources have unique ids', () => expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length));
it('an unknown kind of source returns null', () => expect(sourceOf('of another product')).toBeNull());

it.each([
  ['network', {}, false],
  ['network', { address: 'rtsp://192.0.2.10/s' }, true],
  ['network', { address: '192.0.2.10' }, false],
  ['network', { mode: 'push' }, true],
  ['virtualvideo', {}, false],
  ['virtualvideo', { source: 'testsrc' }, true],
  ['virtualaudio', {}, true],
])('the source %s with %j is ready: %s', (id, settings, ready) =>
  expect(sourceOf(id)?.ready(settings, context)).toBe(ready),
);

describe('sources that read devices', () => {
  const device = (id: string, name = '', media = 'video') => ({ id, name, extra: '', media });
  const having = (sources: SourceContext['skills']['sources']) => ({
    ...context,
    skills: { ...context.skills, sources },
  });
  const [camera, other] = [device('/dev/video0', 'Webcam'), device('/dev/video2')];

  it.each<[string, Settings, SourceContext['skills']['sources'], string | undefined]>([
    ['video4linux2', {}, {}, undefined],
    ['video4linux2', {}, { video4linux2: [camera, other] }, undefined],
    ['video4linux2', { device: 'none' }, { video4linux2: [camera] }, undefined],
    ['video4linux2', { device: '/dev/video9' }, { video4linux2: [camera] }, '/dev/video9'],
    ['raspicam', {}, { raspicam: [camera], video4linux2: [other] }, '/dev/video0'],
    ['alsa', {}, { alsa: [device('hw:3,0', 'Mixer', 'audio')] }, 'hw:3,0'],
    ['alsa', {}, { alsa: [device('hw:3,0', 'Screen', 'video')] }, undefined],
    ['alsa', {}, {}, undefined],
    ['alsa', {}, { alsa: [device('hw:1,0', 'Mixer', 'audio'), device('hw:0,0', 'Webcam', 'audio')] }, undefined],
    ['alsa', { device: '1,0' }, {}, 'hw:1,0'],
    ['avfoundation', {}, { avfoundation: [device('0', 'FaceTime')] }, 'default:default'],
    ['fbdev', {}, { fbdev: [device('/dev/fb0')] }, '/dev/fb0'],
  ])('%s with %j on a machine with %j reads %s', (id, settings, sources, address) =>
    expect(sourceOf(id)?.inputs(settings, having(sources))[0]?.address).toBe(address),
  );

  it('list devices by name and require a choice', () => {
    const field = sourceOf('video4linux2')?.form(having({ video4linux2: [camera, other] })).device;
    const labels = field && 'options' in field ? field.options.map(({ label }) => label) : [];
    expect(labels.slice(1)).toEqual(['Webcam (/dev/video0)', '/dev/video2']);
    expect(sourceOf('video4linux2')?.missing({}, context)).toEqual(['device']);
    expect(sourceOf('video4linux2')?.missing({}, having({ video4linux2: [camera] }))).toEqual([]);
    expect(sourceOf('video4linux2')?.missing({}, having({ video4linux2: [camera, other] }))).toEqual(['device']);
    expect(sourceOf('alsa')?.missing({}, having({ alsa: [] }))).toEqual(['device']);
  });

  it('explain what to do without devices', () => {
    const note = (id: string, sources: SourceContext['skills']['sources']) =>
      missingDeviceReason(sourceOf(id), having(sources).skills)?.replace(/\..*/, '');
    expect(note('video4linux2', { video4linux2: [] })).toBe('This core finds no camera');
    expect(note('alsa', {})).toBe("The core's ffmpeg lacks this input");
    expect(note('avfoundation', {})).toBe('Needs a core that runs on a Mac, not in a container');
    expect(note('raspicam', { video4linux2: [camera] })).toBe('This core finds no Raspberry Pi camera');
    expect(note('raspicam', {})).toBe("The core's ffmpeg lacks this input");
    expect([note('video4linux2', { video4linux2: [camera] }), note('network', {})]).toEqual([undefined, undefined]);
  });
});

it.each(['29.97', '23,976', '25'])('a frame rate of %s is accepted', (typed) => {
  const field = sourceOf('network')?.form(context)['http.framerate'];
  expect(field?.kind === 'number' && inputFault(field, typed)).toBeNull();
});

it('a push is not ready while the server is disabled', () => {
  const off = { ...network, rtmp: { ...network.rtmp, enabled: false } };
  expect(sourceOf('network')?.ready({ mode: 'push' }, { ...context, network: off })).toBe(false);
});

describe('a push', () => {
  const config3 = { version: 3, rtmp: { enable: true, app: '/live', token: 'a/b' }, srt: { enable: true } };
  const newer = (changed: object) => {
    const channel = context.network.channel;
    const network = networkOf({ config: Config.parse({ ...config3, ...changed }), page, channel });
    const inputs = (settings: Settings) => sourceOf('network')?.inputs(settings, { ...context, network: network });
    return (push: object) => inputs({ mode: 'push', push })?.[0]?.address;
  };

  it.each([
    [{ type: 'rtmp', name: 'k3y' }, { rtmp: { enable: true, token: 't' } }, '{rtmp,name=k3y}'],
    [{ type: 'srt', name: 'k3y' }, {}, '{srt,name=k3y,mode=request}'],
    // Cannot be written as a placeholder of the core.
    [{ type: 'rtmp', name: 'a,b' }, {}, 'rtmp://localhost/live/a,b?token=a%2Fb'],
    [{ type: 'rtmp', name: 'k3y' }, {}, 'rtmp://localhost/live/k3y?token=a%2Fb'],
    [{ type: 'hls' }, {}, `http://localhost:8080/memfs/ingest/${context.network.channel}.m3u8`],
  ])('%j with %j is read by placeholders if the core has them', (push, changed, address) =>
    expect(newer(changed)(push)).toBe(address),
  );
});

it.each([
  [{ address: 'rtmp://h/a', username: 'a:b' }, ['username']],
  [{ address: 'rtmp://h/a', username: 'a@b', password: 'p:@' }, []],
  [{ address: 'rtmp://h/a', password: 'p/w' }, ['password']],
  [{ address: 'rtsp://h/a', username: 'a:b', password: 'p/w?#' }, []],
  [{ address: 'http://h/a', http: { http_proxy: '192.0.2.1:3128' } }, ['http.http_proxy']],
  [{ address: 'rtsp://h/a', http: { http_proxy: '192.0.2.1:3128' } }, []],
  [{ mode: 'push', push: { type: 'srt' } }, ['push.type']],
  [{ mode: 'push', push: { type: 'rtmp' } }, []],
])('a network source with %j has faults at %j', (settings, keys) => {
  const input = ['rtmp', 'http', 'tls'];
  const skills = { ...context.skills, protocols: { input, output: [] }, formats: { demuxers: ['rtsp'], muxers: [] } };
  expect(Object.keys(sourceOf('network')?.faults(settings, { ...context, skills }) ?? {})).toEqual(keys);
});

describe.each(wizardTiles)('the wizard tile $id', ({ source, forces, begins = {}, asks }) => {
  const kind = sourceOf(source);
  const fields = kind?.form(context) ?? {};
  it('leads to a source of video', () => expect(kind?.media).toContain('video'));
  it('asks for fields that there are in its source', () => {
    for (const key of asks) expect(Object.keys(fields)).toContain(key);
  });
  it('decides settings that there are in its source', () => {
    const settings = { ...defaultsOf(fields), ...begins, ...forces };
    expect(settings).toMatchObject(forces);
    expect(Object.keys(begins).filter((key) => !(key in fields))).toEqual([]);
  });
});

it.each([
  ['a core without devices', {}, ['raspicam', 'avfoundation', 'srt', 'video4linux2']],
  [
    'a camera that is no Raspberry',
    { devices: { demuxers: [{ id: 'video4linux2', devices: [] }], muxers: [] } },
    ['raspicam', 'avfoundation', 'srt'],
  ],
  ['a core that does not report its devices', { ffmpeg: { version: '' } }, []],
])('the wizard explains why %s has no tile for a source', (_, answer, ids) => {
  const unavailable = unavailableWizardTiles(skillsOf(SkillsAnswer.parse({ ffmpeg: { version: '7.1' }, ...answer })));
  expect(unavailable.map(({ tile }) => tile.id).toSorted()).toEqual(ids.toSorted());
  for (const { why } of unavailable) expect(why).toMatch(/[.]$/);
});

it.each<[string, string[], boolean]>([
  ['with keys for it', ['push-keys'], true],
  ['without keys', [], false],
])('the wizard offers an HLS push only with push keys, on a core %s', (_, extensions, offered) => {
  const skills = { ...context.skills, protocols: { input: ['http'], output: [] } };
  expect(availableWizardTiles(skills, extensions).some(({ id }) => id === 'hls')).toBe(offered);
  const type = sourceOf('network')?.form({ ...context, extensions })['push.type'];
  const options = type?.kind === 'select' ? choicesWithStored(type.options, ['rtmp']) : [];
  expect(options.some(({ value }) => value === 'hls')).toBe(offered);
});

it('wizard tiles have unique ids, the most common first', () => {
  expect(new Set(wizardTiles.map(({ id }) => id)).size).toBe(wizardTiles.length);
  expect(wizardTiles[0]?.id).toBe('rtmp');
});
