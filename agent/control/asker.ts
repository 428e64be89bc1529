import type { CallAccess } from '../../src/api/agentScopes.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../src/api/tokenScopes.ts';
import { Refusal } from '../refusal.ts';

export type Asker =
  | { type: 'login' }
  /** `channels` null: all channels. */
  | { type: 'token'; id: string; name: string; scope: TokenScope; channels: readonly string[] | null };

declare module 'fastify' {
  interface FastifyRequest {
    asker: Asker | null;
  }
}

export function askerOf(asker: Asker | null): Asker {
  if (asker === null) throw new Refusal(401, 'Log in');
  return asker;
}

const hasScope = (scope: TokenScope, required: TokenScope) =>
  TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(required);

/** Throws a `Refusal` that names what is missing. */
export function checkAccess(asker: Asker, { scope, ofChannels }: CallAccess): void {
  if (asker.type === 'login' || scope === 'open') return;
  if (scope === 'login') throw new Refusal(403, 'This call takes a login of the core, and no token of the agent');
  if (!hasScope(asker.scope, scope))
    throw new Refusal(403, `This call takes a token with the scope "${scope}": this one has "${asker.scope}"`);
  if (asker.channels !== null && !ofChannels)
    throw new Refusal(403, 'This call is about all channels: this token is for some of them');
}

/** Whether the caller may access the channel; null: things without a channel, such as the core. */
export const isForChannel = (asker: Asker, channel: string | null): boolean =>
  asker.type === 'login' || asker.channels === null || (channel !== null && asker.channels.includes(channel));

export function checkChannel(asker: Asker, channel: string | null): void {
  if (!isForChannel(asker, channel)) throw new Refusal(403, 'This token is for other channels');
}
