import type { FastifyInstance } from 'fastify';
import { AGENT_API, type AgentToken, agentEndpoints } from '../../src/api/agentEndpoints.ts';
import { msg } from '../../src/i18n/msg.ts';
import { readBody } from '../formRoutes.ts';
import { Refusal } from '../refusal.ts';
import type { StoredToken } from './controlStore.ts';
import type { TokenBook } from './tokenBook.ts';

export function tokenRoutes(app: FastifyInstance, book: TokenBook, now = Date.now): void {
  const urlOf = ({ path }: { path: string }) => AGENT_API + path;
  const list = async () => ({ tokens: (await book.list()).map(shownToken) });

  app.get(urlOf(agentEndpoints.agentTokens), list);
  app.post(urlOf(agentEndpoints.agentTokenAdd), async ({ body }) => {
    const form = readBody(agentEndpoints.agentTokenAdd.body, body);
    if (form.end !== null && form.end <= now())
      throw new Refusal(422, msg('Enter an end that lies in the future.'), { field: 'end' });
    if (form.channels?.length === 0) throw new Refusal(422, msg('Choose a channel.'), { field: 'channels' });
    if (form.channels !== null && form.scope === 'admin')
      throw new Refusal(422, 'A token for settings is for all channels', { field: 'channels' });
    const { token, secret } = await book.add(form);
    return { ...shownToken(token), secret };
  });
  app.delete<{ Params: { id: string } }>(urlOf(agentEndpoints.agentTokenDelete), async ({ params: { id } }) => {
    await book.remove(id);
    return await list();
  });
}

const shownToken = ({ hash: _, channels, ...token }: StoredToken): AgentToken => ({
  ...token,
  channels: channels && [...channels],
});
