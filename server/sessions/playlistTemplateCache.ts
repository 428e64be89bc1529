import { compilePlaylist, type Template } from './playlistSessionIds.ts';

/** Of so many playlists, and of so many bytes of them: those that were asked for last. */
const MOST = 64;
const MOST_BYTES = 16 * 1024 * 1024;

interface StoredTemplate {
  readonly body: Buffer;
  readonly template: Template;
}

/** Bytes; an offset is a number of eight. */
const sizeOf = ({ body, template: { bytes, own, fresh } }: StoredTemplate): number =>
  body.length + bytes.length + 8 * (own.length + fresh.length);

/** Playlists are prepared once for all viewers, until they change. */
export function createTemplates(compile = compilePlaylist) {
  const known = new Map<string, StoredTemplate>();
  let [newest, bytes]: [StoredTemplate | undefined, number] = [undefined, 0];

  const forget = (path: string) => {
    const found = known.get(path);
    if (found !== undefined) bytes -= sizeOf(found);
    known.delete(path);
  };

  return {
    of(body: Buffer, path: string, diskDir: string | undefined): Template {
      const found = known.get(path);
      // From the disk it is another buffer every time.
      const isSame = found !== undefined && (found.body === body || found.body.equals(body));
      if (isSame && found === newest) return found.template;
      const template = isSame ? found.template : compile(body.toString('utf8'), path, diskDir);
      forget(path);
      newest = { body, template };
      known.set(path, newest);
      bytes += sizeOf(newest);
      for (const [oldest] of known) {
        if (known.size <= MOST && bytes <= MOST_BYTES) break;
        forget(oldest);
      }
      return template;
    },
  };
}
