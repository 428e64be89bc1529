import * as z from 'zod/mini';
import type { About } from './about.ts';
import { list, text } from './fieldSchemas.ts';

const RestoredFile = z.object({
  file: text(),
  content: text(),
  /** Name of the damaged file, or ''. */
  set_aside: text(),
  copy_from: text(),
});
export type RestoredFile = z.infer<typeof RestoredFile>;

const RestoredFiles = list(RestoredFile);

/** Returns files that the embedded core has replaced by their last good copy. */
export const restoredFilesOf = (about: About): RestoredFile[] =>
  z.parse(RestoredFiles, about.restored_files ?? []).filter(({ copy_from }) => !Number.isNaN(Date.parse(copy_from)));
