import * as z from 'zod/mini';
import type { About } from './about.ts';
import { list, text } from './fieldSchemas.ts';

const RestoredFile = z.object({
  /** Its name: `db.json`. */
  file: text(),
  /** `channels`, `settings`, `certificates`, `statistics`. */
  content: text(),
  /** The name of the damaged file beside it; '': there is none. */
  set_aside: text(),
  /** When the copy was written, RFC 3339. */
  copy_from: text(),
});
export type RestoredFile = z.infer<typeof RestoredFile>;

const RestoredFiles = list(RestoredFile);

/** Files that the embedded core found damaged, and whose last good copy it uses. Parsed here, as no login needs it. */
export const restoredFilesOf = (about: About): RestoredFile[] =>
  z.parse(RestoredFiles, about.restored_files ?? []).filter(({ copy_from }) => !Number.isNaN(Date.parse(copy_from)));
