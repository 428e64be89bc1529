import { describe, expect, it } from 'vitest';
import { splitGraph } from '../../media/encoding/parseFilterArguments.ts';
import { emptyProfile } from '../../media/encoding/profile.ts';
import { defaultsOf } from '../form/fieldValues.ts';
import { applyFilters, pictureBeforeFilter, readFilters, replaceEncoder, splitIntoPieces } from './filterForm.ts';
import { filtersFor, knownFilters } from './index.ts';

const FFMPEG = { major: 5, minor: 1 };
const all = [...knownFilters.video, ...knownFilters.audio];

const ROWS: [id: string, settings: object, graph: string][] = [
  ['bwdif', {}, ''],
  ['bwdif', { enabled: true }, 'bwdif=mode=1:parity=-1:deint=0'],
  ['fps', { enabled: true, fps: '25' }, 'framerate=fps=25'],
  ['crop', { enabled: true, width: '640', height: 'ih/2', x: '0', y: '10' }, 'crop=640:ih/2:0:10'],
  ['crop', { enabled: true, width: '640,hflip', height: '', x: ':1', y: ' 2 ' }, 'crop=640hflip:ih:1:2'],
  ['scale', { mode: 'fix' }, 'scale=1280x720'],
  ['scale', { mode: 'height', height: '720' }, 'scale=-2:720'],
  ['scale', { mode: 'width', width: '640' }, 'scale=640:-2'],
  ['transpose', { value: '180' }, `${'transpose=dir=clock:passthrough=none,'.repeat(2).slice(0, -1)}`],
  ['hflip', { enabled: true }, 'hflip'],
  ['vflip', {}, ''],
  ['aresample', { sampling: '48000', layout: 'mono' }, 'aresample=osr=48000:ochl=mono'],
  ['aresample', { sampling: 'inherit', layout: 'inherit' }, ''],
  ['pan', { value: 'mute_left' }, 'pan=stereo|c1=c1'],
  ['volume', { level: '50' }, 'volume=volume=0.5'],
  ['volume', { level: 'custom', db: -6 }, 'volume=volume=-6dB'],
  ['loudnorm', { enabled: true }, 'loudnorm'],
];

it.each(ROWS)('%s of %j is %s, and parses back', (id, settings, graph) => {
  const filter = all.find((filter) => filter.id === id);
  expect(filter?.graph({ ...settings }, FFMPEG)).toBe(graph);
  const read = filter?.read(graph) ?? {};
  expect(graph === '' || filter?.graph(read, FFMPEG) === graph).toBe(true);
});

it.each(['constructor', '__proto__', 'toString'])('the graph is a plain string when a setting is %s', (value) => {
  for (const { fields, graph } of all) {
    for (const key of Object.keys(fields)) {
      const written = graph({ enabled: true, [key]: value }, FFMPEG);
      expect(typeof written === 'string' && !/[{}]/.test(written)).toBe(true);
    }
  }
});

it.each([
  ['with one known and one unknown option', 'bwdif=mode=send_field'],
  ['with an additional option', 'scale=1280:720:flags=lanczos'],
  ['with an unknown filter', 'drawtext=text=x'],
  ['with a level outside the list', 'volume=volume=0.55'],
])('a graph %s stays text', (_, graph) =>
  expect(knownFilters.video.concat(knownFilters.audio).filter((filter) => filter.read(graph) !== null)).toEqual([]),
);

it('filters have no effect by default and are offered if the core has them', () => {
  for (const { fields, graph, ofEncoder } of all) if (!ofEncoder) expect(graph(defaultsOf(fields), FFMPEG)).toBe('');
  expect(filtersFor('video', { filters: ['fps', 'scale', 'volume'] }).map(({ id }) => id)).toEqual(['fps', 'scale']);
  expect(filtersFor('audio', { filters: ['aresample', 'pan'] }).map(({ id }) => id)).toEqual(['pan']);
});

it.each([
  ['', []],
  ['a,b', ['a', 'b']],
  ["drawtext=text='a,b',c", ["drawtext=text='a,b'", 'c']],
  ['drawtext=text=a\\,b,c', ['drawtext=text=a\\,b', 'c']],
  ['split[a][b];[a]hflip[c];[b][c]overlay', ['split[a][b];[a]hflip[c];[b][c]overlay']],
])('%s splits into %j', (graph, parts) => expect(splitGraph(graph)).toEqual(parts));

it('two rotations parse as one filter, and a repeated filter only once', () => {
  const turn = 'transpose=dir=clock:passthrough=none';
  const ids = (graph: string) => splitIntoPieces('video', { graph, settings: {} }).map(({ id }) => id);
  expect(ids(`hflip,${turn},${turn},hflip`)).toEqual(['hflip', 'transpose', null]);
});

const coding = (mapping: string[], graph?: string, settings: object = {}) => ({
  ...emptyProfile().audio,
  encoder: { coder: 'x', settings: {}, mapping },
  ...(graph === undefined ? {} : { filter: { graph, settings: { ...settings } } }),
});

