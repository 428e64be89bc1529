import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { commonAudioFields, resample } from '../../commonAudioFields.ts';

export const libmp3lame = defineEncoder({
  id: 'libmp3lame',
  name: 'MP3 (libmp3lame)',
  type: 'audio',
  codec: 'mp3',
  hardware: false,
  fields: commonAudioFields,
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'libmp3lame', '-b:a', `${bitrate}k`, '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    expect: ['-codec:a', 'libmp3lame', '-b:a', '64k', '-shortest', '-af', 'aresample=osr=44100:ochl=stereo'],
  },
  {
    given: { sampling: 'inherit', layout: 'mono' },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'stereo' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:a', 'libmp3lame', '-b:a', '64k', '-shortest', '-af', 'aresample=osr=48000:ocl=mono'],
  },
];
