import type { Stream } from './streams.ts';

export const isVariant = ({ format = '' }: Stream) => /\b(hls|dash)\b/.test(format);

export const knownLanguage = ({ language = 'und' }: Stream) => language !== 'und';

/**
 * For `-map`: normally the position. In a transport stream the PID, because positions may shift, or the type if there
 * is only one such stream. In a playlist the language.
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
