import type { Bundle } from './bundle.ts';

/** `json`: one text. `zip`: that text as `bundle.json`, beside larger uploads. */
export interface BundleOutput {
  readonly format: 'json' | 'zip';
  readonly bytes: Uint8Array;
}

/**
 * Resolves with the content of the file. The same bundle gives the same bytes, except for encrypted secrets.
 *
 * @param passphrase needed if the bundle includes secrets
 * Rejects with a BundleError (`large`).
 */
export async function writeBundle(bundle: Bundle, passphrase: string | null): Promise<BundleOutput> {
  throw new Error(`not built: ${bundle.selection} ${passphrase}`);
}
