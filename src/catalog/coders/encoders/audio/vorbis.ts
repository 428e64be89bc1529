import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import type { Settings } from '../../../form/fields.ts';
import { audioEncoder, audioExamples, audioFields, resampleOptions } from '../../audioEncoder.ts';

const FULL = 44_100;

/** Limits measured with libvorbis 1.3.7. */
function vorbisFault({ bitrate, layout, sampling }: Settings): string | null {
  const kbit = Number(bitrate);
  if (layout === 'mono' && kbit > 240) return msg('Mono takes at most 240 kbit/s.');
  return layout === 'stereo' && Number(sampling) >= FULL && kbit < 48
    ? msg('Stereo needs at least 48 kbit/s at this sample rate.')
    : null;
}

export const libvorbis = audioEncoder({
  id: 'libvorbis',
  name: 'Vorbis (libvorbis)',
  codec: 'vorbis',
  // Below the minimum per channel at common sample rates.
  refused: { bitrate: ['32', '16', '8'], sampling: ['96000', '88200'] },
  limits: { most: 500, fault: vorbisFault },
});

export const vorbis = defineEncoder({
  id: 'vorbis',
  name: 'Vorbis',
  type: 'audio',
  codec: 'vorbis',
  hardware: false,
  // ffmpeg's own encoder supports stereo only.
  fields: audioFields({ mono: true }),
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  // ffmpeg's own encoder is experimental and needs this flag.
  args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
    ...['-codec:a', 'vorbis', '-strict:a', 'experimental', '-b:a', `${bitrate}k`, '-qscale:a', '3', '-shortest'],
    ...resampleOptions({ sampling, layout }, stream, ffmpeg),
  ],
});

export const examples: Record<string, CoderExample[]> = {
  libvorbis: audioExamples('libvorbis'),
  vorbis: [
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
  ],
};
