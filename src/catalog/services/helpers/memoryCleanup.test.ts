import { describe, expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { networkOf, ownHosts } from '../../../media/address/channelAddresses.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { isShown } from '../../form/evaluateFields.ts';
import { settingsOf } from '../../form/fieldValues.ts';
import { serviceOf } from '../index.ts';
import { memoryFileOf } from './memoryCleanup.ts';

const hosts = (page: string, address = ':8080') =>
  ownHosts(networkOf({ config: Config.parse({ version: 3, address }), page: new URL(page), channel: 'c' }));

it.each([
  ['http://localhost:8080/memfs/live/a.m3u8', '/live/a.m3u8'],
  ['http://u:p@127.0.0.1:8080/memfs/a.m3u8?x=1', '/a.m3u8'],
  ['HTTP://LOCALHOST:8080/memfs/a.m3u8', '/a.m3u8'],
  ['https://core.example/below/memfs/a.m3u8', '/a.m3u8'],
  ['https://core.example/memfs/a.m3u8', null],
  ['http://localhost/memfs/a.m3u8', null],
  ['http://other.example:8080/memfs/a.m3u8', null],
  ['http://localhost:8080/a.m3u8', null],
  ['http://localhost:8080/memfs/', null],
  ['http://localhost:8080/memfs/a*.m3u8', null],
  ['http://localhost:8080/memfs/{a,b}.m3u8', null],
  ['http://localhost:8080@other.example/memfs/a.m3u8', null],
  ['rtmp://localhost:8080/memfs/a.m3u8', null],
])('the address %s is the memory file %s', (address, file) => {
  expect(memoryFileOf(address, { ownHosts: hosts('https://core.example/below/') })).toBe(file);
});

const context = {
  ...{ channel: 'c', meta: { name: '', description: '' }, streams: [], skills: skillsOf(SkillsAnswer.parse({})) },
  ownHosts: hosts('http://core.example:8080/'),
};
const serviceNamed = (id: string) => serviceOf(id) ?? expect.fail(id);
const rulesOf = (id: string, settings: object) =>
  serviceNamed(id)
    .outputs({ protocol: 'http://', ...settings }, context)
    .map(({ cleanup }) =>
      (cleanup ?? []).map(({ pattern, max_files, max_file_age_seconds, purge_on_delete }) => [
        pattern,
        max_files,
        ...(max_file_age_seconds === 0 ? [] : [max_file_age_seconds]),
        purge_on_delete,
      ]),
    );

const OWN = 'core.example:8080/memfs/live/a.m3u8';
const list = ['memfs:/live/a.m3u8', 0, true];
const hls = (options: object, address = OWN) => ({ address, cleanup: true, options });

describe('cleanup rules of an uploaded playlist', () => {
  it.each<[string, object, unknown[]]>([
    ['to the own memory', hls({}), [['memfs:/live/a[0-9]*.ts', 7, true], list]],
    [
      'with more segments',
      hls({ hls_list_size: '10', hls_delete_threshold: '4' }),
      [['memfs:/live/a[0-9]*.ts', 15, true], list],
    ],
    ['with an empty size', hls({ hls_list_size: '' }), [['memfs:/live/a[0-9]*.ts', 7, true], list]],
    ['of all segments', hls({ hls_list_size: '0' }), [['memfs:/live/a[0-9]*.ts', 0, true], list]],
    [
      'in MP4',
      hls({ hls_segment_type: 'fmp4' }),
      [['memfs:/live/a[0-9]*.m4s', 7, true], list, ['memfs:/live/init.mp4', 0, true]],
    ],
    [
      'with segments of another name',
      hls({ hls_segment_filename: 'http://localhost:8080/memfs/x/s_%05d.ts' }),
      [['memfs:/x/s_[0-9]*.ts', 7, true], list],
    ],
    ['with segments elsewhere', hls({ hls_segment_filename: 'http://other.example/s_%d.ts' }), [list]],
    ['in one file', hls({ hls_flags: ['single_file'] }), []],
    ['elsewhere', hls({}, 'other.example/a.m3u8'), []],
    ['without cleanup', { ...hls({}), cleanup: false }, []],
    ['as stored before the choice existed', { address: OWN }, []],
  ])('%s', (_, settings, rules) => expect(rulesOf('hls', settings)).toEqual([rules]));
});

const image = (name: string, extra: object = {}) => ({
  address: `localhost:8080/memfs/${name}`,
  cleanup: true,
  ...extra,
});

describe('cleanup rules of uploaded images', () => {
  it.each<[string, object, unknown[]]>([
    ['and replaced', image('a.jpg'), [['memfs:/a.jpg', 0, true]]],
    ['and numbered', image('a_%03d.jpg'), [['memfs:/a_[0-9]*.jpg', 60, false]]],
    ['by the clock', image('%Y/%H-%M.jpg', { keep: 5 }), [['memfs:/[0-9]*/[0-9]*-[0-9]*.jpg', 5, false]]],
    ['without cleanup', image('a_%d.jpg', { cleanup: false }), []],
    ['elsewhere', { ...image(''), address: 'other.example/a.jpg' }, []],
  ])('%s', (_, settings, rules) => expect(rulesOf('image2', settings)).toEqual([rules]));
});

it.each([
  ['hls', OWN, ['cleanup']],
  ['hls', 'other.example/a.m3u8', []],
  ['image2', 'localhost:8080/memfs/a_%d.jpg', ['cleanup', 'keep']],
  ['image2', 'localhost:8080/memfs/a.jpg', ['cleanup']],
  ['image2', 'other.example/a_%d.jpg', []],
])('the form of %s to %s has the cleanup fields %j', (id, address, expected) => {
  const service = serviceNamed(id);
  const form = service.form(context);
  const settings = settingsOf(form, { ...service.begins?.(''), protocol: 'http://', address });
  const shown = Object.entries(form).flatMap(([key, field]) => (isShown(field, settings) ? [key] : []));
  expect(shown.filter((key) => key === 'cleanup' || key === 'keep')).toEqual(expected);
});
