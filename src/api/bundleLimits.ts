/** Of files from strangers (`media/bundle`). `server/util/limits.ts` describes them. */
export const BUNDLE_LIMITS = {
  /** Bytes of a whole file, uploads included: it has to fit into the memory of a browser. */
  file: 1_000_000_000,
  /** Bytes of its text without uploads that stand beside it. */
  text: 64_000_000,
  /** Processes, or files. */
  entries: 10_000,
  /** Nested objects and lists. */
  depth: 64,
  /** Bytes of an upload that is written into the text; a larger one stands beside it in a zip. */
  inline: 32_768,
  /** Rounds of the derivation of a key. More would be an attempt to keep the reader busy. */
  rounds: 10_000_000,
} as const;
