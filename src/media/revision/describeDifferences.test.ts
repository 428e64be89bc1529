import { describe, expect, it } from 'vitest';
import { agentKey, egressId, ingestId, METADATA_KEY, snapshotId } from '../../api/processIds.ts';
import { MARK } from '../masking/mask.ts';
import { type CatalogLabels, type DifferenceRow, describeDifferences, type Word } from './describeDifferences.ts';

const CHANNEL = '00000000-0000-4000-8000-000000000001';
const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = `process:${ingestId(CHANNEL)}`;
const egress = `process:${egressId('youtube', UUID)}`;

const labels: CatalogLabels = {
  serviceField: (service, key) =>
    service === 'youtube' && key === 'stream_key' ? { label: 'Stream key', secret: true } : null,
  sourceField: (type, key) => (type === 'network' && key === 'address' ? { label: 'Address', secret: false } : null),
  encoderField: (type, encoder, key) =>
    type === 'video' && encoder === 'libx264' && key === 'bitrate' ? { label: 'Bitrate', secret: false } : null,
  secretsOf: (_, { stream_key }) => (typeof stream_key === 'string' ? [stream_key] : []),
};

const textOf = (word: Word) => (typeof word === 'string' ? word : `(${word.text})`);
const lineOf = ({ subject, field, before, after }: DifferenceRow) =>
  [
    subject.text.replace('{{0}}', subject.values[0] ?? ''),
    ...(field.length > 0 ? [field.map(textOf).join(' · ')] : []),
    `${textOf(before)} → ${textOf(after)}`,
  ].join(': ');

const of = (metadata: object, config: object = {}) => ({ config, metadata: { [METADATA_KEY]: metadata } });
const studio = { meta: { name: 'Studio' } };

describe('a readable difference', () => {
  it.each<[title: string, key: string, before: unknown, after: unknown, lines: string[]]>([
    [
      'names a field as its form does',
      ingest,
      of(studio),
      of({ meta: { name: 'Hall' } }),
      ['Channel "Hall": (Channel name): Studio → Hall'],
    ],
    [
      'names fields of a source',
      ingest,
      of({ ...studio, sources: [{ type: 'network', settings: { address: 'rtsp://a/1' } }] }),
      of({ ...studio, sources: [{ type: 'network', settings: { address: 'rtsp://b/1' } }] }),
      ['Channel "Studio": (Address): rtsp://a/1 → rtsp://b/1'],
    ],
    [
      'names fields of an encoder',
      ingest,
      of({ profiles: [{ video: { encoder: { coder: 'libx264', settings: { bitrate: '4096' } } } }] }),
      of({ profiles: [{ video: { encoder: { coder: 'libx264', settings: { bitrate: '8192' } } } }] }),
      ['Channel "": (Bitrate): 4096 → 8192'],
    ],
    [
      'shows unknown keys by their path',
      ingest,
      of({ ...studio, x: { 'y.z': 1 } }),
      of({ ...studio, x: { 'y.z': 2 } }),
      ['Channel "Studio": x · y.z: 1 → 2'],
    ],
    [
      'adds the path below a named field',
      ingest,
      of({ control: { hls: { listSize: 6 } } }),
      of({ control: { hls: { listSize: 8 } } }),
      ['Channel "": (HLS) · listSize: 6 → 8'],
    ],
    [
      'masks secrets of services',
      egress,
      of({ name: 'Main', settings: { stream_key: 'abcd-1234' } }),
      of({ name: 'Main', settings: { stream_key: 'efgh-5678' } }),
      [`Publication "Main": (Stream key): ${MARK} → ${MARK}`],
    ],
    [
      'masks them in other values too',
      egress,
      of({ name: 'a', settings: { stream_key: 'abcd-1234' } }),
      of({ name: 'b', settings: { stream_key: 'abcd-1234' }, note: 'rtmp://h/live/abcd-1234' }),
      ['Publication "b": (Publication name): a → b', `Publication "b": note: (not set) → rtmp://h/live/${MARK}`],
    ],
    [
      'masks values of keys that name a secret',
      `setting:x`,
      { passphrase: 'one-two-3' },
      { passphrase: 'four-five-6' },
      [`x: passphrase: ${MARK} → ${MARK}`],
    ],
    [
      'masks logins in addresses',
      ingest,
      of({ sources: [{ type: 'network', settings: { address: 'rtsp://u:hunter22@a/1' } }] }),
      of({ sources: [{ type: 'network', settings: { address: '' } }] }),
      [`Channel "": (Address): rtsp://${MARK}@a/1 → (empty)`],
    ],
    [
      'masks the stream key of a channel',
      `setting:sluice-push:${CHANNEL}`,
      'a'.repeat(20),
      'b'.repeat(20),
      [`Stream key: ${MARK} → ${MARK}`],
    ],
    [
      'omits what follows from the settings',
      egress,
      of({ name: 'a', outputs: ['x'], streams: [] }, { options: ['-f', 'flv'] }),
      of({ name: 'b', outputs: ['y'], streams: [1] }, { options: ['-f', 'mpegts'] }),
      ['Publication "b": (Publication name): a → b'],
    ],
    [
      'shows the command if nothing else differs',
      `process:${snapshotId(CHANNEL)}`,
      { config: { options: ['-y'] }, metadata: {} },
      { config: { options: ['-n'] }, metadata: {} },
      ['Snapshot: (Command) · options · 0: -y → -n'],
    ],
    ['ignores whether a process runs', egress, { ...of({}), order: 'start' }, { ...of({}), order: 'stop' }, []],
    [
      'tells added and removed entries',
      egress,
      undefined,
      of({ name: 'Main' }),
      ['Publication "Main": (does not exist) → (exists)'],
    ],
    [
      'covers switches, lists and groups',
      `setting:${agentKey(CHANNEL)}`,
      { a: true, b: ['x', 'y'], c: { d: 1 } },
      { a: false, b: [], c: [1] },
      ['Standby image: a: (On) → (Off)', 'Standby image: b: x y → (empty)', 'Standby image: c: (set) → 1'],
    ],
    [
      'shortens long texts',
      'setting:x',
      { a: 'short' },
      { a: 'word '.repeat(100) },
      [`x: a: short → ${'word '.repeat(24)} …`],
    ],
    [
      'keeps hostile names as plain text',
      `setting:${METADATA_KEY}`,
      JSON.parse('{"__proto__":{"a":"{{0}}"}}'),
      JSON.parse('{"__proto__":{"a":"<b>"}}'),
      ['Publication website: __proto__ · a: {{0}} → <b>'],
    ],
    ['has no row for equal entries', egress, of({ name: 'a' }), of({ name: 'a' }), []],
    ['has no row for an entry that is in neither state', egress, undefined, undefined, []],
  ])('%s', (_, key, before, after, lines) => {
    expect(describeDifferences({ [key]: before }, { [key]: after }, labels).map(lineOf)).toEqual(lines);
  });
});
