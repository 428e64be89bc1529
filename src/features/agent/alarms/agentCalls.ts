import { call } from 'typed-redux-saga';
import { AGENT_API, agentEndpoints, ProblemDetails } from '../../../api/agentEndpoints.ts';
import type { Core } from '../../../api/client.ts';
import { AWAY, CoreError, NETWORK_FAILURE, unreadAnswer } from '../../../api/error.ts';
import { type Answer, type Arguments, fill, type Route } from '../../../api/route.ts';
import { host } from '../../gate/host/host.ts';

type Endpoints = typeof agentEndpoints;
type AgentCall<R> =
  Record<never, never> extends Arguments<R>
    ? (given?: Arguments<R>) => Promise<Answer<R>>
    : (given: Arguments<R>) => Promise<Answer<R>>;
export type AgentCalls = { readonly [Name in keyof Endpoints]: AgentCall<Endpoints[Name]> };

export function* agentCalls() {
  const core = yield* host('core');
  return yield* call(clientOf, core);
}

const clientOf = (core: Core): AgentCalls =>
  Object.fromEntries(
    Object.entries<Route>(agentEndpoints).map(([name, route]) => [
      name,
      async (given: Readonly<Record<string, unknown>> = {}) => {
        const ask = () =>
          fetch(core.address + AGENT_API + fill(route, given), {
            method: route.method,
            headers: {
              Authorization: `Bearer ${core.tokens.access}`,
              Accept: 'application/json',
              ...(route.body ? { 'Content-Type': 'application/json' } : {}),
            },
            ...(route.body ? { body: JSON.stringify(given.body) } : {}),
          }).catch(() => {
            throw new CoreError(NETWORK_FAILURE, AWAY);
          });
        let response = await ask();
        if (response.status === 401) {
          await core.renew();
          response = await ask();
        }
        const json: unknown = await response.json().catch(() => null);
        if (!response.ok) {
          const { data } = ProblemDetails.safeParse(json);
          const fields = Object.fromEntries(
            (data?.faults ?? (data?.field === undefined ? [] : [{ field: data.field, text: data.detail }])).map(
              ({ field, text }) => [field, [text]],
            ),
          );
          throw new CoreError(response.status, data?.detail ?? response.statusText, [], fields);
        }
        const read = route.answer.safeParse(json);
        if (!read.success) throw unreadAnswer(read.error.issues[0]?.path.join('.') ?? '');
        return read.data;
      },
    ]),
  ) as unknown as AgentCalls;
