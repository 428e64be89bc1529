import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { commonAudioFields, resample } from '../../commonAudioFields.ts';

export const aac = defineEncoder({
  id: 'aac',
  name: 'AAC',
  type: 'audio',
  codec: 'aac',
  hardware: false,
  fields: commonAudioFields,
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    // Generated sound has no end of its own: -shortest ends it with the video.
    ...['-codec:a', 'aac', '-b:a', `${bitrate}k`, '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
    ...(stream.codec === 'aac' ? ['-bsf:a', 'aac_adtstoasc'] : []),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    stream: { codec: 'pcm_s16le', sampling_hz: 48000, layout: 'mono' },
    expect: ['-codec:a', 'aac', '-b:a', '64k', '-shortest', '-af', 'aresample=osr=44100:ochl=stereo'],
  },
  {
    given: { sampling: 'inherit', layout: 'inherit', bitrate: 128 },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'mono' },
    ffmpeg: { major: 5, minor: 0 },
    expect: [
      ...['-codec:a', 'aac', '-b:a', '128k', '-shortest', '-af', 'aresample=osr=48000:ocl=mono'],
      ...['-bsf:a', 'aac_adtstoasc'],
    ],
  },
  {
    given: { sampling: 'inherit', layout: 'inherit' },
    stream: { codec: 'pcm_s16le', sampling_hz: 0, layout: '' },
    expect: ['-codec:a', 'aac', '-b:a', '64k', '-shortest'],
  },
];
