import { ApiError } from '../apiError.ts';
import type { ConfigStore } from '../config/index.ts';
import { ConfigPatch, isKnownVersion } from '../config/patch.ts';
import type { Routes } from '../types.ts';
import { readJson } from './json.ts';

interface ConfigRouteDeps {
  readonly store: ConfigStore;
  /** Called once the answer to the reload has left. */
  readonly reload: () => void;
}

export const configRoutes =
  ({ store, reload }: ConfigRouteDeps): Routes =>
  async (app) => {
    app.get('/v3/config', async () => store.answer());

    app.put('/v3/config', async (request, reply) => {
      const patch = readJson(request, ConfigPatch, { name: 'SetConfig', anyContentType: true });
      if (!isKnownVersion(patch.version)) {
        throw new ApiError(400, 'Invalid config version', [`version ${Number(patch.version ?? 0)}`]);
      }
      const refused = await store.put(patch);
      // The one refusal that is not an error body: texts by field.
      if (Object.keys(refused).length > 0) return reply.code(409).send(refused);
      return 'OK';
    });

    app.get('/v3/config/reload', async (_request, reply) => {
      reply.raw.once('close', reload);
      return reply.header('Connection', 'close').send('OK');
    });
  };
