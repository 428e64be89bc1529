import type { FastifyPluginAsync } from 'fastify';
import type { ConfigAnswer, ConfigStore } from '../../config/index.ts';
import { ConfigPatch, isKnownVersion } from '../../config/mergeConfigDocuments.ts';
import { hideSecrets } from '../../config/secrets.ts';
import { ApiError } from '../../util/apiError.ts';
import type { Authorization } from '../login/authorization.ts';
import { findClientAddress, findServer } from '../request/clientAddress.ts';
import { isOfBrowser } from '../request/foreignRequest.ts';
import { readJson } from '../request/readJson.ts';

interface ConfigRouteDeps {
  readonly store: ConfigStore;
  readonly authorization: Pick<Authorization, 'hasJustLoggedIn'>;
  readonly reload: () => void;
}

export const configRoutes =
  ({ store, authorization, reload }: ConfigRouteDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/config', async (request) => {
      const answer = forReader(store);
      // A stolen token can be renewed without the password, and must not reveal it.
      const isShown = !isOfBrowser(request.headers) && (await authorization.hasJustLoggedIn(request));
      return isShown ? answer : { ...answer, config: hideSecrets(answer.config) };
    });

    app.put('/v3/config', async (request, reply) => {
      const patch = readJson(request, ConfigPatch, { name: 'SetConfig', anyContentType: true });
      if (!isKnownVersion(patch.version)) {
        throw new ApiError(400, 'Invalid config version', [`version ${Number(patch.version ?? 0)}`]);
      }
      const refused = await store.put(patch, {
        ...{ address: findClientAddress(request.raw), via: findServer(request.raw) },
        hasJustLoggedIn: await authorization.hasJustLoggedIn(request),
      });
      // The only error response that is texts by field.
      if (Object.keys(refused).length > 0) return reply.code(409).send(refused);
      return 'OK';
    });

    app.get('/v3/config/reload', async (_request, reply) => {
      reply.raw.once('close', reload);
      return reply.header('Connection', 'close').send('OK');
    });
  };

/** Until a reload activates the first login, anybody may read the config, so its secrets stay hidden. */
function forReader(store: Pick<ConfigStore, 'active' | 'answer'>): ConfigAnswer {
  const answer = store.answer();
  const active = store.active();
  const { config } = answer;
  if (active.api.auth.enable || !config.api.auth.enable) return answer;
  const memory = { ...config.storage.memory, auth: active.storage.memory.auth };
  return {
    ...answer,
    config: {
      ...config,
      api: { ...config.api, auth: active.api.auth },
      storage: { ...config.storage, memory },
    },
  };
}
