import { isPlayback } from '../../media/proof/playbackInput.ts';
import type { Settings } from '../form/fields.ts';

const textAt = (settings: Settings, key: string) => String(settings[key] ?? '').trim();

/** Host without port, and path without a slash at its end. */
function placeOf(address: string) {
  const [, scheme = '', host = '', port = '', path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^/?#@]*@)?([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?([^?#]*)/i.exec(address) ?? [];
  return { scheme: scheme.toLowerCase(), host, port, path: path.replace(/\/$/, '') };
}

/** The playlist that a core writes for a stream `ID.stream` at its RTMP server, at its default port. */
function ofCore(address: string): string | null {
  const { host, path } = placeOf(address);
  const [, channel] = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.stream)?$/i.exec(path) ?? [];
  return host === '' || channel === undefined ? null : `http://${host}:8080/memfs/${channel}.m3u8`;
}

function ofIcecast(settings: Settings): string | null {
  const { host, port, path } = placeOf(textAt(settings, 'address').replace(/^icecast:\/\//i, ''));
  if (host === '' || path === '') return null;
  const { tls } =
    typeof settings.options === 'object' && settings.options !== null ? (settings.options as Settings) : {};
  return `${tls === true ? 'https' : 'http'}://${host}${port === '' ? '' : `:${port}`}${path}`;
}

/** Without a login or a signature, which are for uploads only. */
function ofUpload(address: string): string | null {
  const { scheme, host, port, path } = placeOf(address);
  if (host === '' || path === '' || !['', 'http', 'https'].includes(scheme)) return null;
  return `${scheme || 'https'}://${host}${port === '' ? '' : `:${port}`}${path}`;
}

/** Services whose viewers watch at an address that follows from the settings of a publication. */
const KNOWN: Readonly<Record<string, (settings: Settings) => string | null>> = {
  owncast: (settings) => {
    const { host } = placeOf(textAt(settings, 'server_url'));
    return host === '' ? null : `http://${host}:8080/hls/stream.m3u8`;
  },
  icecast: ofIcecast,
  datarheicore: (settings) => ofCore(textAt(settings, 'v2_address')),
  hls: (settings) => ofUpload(textAt(settings, 'address')),
  dash: (settings) => ofUpload(textAt(settings, 'address')),
};

/** A proposal for the playback address; null if nothing is known. */
export function knownPlayback(service: string, settings: Settings): string | null {
  const address = KNOWN[service]?.(settings) ?? null;
  return address !== null && isPlayback(address) ? address : null;
}
