const of = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Hears of each binary file that the HLS engine of video.js fetches whole: segments and their inits. Nothing is heard
 * where the browser plays HLS by itself. The engine hands the buffer to a worker afterwards, which empties it.
 * @param tech of a player whose engine is ready (event `xhr-hooks-ready`)
 */
export function hearFetchedFiles(tech: unknown, onFile: (address: string, buffer: ArrayBuffer) => void) {
  const xhr = of(of(tech, 'vhs'), 'xhr');
  // A function with members.
  const onResponse = typeof xhr === 'function' ? Reflect.get(xhr, 'onResponse') : undefined;
  if (typeof onResponse !== 'function') return;
  const heard = (request: unknown, error: unknown) => {
    const [address, buffer, status] = [of(request, 'uri'), of(request, 'response'), of(request, 'status')];
    if (!error && status === 200 && typeof address === 'string' && buffer instanceof ArrayBuffer)
      onFile(address, buffer);
  };
  Reflect.apply(onResponse, xhr, [heard]);
}
