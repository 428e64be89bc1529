import { StringDecoder } from 'node:string_decoder';
import { limit } from '../limits.ts';

/** Parts of a text of more characters keep it alive. */
const SMALL = 4096;

/**
 * Cuts what ffmpeg writes into lines: a status line ends with CR only, all others with LF. Empty lines are dropped, long
 * ones cut: a source can make ffmpeg say what it likes.
 */
export function createLineSplitter(onLine: (line: string) => void, longest = limit('ffmpegLine')) {
  const decoder = new StringDecoder('utf8');
  let rest = '';

  const say = (line: string, isPart: boolean): number => {
    if (line === '') return 0;
    const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
    onLine(isPart ? Buffer.from(short).toString() : short);
    return 1;
  };
  /** One more than is shown, so that it is known to be cut. */
  const keep = (part: string) => {
    rest += part.slice(0, Math.max(0, longest + 1 - rest.length));
  };

  return {
    /** How many lines were complete with it. */
    push(chunk: Buffer): number {
      const [first = '', ...others] = decoder.write(chunk).split(/[\r\n]+/);
      keep(first);
      const last = others.pop();
      if (last === undefined) return 0;
      const isPart = chunk.length > SMALL;
      let lines = say(rest, isPart);
      for (const line of others) lines += say(line, isPart);
      rest = '';
      keep(last);
      return lines;
    },
    /** The last output without a line end. */
    end(): void {
      keep(decoder.end());
      say(rest, true);
      rest = '';
    },
  };
}
