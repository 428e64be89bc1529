import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { commonAudioFields, resample } from '../../commonAudioFields.ts';

export const libopus = defineEncoder({
  id: 'libopus',
  name: 'Opus (libopus)',
  type: 'audio',
  codec: 'opus',
  hardware: false,
  fields: commonAudioFields,
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  // Opus knows 48, 24, 16, 12 and 8 kHz: ffmpeg itself brings any other rate to the next of them.
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'libopus', '-b:a', `${bitrate}k`, '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    expect: ['-codec:a', 'libopus', '-b:a', '64k', '-shortest', '-af', 'aresample=osr=44100:ochl=stereo'],
  },
  {
    given: { sampling: '48000', layout: 'inherit', bitrate: 128 },
    stream: { codec: 'aac', sampling_hz: 44100, layout: 'mono' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:a', 'libopus', '-b:a', '128k', '-shortest', '-af', 'aresample=osr=48000:ocl=mono'],
  },
  {
    given: { sampling: 'inherit', layout: 'inherit' },
    stream: { codec: 'pcm_s16le' },
    expect: ['-codec:a', 'libopus', '-b:a', '64k', '-shortest'],
  },
];
