import { describe, expect, it } from 'vitest';
import { backupFile, backupId, backupOf, backupOfFile } from '../../api/processIds.ts';
import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import { differencesOf, mismatchOf } from './backupDifferences.ts';
import { backupProcess, isEncodedAs } from './backupProcess.ts';
import { freeBackupId, parseBackupSettings, storeBackupSettings } from './backupSettings.ts';
import { SLATE_FILES, type SlateShape } from './slateProcess.ts';

const X = '0e7fd8d2-5f3b-4a4c-9b62-6d5e5d7c1a2b';

describe('backup settings', () => {
  const cam = { id: 2, name: 'Second camera', mode: 'demand', encode: true } as const;
  it.each<[what: string, stored: unknown, ids: number[]]>([
    ['nothing stored', null, []],
    ['another shape', { version: 1, backup: [] }, []],
    ['a newer version', { version: 2, backup: { sources: [cam] } }, []],
    ['one', { version: 1, backup: { sources: [cam] } }, [2]],
    ['a backup that is mostly unreadable', { version: 1, backup: { sources: [{ id: 1, mode: 'x', name: 7 }] } }, [1]],
    ['a number twice', { version: 1, backup: { sources: [cam, { ...cam, name: 'again' }] } }, [2]],
    ['invalid numbers', { version: 1, backup: { sources: [0, 4, 1.5, '1'].map((id) => ({ ...cam, id })) } }, []],
  ])('survive a save and a read: %s', (_, stored, ids) => {
    const read = parseBackupSettings(stored);
    expect(read.map(({ id }) => id)).toEqual(ids);
    expect(parseBackupSettings(storeBackupSettings(stored, read))).toEqual(read);
  });
  it('keep keys of other programs, and give the next backup a free number', () => {
    const stored = storeBackupSettings({ hold: { limitMinutes: 5 }, backup: { note: 1 } }, [cam]);
    expect(stored).toEqual({ version: 1, hold: { limitMinutes: 5 }, backup: { note: 1, sources: [cam] } });
    expect(freeBackupId([cam])).toBe(1);
    expect(freeBackupId([{ id: 1 }, { id: 2 }, { id: 3 }])).toBeNull();
  });
});

const source: Pick<SegmentFigures, 'video' | 'audio'> = {
  video: {
    ...{ codec: 'h264', frames: 50, reordered: true, fps: 25, keyframeSeconds: 2, kbit: 2500, holes: [] },
    ...{ width: 1280, height: 720, profile: 'Main', level: '3.1', statedFps: 25 },
  },
  audio: { codec: 'aac', profile: 'LC', rate: 48_000, channels: 2, kbit: 128, holes: [] },
};
type Video = Partial<NonNullable<SegmentFigures['video']>>;
type Audio = Partial<NonNullable<SegmentFigures['audio']>>;
const video = (more: Video) => ({ ...source, video: source.video && { ...source.video, ...more } });
const audio = (more: Audio) => ({ ...source, audio: source.audio && { ...source.audio, ...more } });

it.each<[what: string, backup: typeof source, must: string[], others: string[]]>([
  ['nothing', source, [], []],
  ['its bit rate', video({ kbit: 400 }), [], []],
  ['the codec of the video', video({ codec: 'hevc', profile: 'Main' }), ['video-codec'], []],
  ['no video', { ...source, video: null }, ['video'], []],
  ['the size', video({ width: 640, height: 360 }), ['size'], []],
  ['no B-frames', video({ reordered: false }), ['b-frames'], []],
  ['4:4:4', video({ profile: 'High 4:4:4' }), ['pixels'], ['profile']],
  ['no audio', { ...source, audio: null }, ['audio'], []],
  ['the codec of the audio', audio({ codec: 'mp3' }), ['audio-codec'], []],
  ['the sample rate', audio({ rate: 44_100 }), ['sample-rate'], []],
  ['the frame rate', video({ statedFps: 30, fps: 30 }), [], ['frame-rate']],
  ['the keyframes', video({ keyframeSeconds: 8 }), [], ['keyframes']],
  ['the profile', video({ profile: 'High' }), [], ['profile']],
  ['mono', audio({ channels: 1 }), [], ['channels']],
])('a backup is compared with the source: it differs in %s', (_, backup, must, others) => {
  expect(mismatchOf(source, backup)).toEqual(must);
  const found = differencesOf(source, backup).filter(({ weight }) => weight !== 'must');
  expect(found.map(({ difference }) => difference)).toEqual(others);
});

describe('the process of a backup', () => {
  const input = [{ id: 'input_0', address: 'rtsp://camera/live', options: ['-rtsp_transport', 'tcp'] }];
  const shape: SlateShape = {
    ...{ width: 1280, height: 720, fps: '25', bFrames: true, profile: 'main', segment: 2 },
    audio: { codec: 'aac', rate: 48_000, channels: 2 },
  };
  it('copies into files that are not mistaken for those of the slate', () => {
    const process = backupProcess({ channel: X, n: 2, input, shape: null });
    expect(process).toMatchObject({ id: backupId(X, 2), reference: X, input, autostart: false, reconnect: true });
    const options = process.output[0]?.options ?? [];
    expect(options).toEqual(expect.arrayContaining(['copy', 'epoch_us', 'omit_endlist']));
    expect(options.join(' ')).not.toMatch(/append_list|delete_segments/);
    expect(process.output[0]?.cleanup?.every(({ max_file_age_seconds }) => max_file_age_seconds === 0)).toBe(true);
    expect(SLATE_FILES.test(`hold-${X}_b2_1700000000000000.ts`)).toBe(false);
    expect(SLATE_FILES.test(`hold-${X}_b1234567b1234567_000.ts`)).toBe(true);
    expect(backupOfFile(`hold-${X}_b2_1700000000000000.ts`)).toBe(2);
    expect(backupOfFile(`hold-${X}_b1234567b1234567_000.ts`)).toBeNull();
    expect(backupOfFile(backupFile(X, 3))).toBe(3);
  });
  it('encodes to the format of the source', () => {
    const encoded = backupProcess({ channel: X, n: 1, input, shape });
    const words = encoded.output[0]?.options.join(' ') ?? '';
    expect(words).toContain('scale=1280:720');
    expect(words).toMatch(/-profile:v main -bf 2 -b:v 2304k .*-ar 48000 -ac 2/);
    expect(isEncodedAs(encoded, shape, X, 1)).toBe(true);
    expect(isEncodedAs(encoded, null, X, 1)).toBe(false);
  });
  it.each([
    [backupId(X, 1), { channel: X, n: 1 }],
    [`sluice:hold:${X}`, null],
    [`sluice:backup:${X}:0`, null],
    [`sluice:backup:x:1`, null],
  ])('parses the process id %s as %o', (id, expected) => expect(backupOf(id)).toEqual(expected));
});
