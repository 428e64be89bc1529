import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { commonAudioFields, resample } from '../../commonAudioFields.ts';

export const libfdk_aac = defineEncoder({
  id: 'libfdk_aac',
  name: 'AAC (libfdk_aac)',
  type: 'audio',
  codec: 'aac',
  hardware: false,
  fields: commonAudioFields,
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'libfdk_aac', '-b:a', `${bitrate}k`, '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    stream: { codec: 'pcm_s16le' },
    expect: [...['-codec:a', 'libfdk_aac', '-b:a', '64k', '-shortest'], ...['-af', 'aresample=osr=44100:ochl=stereo']],
  },
  {
    given: { sampling: 'inherit', layout: 'mono', bitrate: '128' },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'stereo' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...['-codec:a', 'libfdk_aac', '-b:a', '128k', '-shortest'], ...['-af', 'aresample=osr=48000:ocl=mono']],
  },
];
