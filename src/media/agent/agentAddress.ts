import { AGENT_API } from '../../api/agentEndpoints.ts';
import { isGroup } from '../stored/storedSchemas.ts';

/** `query`: query or fragment; `mixed`: HTTP from a page with HTTPS. */
export type AddressFault = 'missing' | 'unreadable' | 'scheme' | 'login' | 'query' | 'mixed' | 'long';
export type ParsedAddress = { address: string } | { fault: AddressFault };

/** The port in docker/compose.agent.yaml. */
const AGENT_PORT = 8090;
const MOST_CHARACTERS = 500;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** People also paste the URL of a request. */
const CALLS = ['/healthz', '/state', ''].map((call) => AGENT_API + call);

function withoutCall(path: string): string {
  let left = withoutSlashes(path);
  for (;;) {
    const call = CALLS.find((end) => left.endsWith(end));
    if (call === undefined) return left;
    left = withoutSlashes(left.slice(0, -call.length));
  }
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/**
 * Without a trailing slash. A path is relative to the core.
 * @param page protocol of the page, such as `https:`
 */
export function parseAgentAddress(entered: string, core: string, page: string): ParsedAddress {
  const text = entered.trim();
  if (text === '') return { fault: 'missing' };
  if (text.length > MOST_CHARACTERS) return { fault: 'long' };
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return { fault: 'scheme' };
  const url = URL.parse(text, isPath ? core : undefined);
  if (url === null) return { fault: 'unreadable' };
  if (url.username !== '' || url.password !== '') return { fault: 'login' };
  if (/[?#]/.test(text)) return { fault: 'query' };
  if (page === 'https:' && url.protocol === 'http:' && !LOCAL.test(url.hostname)) return { fault: 'mixed' };
  return { address: url.origin + withoutCall(url.pathname) };
}

/** As set up in docs/agent.md: at its own port, or behind the proxy of the core. */
export const suggestedAgentAddress = (core: string, page: URL): string =>
  page.protocol === 'http:' ? `http://${page.hostname}:${AGENT_PORT}` : new URL(core).origin;

/** Reads the global metadata of `AGENT_KEY` in any version; null if absent or invalid. */
export function storedAgentAddress(stored: unknown, core: string, page: string): string | null {
  const address = isGroup(stored) ? stored.address : null;
  const parsed = typeof address === 'string' ? parseAgentAddress(address, core, page) : null;
  return parsed && 'address' in parsed ? parsed.address : null;
}

export const withAgentAddress = (stored: unknown, address: string): Record<string, unknown> => ({
  ...(isGroup(stored) ? stored : { version: 1 }),
  address,
});

/** A token would go to another origin, so each browser asks once. */
export const isForeignAgent = (address: string, core: string): boolean =>
  new URL(address).origin !== new URL(core).origin;
