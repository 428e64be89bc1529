import type { Stream } from './streams.ts';

/** Renditions of one picture, of which only one is wanted. */
export const isVariant = ({ format = '' }: Stream) => /\b(hls|dash)\b/.test(format);

export const knownLanguage = ({ language = 'und' }: Stream) => language !== 'und';

/**
 * How `-map` names a stream of an input. By position; by its PID in a transport stream, and by its language in a
 * playlist, where a stream that is added would shift the positions. An encoder that pushes may be replaced by one with
 * other PIDs, so those count only where several streams could be meant.
 */
export function streamSpecifier(stream: Stream, all: readonly Stream[], pushed: boolean): string {
  const rivals = all.filter(({ type, index }) => type === stream.type && index === stream.index);
  const several = rivals.length > 1;
  if (stream.format === 'mpegts' && stream.id !== undefined && (several || !pushed))
    return `i:0x${stream.id.toString(16)}`;
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
