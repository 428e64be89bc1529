import { AGENT_API, agentEndpoints } from './agentEndpoints.ts';
import { AGENT_OPERATIONS } from './agentOperations.ts';
import { AGENT_SCOPES } from './agentScopes.ts';
import { describeCall, problemResponse, templateOf } from './describeCall.ts';
import type { Route } from './route.ts';

export const AGENT_TAG = 'Agent';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function agentPaths(): Paths {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(agentEndpoints)) {
    const id = name as keyof typeof agentEndpoints;
    const path = AGENT_API + templateOf(route.path);
    const { scope } = AGENT_SCOPES[id];
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeCall({
        ...{ id, tag: AGENT_TAG, path, sent: route.body, answer: route.answer, carries: route.carries, scope },
        ...AGENT_OPERATIONS[id],
        ...{ isOpen: scope === 'open', refusal: 'Problem' },
      }),
    };
  }
  return paths;
}

export const createAgentOpenApi = (version: string) => ({
  openapi: '3.1.0',
  info: {
    ...{ title: 'Sluice agent', version },
    description:
      'A token of the agent has the scope read, control or admin, each with those before it; a login of the core has all.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags: [{ name: AGENT_TAG }],
  paths: agentPaths(),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    responses: { Problem: problemResponse() },
  },
});
