import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { audioFieldsBut, resample } from '../../commonAudioFields.ts';

export const libvorbis = defineEncoder({
  id: 'libvorbis',
  name: 'Vorbis (libvorbis)',
  type: 'audio',
  codec: 'vorbis',
  hardware: false,
  // At the sample rates that are usual it needs more for each channel.
  fields: audioFieldsBut({ bitrate: ['32', '16', '8'], sampling: ['96000', '88200'] }),
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'libvorbis', '-b:a', `${bitrate}k`, '-shortest'],
    ...resample({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  {
    given: {},
    stream: { codec: 'pcm_s16le' },
    expect: [...['-codec:a', 'libvorbis', '-b:a', '64k', '-shortest'], ...['-af', 'aresample=osr=44100:ochl=stereo']],
  },
  {
    given: { sampling: 'inherit', layout: 'mono', bitrate: '128' },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'stereo' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...['-codec:a', 'libvorbis', '-b:a', '128k', '-shortest'], ...['-af', 'aresample=osr=48000:ocl=mono']],
  },
];
