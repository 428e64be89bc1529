import { expect, it } from 'vitest';
import { emptyStream, type MediaType } from '../../../media/encoding/streams.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { summaryOf } from './SourceSections.tsx';

const streams = (['video', 'audio'] as const).map((type, stream) => ({ ...emptyStream, type, stream }));

function lineOf(type: MediaType, coder: string, settings: object): string[] {
  const inputs = [{ address: 'rtsp://192.0.2.1/s', options: [] }];
  const coding = { source: 0, stream: type === 'video' ? 0 : 1, encoder: { coder, settings, mapping: ['x'] } };
  const stored = { version: 1, sources: [{ type: 'network', inputs, streams }], profiles: [{ [type]: coding }] };
  const encoder = summaryOf(parseIngestMetadata(stored), type)?.encoder;
  const settled = encoder?.settings.map(({ label, value, unit }) => (unit ? `${value} ${unit}` : `${label}: ${value}`));
  return encoder ? [encoder.name, ...(settled ?? [])] : [];
}

it.each<[MediaType, string, object, string[]]>([
  [
    'video',
    'libx264',
    { bitrate: '2048', fps: '25', preset: 'fast', profile: 'auto', tune: 'film' },
    ['H.264 (libx264)', '2048 kbit/s', 'Frame rate: 25', 'Preset: fast', 'Profile: Automatic'],
  ],
  ['video', 'h264_vaapi', { profile: '77' }, ['H.264 (Intel VAAPI)', 'Profile: main']],
  ['audio', 'aac', { bitrate: '99', sampling: 'inherit' }, ['AAC', '99 kbit/s', 'Sample rate: Same as source']],
  ['video', 'copy', {}, ['Unchanged (passthrough)']],
  ['video', 'h264_from_tomorrow', { bitrate: '1' }, ['h264_from_tomorrow']],
])('the source summary describes %s by %s with %j in one line', (type, coder, settings, line) =>
  expect(lineOf(type, coder, settings)).toEqual(line),
);

it.each([
  ['rtsp://admin:secret@192.0.2.1/s', [], ['rtsp://***@192.0.2.1/s']],
  ['rtsp://192.0.2.1/s', ['-f', 'rtsp'], ['rtsp://192.0.2.1/s']],
  ['{rtmp,name=a1b2c3-d4e5f6}', [], []],
  ['testsrc2=rate=10:size=320x180', ['-f', 'lavfi', '-re'], []],
])('the source summary shows the address %s with the options %j as %j', (address, options, shown) => {
  const stored = { version: 1, sources: [{ type: 'network', inputs: [{ address, options }], streams }] };
  const coding = { video: { source: 0, stream: 0, encoder: { coder: 'copy', settings: {}, mapping: ['x'] } } };
  expect(summaryOf(parseIngestMetadata({ ...stored, profiles: [coding] }), 'video')?.addresses).toEqual(shown);
});