describe('filters of a coding', () => {
  const stored = coding(['-codec:v', 'h264_vaapi', '-vf', 'yadif,scale=1280x720,format=nv12'], 'yadif,scale=1280x720', {
    scale: { settings: { mode: 'fix', fix: '1280x720', theirs: 1 }, graph: 'scale=1280x720' },
    bwdif: { settings: { enabled: false, mode: '0' }, graph: '' },
  });
  const form = readFilters('video', stored);

  it('are read with their stored settings, unknown ones as text', () => {
    expect(form.settings.scale).toMatchObject({ mode: 'fix', theirs: 1 });
    expect(form.settings.bwdif).toMatchObject({ enabled: false, mode: '0' });
    expect(form.other).toBe('yadif');
  });

  it('stay unchanged if nothing is edited', () => expect(applyFilters('video', stored, form, FFMPEG)).toEqual(stored));

  it.each([
    [{ scale: { mode: 'height', height: '360' } }, form.other, 'yadif,scale=-2:360,format=nv12'],
    [{ scale: { mode: 'none' } }, form.other, 'yadif,format=nv12'],
    [{ fps: { enabled: true, fps: '50' } }, form.other, 'yadif,framerate=fps=50,scale=1280x720,format=nv12'],
    [{ hflip: { enabled: true } }, form.other, 'yadif,scale=1280x720,hflip,format=nv12'],
    [{}, '', 'scale=1280x720,format=nv12'],
    [{ scale: { mode: 'none' } }, 'eq=gamma=2', 'eq=gamma=2,format=nv12'],
  ])("with %j and %j become %s, followed by the encoder's own", (changed, other, graph) => {
    const after = applyFilters('video', stored, { settings: { ...form.settings, ...changed }, other }, FFMPEG);
    expect(after.encoder.mapping).toEqual(['-codec:v', 'h264_vaapi', '-vf', graph]);
    expect(after.filter?.graph).toBe(graph.replace(/,?format=nv12$/, ''));
    expect(readFilters('video', after).other).toBe(other);
  });

  it('are added to data from before 1.2 with resampled audio', () => {
    const older = coding(['-codec:a', 'aac', '-af', 'aresample=osr=48000:ocl=mono']);
    const after = applyFilters('audio', older, { settings: { volume: { level: '50' } }, other: '' }, FFMPEG);
    expect(after.encoder.mapping).toEqual(['-codec:a', 'aac', '-af', 'aresample=osr=48000:ocl=mono,volume=volume=0.5']);
    expect(after.filter?.settings).toMatchObject({ aresample: { settings: { sampling: '48000', layout: 'mono' } } });
  });

  it('survive a change to an encoder with its own filters', () => {
    const sound = coding(['-af', 'aresample=osr=44100,volume=volume=0.5'], 'aresample=osr=44100,volume=volume=0.5', {
      aresample: { settings: { sampling: '44100' }, graph: 'aresample=osr=44100' },
    });
    const encoder = {
      coder: 'y',
      settings: { sampling: '8000', bitrate: '1' },
      mapping: ['-af', 'aresample=osr=8000'],
    };
    const after = replaceEncoder('audio', sound, encoder);
    expect(after.encoder.mapping).toEqual(['-af', 'aresample=osr=8000,volume=volume=0.5']);
    expect(after.filter?.settings.aresample).toEqual({ settings: { sampling: '8000' }, graph: 'aresample=osr=8000' });
    const copied = replaceEncoder('audio', after, { coder: 'copy', settings: {}, mapping: ['-codec:a', 'copy'] });
    expect(copied).toMatchObject({ encoder: { mapping: ['-codec:a', 'copy'] }, filter: after.filter });
    expect(replaceEncoder('audio', copied, encoder)).toEqual(after);
  });
});

it.each([
  ['crop', '', [1920, 1080, true]],
  ['crop', 'framerate=fps=25,crop=608:1080:656:0,scale=-2:720', [1920, 1080, true]],
  ['crop', 'framerate=fps=25,scale=-2:720', [1920, 1080, true]],
  ['crop', 'transpose=dir=clock:passthrough=none,crop=608:1080:0:0', [1080, 1920, false]],
  ['crop', 'hflip,crop=608:1080:0:0', [1920, 1080, false]],
  ['crop', 'drawtext=text=x,crop=608:1080:0:0', [1920, 1080, false]],
  ['crop', 'rotate=1,crop=608:1080:0:0', [0, 0, false]],
  ['scale', 'crop=608:1080:656:0', [608, 1080, false]],
  ['scale', 'scale=-2:720,crop=608:720:0:0', [1920, 1080, true]],
])('the picture before %s in "%s"', (id, graph, [width, height, same]) =>
  expect(pictureBeforeFilter(id, { filter: { graph, settings: {} } }, { width: 1920, height: 1080 })).toEqual({
    width,
    height,
    same,
  }),
);
