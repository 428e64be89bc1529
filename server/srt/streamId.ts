/** `publish` sends, `request` receives. */
export interface StreamRequest {
  readonly mode: string;
  readonly name: string;
  readonly token: string;
}

const KEY = /,(token|mode):/g;

/** `name,mode:publish,token:T`, `#!:m=publish,r=name,token=T` or `#!::…`; of a repeated key the last counts. */
export function parseStreamId(streamId: string): StreamRequest {
  if (streamId.startsWith('#!:')) return parseKeyed(streamId.replace(/^#!::?/, ''));
  const keys = [...streamId.matchAll(KEY)];
  const values = new Map(
    keys.map(({ 0: text, 1: key, index }, i) => [key, streamId.slice(index + text.length, keys[i + 1]?.index)]),
  );
  return {
    name: streamId.slice(0, keys[0]?.index),
    mode: values.get('mode') ?? 'request',
    token: values.get('token') ?? '',
  };
}

function parseKeyed(text: string): StreamRequest {
  const values = new Map(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)];
    }),
  );
  return { name: values.get('r') ?? '', mode: values.get('m') ?? 'request', token: values.get('token') ?? '' };
}
