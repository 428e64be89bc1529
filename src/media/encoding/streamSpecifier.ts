import type { Stream } from './streams.ts';

/** Renditions of one picture, of which only one is wanted. */
export const isVariant = ({ format = '' }: Stream) => /\b(hls|dash)\b/.test(format);

export const knownLanguage = ({ language = 'und' }: Stream) => language !== 'und';

/**
 * How `-map` names a stream of an input. By position; in a transport stream, where a stream that is added would shift the
 * positions, by its PID, or by its type where it is the only one: an encoder that starts anew may number it otherwise. In
 * a playlist by its language.
 */
export function streamSpecifier(stream: Stream, all: readonly Stream[], pushed: boolean): string {
  const rivals = all.filter(({ type, index }) => type === stream.type && index === stream.index);
  const several = rivals.length > 1;
  if (stream.format === 'mpegts' && stream.id !== undefined) {
    if (several) return `i:0x${stream.id.toString(16)}`;
    if (!pushed) return stream.type === 'video' ? 'v:0' : 'a:0';
  }
  const { language = 'und' } = stream;
  const only = rivals.filter((rival) => rival.language === language).length === 1;
  return several &&
    isVariant(stream) &&
    stream.type === 'audio' &&
    only &&
    /^[a-z]{2,3}$/.test(language) &&
    knownLanguage(stream)
    ? `a:m:language:${language}`
    : String(stream.stream);
}
