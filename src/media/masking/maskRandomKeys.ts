import { MARK } from './maskAddress.ts';

/** Keys that no process of ours holds, as a platform says them: letters and digits by chance, too long for a name. */

const WORD = /[\w~-]{12,}/g;
const LONG = /[a-z0-9]{16,}/gi;
/** Names change between letters and digits after a few of them; chance changes sooner. */
const PIECES = /\d+|[A-Z]?[a-z]+|[A-Z]+/g;
const LONGEST_PIECE = 3;
/** As the largest platform writes its keys. */
const IN_GROUPS = /^(?=[a-z-]*\d)[a-z0-9]{4}(?:-[a-z0-9]{4}){2,7}$/i;
/** Names of channels, and of files of ours, begin so. */
const OURS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const isByChance = (text: string): boolean =>
  /\d/.test(text) && text.length / (text.match(PIECES)?.length ?? 1) < LONGEST_PIECE;

const isToken = (word: string): boolean =>
  !OURS.test(word) && (IN_GROUPS.test(word) || (word.match(LONG) ?? []).some(isByChance));

const withoutTokens = (text: string): string => text.replace(WORD, (word) => (isToken(word) ? MARK : word));

/** What a server refuses with is about what was sent to it, so less is enough: in quotes, or letters with digits. */
const withoutNames = (text: string): string =>
  text
    .replace(/(["'])[^"'\s]+\1/g, `$1${MARK}$1`)
    .replace(/[\w~-]{8,}/g, (word) =>
      /[a-z]/i.test(word) && /\d/.test(word) && !/^(?:0x[0-9a-f]+|\d+x\d+)$/i.test(word) && !OURS.test(word)
        ? MARK
        : word,
    );

/** In what stands in addresses and behind them in the same line, and in what servers refuse with. */
export const maskTokens = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9]\\{0,9}:\\{0,3}\/\\{0,3}\/)[^\r\n]+/gi, withoutTokens)
    .replace(/(?<=\bserver error: ?)[^\r\n]+/gi, withoutNames)
    .replace(/(\bUnexpected stream )\S+(, expecting )\S+/g, `$1${MARK}$2${MARK}`)
    .replace(/(\bApp field don't match up: )[^\r\n]+/g, `$1${MARK}`);
