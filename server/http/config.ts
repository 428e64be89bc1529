import { ApiError } from '../apiError.ts';
import type { ConfigAnswer, ConfigStore } from '../config/index.ts';
import { ConfigPatch, isKnownVersion } from '../config/patch.ts';
import { withoutSecrets } from '../config/secrets.ts';
import type { Routes } from '../types.ts';
import { clientAddress, serverOf } from './client.ts';
import { readJson } from './json.ts';
import { isOfBrowser } from './origin.ts';

interface ConfigRouteDeps {
  readonly store: ConfigStore;
  /** Called once the answer to the reload has left. */
  readonly reload: () => void;
}

export const configRoutes =
  ({ store, reload }: ConfigRouteDeps): Routes =>
  async (app) => {
    app.get('/v3/config', async ({ headers }) => {
      const answer = forReader(store);
      return isOfBrowser(headers) ? { ...answer, config: withoutSecrets(answer.config) } : answer;
    });

    app.put('/v3/config', async (request, reply) => {
      const patch = readJson(request, ConfigPatch, { name: 'SetConfig', anyContentType: true });
      if (!isKnownVersion(patch.version)) {
        throw new ApiError(400, 'Invalid config version', [`version ${Number(patch.version ?? 0)}`]);
      }
      const refused = await store.put(patch, { address: clientAddress(request.raw), via: serverOf(request.raw) });
      // The one refusal that is not an error body: texts by field.
      if (Object.keys(refused).length > 0) return reply.code(409).send(refused);
      return 'OK';
    });

    app.get('/v3/config/reload', async (_request, reply) => {
      reply.raw.once('close', reload);
      return reply.header('Connection', 'close').send('OK');
    });
  };

/**
 * Until the reload that puts a first login into effect anybody may still ask. They are shown the secrets that they know
 * already, and not those that are to keep them out.
 */
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
