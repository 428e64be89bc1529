import { StringDecoder } from 'node:string_decoder';

// A line without an end would grow for ever: ffmpeg's own lines are far below this.
const LONGEST = 64 * 1024;

/** Cuts what ffmpeg writes into lines: a status line ends with CR only, all others with LF. Empty lines are dropped. */
export function createLineSplitter(onLine: (line: string) => void) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    push(chunk: Buffer): void {
      const pieces = (rest + decoder.write(chunk)).split(/[\r\n]+/);
      rest = pieces.pop() ?? '';
      for (const line of pieces) if (line !== '') onLine(line);
      if (rest.length > LONGEST) {
        onLine(rest);
        rest = '';
      }
    },
    /** What came last without a line end. */
    end(): void {
      const last = rest + decoder.end();
      rest = '';
      if (last !== '') onLine(last);
    },
  };
}
