import { ApiError } from '../util/apiError.ts';
import { messageOf } from '../util/errorMessage.ts';
import { findStreams } from './findStreams.ts';
import { hasPrivateHost, leadsToPrivateHost } from './privateHosts.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_WAITING = 4;
const MAX_TYPE_CHARACTERS = 200;

const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/;
/** Some servers block clients without a User-Agent. */
const HEADERS = { Accept: 'text/html, */*;q=0.8', 'User-Agent': 'Mozilla/5.0 (compatible; Sluice)' };

export interface PageFound {
  readonly type: string;
  /** Streams in an HTML page, the likeliest first. */
  readonly streams: readonly string[];
}

interface PageDeps {
  readonly isAllowed: (address: string) => boolean;
  readonly patienceMs?: number;
}

/** Reads one page at a time. Throws an `ApiError`: 429 if too many wait, else 400 with the reason. */
export function createPageReader({ isAllowed, patienceMs = TIMEOUT_MS }: PageDeps) {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return (address: string): Promise<PageFound> => {
    if (open > MAX_WAITING) throw new ApiError(429, 'Too Many Requests', ['other pages are being read']);
    open += 1;
    const read = last.then(() => readPage(address, isAllowed, AbortSignal.timeout(patienceMs)));
    last = read.then(
      () => (open -= 1),
      () => (open -= 1),
    );
    return read;
  };
}

async function readPage(address: string, isAllowed: PageDeps['isAllowed'], signal: AbortSignal): Promise<PageFound> {
  try {
    const { url, response, isPrivate } = await orTimeOut(follow(address, isAllowed, signal), signal);
    const type = (response.headers.get('content-type') ?? '').toLowerCase().slice(0, MAX_TYPE_CHARACTERS);
    if (!HTML.test(type)) {
      await response.body?.cancel();
      return { type, streams: [] };
    }
    const found = findStreams(await readBeginning(response), url.href);
    // A public page must not lead the operator to addresses that only this machine reaches.
    return { type, streams: found.filter((stream) => isAllowed(stream) && (isPrivate || !hasPrivateHost(stream))) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refuse(signal.aborted ? 'it did not respond in time' : messageOf(error));
  }
}

/** Follows redirects. Credentials are sent to their own origin only. */
async function follow(address: string, isAllowed: PageDeps['isAllowed'], signal: AbortSignal) {
  if (!URL.canParse(address)) throw refuse('it is no URL');
  if (!isAllowed(address)) throw refuse(NOT_ALLOWED);
  let url = new URL(address);
  let login = loginOf(url);
  const isPrivate = await leadsToPrivateHost(url.href);
  for (let redirects = 0; ; redirects += 1) {
    if (!/^https?:$/.test(url.protocol)) throw refuse('only HTTP and HTTPS are read');
    [url.username, url.password] = ['', ''];
    if (!isAllowed(url.href)) throw refuse(NOT_ALLOWED);
    if (!isPrivate && redirects > 0 && (await leadsToPrivateHost(url.href))) {
      throw refuse('it redirects from a public to a private address');
    }
    const headers = login === null ? HEADERS : { ...HEADERS, Authorization: login };
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (target === null) {
      if (response.ok) return { url, response, isPrivate };
      await response.body?.cancel();
      throw refuse(`it answers with status ${response.status}`);
    }
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) throw refuse('it redirects too often');
    if (!URL.canParse(target, url)) throw refuse('it redirects to no URL');
    const next = new URL(target, url);
    if (next.origin !== url.origin) login = null;
    url = next;
  }
}

const NOT_ALLOWED = 'address is not allowed';

const refuse = (reason: string) => new ApiError(400, 'The page cannot be read', [reason]);

function loginOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const plain = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A DNS lookup cannot be aborted, only abandoned. */
const orTimeOut = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);

/** Reads the start of a long page, where players usually are. */
async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    const bytes = part.value.subarray(0, MAX_BYTES - size);
    text += decoder.decode(bytes, { stream: true });
    size += bytes.byteLength;
    if (size === MAX_BYTES) {
      await reader?.cancel();
      break;
    }
  }
  return text + decoder.decode();
}
