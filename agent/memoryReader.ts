import type { Core } from '../src/api/client.ts';
import { CoreError } from '../src/api/error.ts';
import { parseHoldPlaylist } from '../src/media/hold/holdPlaylist.ts';

const decoder = new TextDecoder();

/** Reads a channel's files in the core's memory. Throws a `CoreError` if the core does not respond. */
export function createMemoryReader(core: Core, channel: string, signal: AbortSignal) {
  const bytes = async (file: string): Promise<Uint8Array | null> => {
    try {
      const found = await core.fileBytes({ storage: 'mem', path: file }, signal);
      return found instanceof Uint8Array ? found : null;
    } catch (error) {
      if (error instanceof CoreError && error.code === 404) return null;
      throw error;
    }
  };
  const text = async (file: string) => {
    const found = await bytes(file);
    return found === null ? null : decoder.decode(found);
  };
  return {
    bytes,
    text,
    async playlist(file: string) {
      const found = await text(file);
      return found === null ? null : parseHoldPlaylist(found);
    },
    async files(): Promise<ReadonlySet<string>> {
      const files = await core.memFiles({ glob: `/*${channel}*` }, signal);
      return new Set(files.map(({ name }) => name.slice(1)));
    },
  };
}

export type MemoryReader = ReturnType<typeof createMemoryReader>;
