/** Milliseconds between the tries: the core that serves the interface may be restarting. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000];

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Loads a part of the interface, again and again for half a minute; rejects with the last error after that. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await pause(ms); // the last try below tells why
    }
  }
  return load();
}
