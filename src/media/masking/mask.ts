import { MARK } from './maskAddress.ts';
import { type MaskedText, maskBy } from './maskedText.ts';
import { maskFilters } from './maskFilterAddresses.ts';
import { maskNamedSecrets, maskRules } from './maskNamedSecrets.ts';
import { maskOptions } from './maskOption.ts';
import { maskTokens } from './maskRandomKeys.ts';

export { MARK };

/**
 * A log line, a command or an address without credentials, tokens, stream keys, passphrases and SRT stream ids, and
 * without what somebody typed for a server or for viewers.
 */
export const maskText = maskBy((text) => maskTokens(maskNamedSecrets(maskOptions(maskFilters(text)))));

maskRules.shown = maskText;

/** Taken out of every text, anything shorter would tear words to pieces, and be told by the gaps. */
const SHORTEST = 4;
const LONE = /[\uD800-\uDFFF]/gu;

/** As it is, as it stands in an address, and in JSON. */
const spellings = (secret: string) => {
  const bare = secret.trim().replace(/^\/+/, '');
  const whole = bare.replace(LONE, '');
  return [bare, encodeURIComponent(whole), encodeURI(whole), JSON.stringify(bare).slice(1, -1)];
};

/** Takes known secrets out of a text, wherever they stand. */
export function hideIn(text: string, secrets: readonly string[]): string {
  const known = [...new Set(secrets.flatMap(spellings))].filter(({ length }) => length >= SHORTEST);
  // A secret may be a part of another one.
  const longest = known.toSorted((a, b) => b.length - a.length);
  return longest.reduce((hidden, secret) => hidden.replaceAll(secret, MARK), text);
}

/** maskText for whoever knows some of the secrets that may stand in it. */
export const maskWith =
  (secrets: readonly string[]) =>
  (text: string): MaskedText =>
    maskText(hideIn(text, secrets));
