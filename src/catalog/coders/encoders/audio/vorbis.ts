import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { audioFieldsBut, resample } from '../../commonAudioFields.ts';

export const vorbis = defineEncoder({
  id: 'vorbis',
  name: 'Vorbis',
  type: 'audio',
  codec: 'vorbis',
  hardware: false,
  // It knows stereo only.
  fields: audioFieldsBut({ mono: true }),
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  // ffmpeg calls it experimental, and does not start it unasked.
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'vorbis', '-strict:a', 'experimental', '-b:a', `${bitrate}k`, '-qscale:a', '3', '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    stream: { codec: 'pcm_s16le' },
    expect: [
      ...['-codec:a', 'vorbis', '-strict:a', 'experimental', '-b:a', '64k', '-qscale:a', '3', '-shortest'],
      ...['-af', 'aresample=osr=44100:ochl=stereo'],
    ],
  },
  {
    given: { sampling: 'inherit', layout: 'mono', bitrate: '128' },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'stereo' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      ...['-codec:a', 'vorbis', '-strict:a', 'experimental', '-b:a', '128k', '-qscale:a', '3', '-shortest'],
      ...['-af', 'aresample=osr=48000:ocl=mono'],
    ],
  },
];
