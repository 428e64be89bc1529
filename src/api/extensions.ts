/** What a core can do beyond the contract. It says so to whoever is logged in; one that says nothing can do none of it. */
export const EXTENSIONS = [
  /** `/memfs/ingest` opens to a key of the channel: see `pushKey.ts`. */
  'push-keys',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

export const hasExtension = ({ extensions }: { extensions: readonly string[] }, one: Extension): boolean =>
  extensions.includes(one);
