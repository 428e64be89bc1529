import type { Bundle, BundleFault } from './bundle.ts';

export type BundleReading =
  | {
      readonly status: 'readable';
      readonly bundle: Bundle;
      /** `database`: `config/db.json` of a core, which has no uploads; its secrets are included. */
      readonly origin: 'bundle' | 'database';
    }
  | { readonly status: 'refused'; readonly fault: BundleFault };

/**
 * Reads an exported file, or the database of a core. Never rejects because of its content. Without the passphrase,
 * encrypted secrets are `locked`.
 */
export async function readBundle(bytes: Uint8Array, passphrase: string | null = null): Promise<BundleReading> {
  return { status: 'refused', fault: bytes.length > 0 && passphrase === '' ? { kind: 'passphrase' } : { kind: 'cut' } };
}
