/** A file of the core's disk storage, which is its web root: path from there, with a leading slash. */
export type GeneratedFile = { path: string; body: string | Blob };
