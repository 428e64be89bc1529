import { BUNDLE_LIMITS, type Bundle, BundleError } from './bundle.ts';
import { sealBundleSecrets } from './bundleCipher.ts';
import { openTextOf, sealedText, writeBundleText } from './bundleText.ts';
import { writeBundleZip } from './bundleZip.ts';
import { canonicalText } from './canonicalText.ts';

/** `json`: one text. `zip`: that text as `bundle.json`, beside larger uploads. */
export interface BundleOutput {
  readonly format: 'json' | 'zip';
  readonly content: Blob;
}

export interface BundleSeal {
  /** At least `SHORTEST_PASSPHRASE` characters. */
  readonly passphrase: string;
  /** Returns that many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
}

/**
 * Resolves with the file. The same bundle gives the same bytes, except for encrypted secrets.
 *
 * @param seal null if the secrets of the bundle are left out
 * Rejects with a BundleError (`large`), and with the error of a file that cannot be read.
 */
export async function writeBundle(bundle: Bundle, seal: BundleSeal | null): Promise<BundleOutput> {
  const { files, secrets } = bundle;
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  if (whole > BUNDLE_LIMITS.file) throw new BundleError({ kind: 'large', of: 'file', limit: BUNDLE_LIMITS.file });
  const beside = files.filter(({ size }) => size > BUNDLE_LIMITS.inline);
  const inline = new Map<string, Uint8Array>();
  for (const { path, size, read } of files) if (size <= BUNDLE_LIMITS.inline) inline.set(path, await read());
  const open = openTextOf(bundle, inline);
  const sealed =
    seal && secrets.status === 'included'
      ? await sealBundleSecrets(canonicalText(secrets.values), seal.passphrase, sealedText(open), seal.random)
      : null;
  const text = writeBundleText(open, sealed);
  if (text.length > BUNDLE_LIMITS.text)
    throw new BundleError({ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.text });
  return beside.length > 0
    ? { format: 'zip', content: await writeBundleZip(text, beside) }
    : { format: 'json', content: new Blob([text], { type: 'application/json' }) };
}
