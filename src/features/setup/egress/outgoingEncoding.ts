import { encoderOf } from '../../../catalog/coders/index.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import type { Profile } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { OutgoingEncoding } from '../../../media/preflight/preflightTypes.ts';

/** Returns a setting of the chosen encoder; null if it has no such setting. */
function settingOf({ coder, settings }: Profile['video']['encoder'], type: MediaType, key: string) {
  const definition = encoderOf(type, coder);
  return definition && key in definition.fields ? (settingsOf(definition.fields, settings)[key] ?? null) : null;
}

/** @param passed encoding of the rendition that it passes on */
export function outgoingEncodingOf(
  profile: Profile | null,
  passed?: Profile,
): Pick<OutgoingEncoding, 'copies' | 'encoded'> {
  const encoder = (type: MediaType) => {
    const own = profile?.[type].encoder ?? null;
    return passed && own?.coder === 'copy' ? passed[type].encoder : own;
  };
  const figure = (type: MediaType, key: string) => {
    const encoding = encoder(type);
    const value = Number(encoding && settingOf(encoding, type, key));
    return Number.isFinite(value) && value > 0 ? value : null;
  };
  const [video, audio] = [encoder('video'), encoder('audio')];
  const h264 = video && encoderOf('video', video.coder)?.codec === 'h264' ? settingOf(video, 'video', 'profile') : null;
  return {
    copies: { video: video?.coder === 'copy', audio: audio?.coder === 'copy' },
    encoded: {
      videoKbit: figure('video', 'bitrate'),
      audioKbit: figure('audio', 'bitrate'),
      keyframe: figure('video', 'gop'),
      profile: typeof h264 === 'string' && h264 !== 'auto' ? h264 : null,
    },
  };
}
