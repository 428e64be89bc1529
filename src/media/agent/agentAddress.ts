import { AGENT_API } from '../../api/agentEndpoints.ts';
import { isGroup } from '../stored/storedSchemas.ts';

/** `scheme`: neither http nor https. `login`: a user or a password. `query`: more than a path. `mixed`: see below. */
export type AddressFault = 'missing' | 'unreadable' | 'scheme' | 'login' | 'query' | 'mixed' | 'long';
export type ParsedAddress = { address: string } | { fault: AddressFault };

/** The port in docker/compose.agent.yaml. */
const AGENT_PORT = 8090;
const MOST_CHARACTERS = 500;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** People also copy the address of a call. */
const CALLS = ['/healthz', '/state', ''].map((call) => AGENT_API + call);

/** What stands in front of the API. */
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
 * The address of the agent as somebody entered it, without a trailing slash. What begins with a slash is a path at the
 * core. A page that was loaded with HTTPS reaches nothing without it (`mixed`), but on this machine.
 * @param core its address
 * @param page protocol of the page, as `https:`
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

/** Where an agent that was started as docs/agent.md says can be reached: at its port, or behind the proxy of the core. */
export const suggestedAgentAddress = (core: string, page: URL): string =>
  page.protocol === 'http:' ? `http://${page.hostname}:${AGENT_PORT}` : new URL(core).origin;

/**
 * From the global metadata of `AGENT_KEY`. Only the agent's own parsers look at the version: an address is an address.
 * null: none, or one that nobody would have stored.
 */
export function storedAgentAddress(stored: unknown, core: string, page: string): string | null {
  const address = isGroup(stored) ? stored.address : null;
  const parsed = typeof address === 'string' ? parseAgentAddress(address, core, page) : null;
  return parsed && 'address' in parsed ? parsed.address : null;
}

/** The stored settings of the agent with another address; what else is stored stays. */
export const withAgentAddress = (stored: unknown, address: string): Record<string, unknown> => ({
  ...(isGroup(stored) ? stored : { version: 1 }),
  address,
});

/** A token of the core goes to another origin: each browser is asked once. */
export const isForeignAgent = (address: string, core: string): boolean =>
  new URL(address).origin !== new URL(core).origin;
