import { compilePlaylist, type Template } from './playlist.ts';

/** Of so many playlists, and of so many bytes of them: those that were asked for last. */
const MOST = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/** Playlists are prepared once for all viewers, until they change. */
export function createTemplates() {
  const known = new Map<string, { readonly body: Buffer; readonly template: Template }>();
  let bytes = 0;

  const forget = (path: string) => {
    bytes -= known.get(path)?.body.length ?? 0;
    known.delete(path);
  };

  return {
    of(body: Buffer, path: string, diskDir: string | undefined): Template {
      const found = known.get(path);
      // From the disk it is another buffer every time.
      const isSame = found !== undefined && (found.body === body || found.body.equals(body));
      const template = isSame ? found.template : compilePlaylist(body.toString('utf8'), path, diskDir);
      forget(path);
      known.set(path, { body, template });
      bytes += body.length;
      for (const [oldest] of known) {
        if (known.size <= MOST && bytes <= MOST_BYTES) break;
        forget(oldest);
      }
      return template;
    },
  };
}
