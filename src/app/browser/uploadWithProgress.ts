import { AWAY, CoreError, LATE, NETWORK_FAILURE } from '../../api/error.ts';
import type { Browser } from '../../features/gate/host/host.ts';

/** The longest time without progress. A large upload may take longer in total. */
const STALLED_MS = 60_000;

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export const upload: Browser['upload'] = (core, { path, body, signal, progressed }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (message: string) => reject(new CoreError(NETWORK_FAILURE, message));
    let waiting = 0;
    const moved = () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => request.abort(), STALLED_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      progressed(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      const { status, statusText } = request;
      const type = request.getResponseHeader('content-type');
      const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
      // The `Response` constructor throws if these have a body.
      const text = status === 204 || status === 205 || status === 304 ? null : request.responseText;
      resolve(new Response(text, { status, statusText, headers }));
    };
    request.onerror = () => fail(AWAY);
    request.onabort = () => fail(LATE);
    request.onloadend = () => clearTimeout(waiting);
    signal.addEventListener('abort', () => request.abort());
    request.open('PUT', `${core.address}/api/v3/fs/disk${path.split('/').map(encodeURIComponent).join('/')}`);
    request.setRequestHeader('Authorization', `Bearer ${core.tokens.access}`);
    moved();
    request.send(body);
  });
