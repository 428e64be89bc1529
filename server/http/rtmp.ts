import type { RtmpServer } from '../rtmp/types.ts';
import type { Routes } from '../types.ts';
import { noRoute } from './errorResponse.ts';

/** The channels on air. While the RTMP server is off there is no such route. */
export const rtmpRoutes =
  ({ rtmp }: { rtmp: () => Pick<RtmpServer, 'channels'> | null }): Routes =>
  async (app) => {
    app.get('/v3/rtmp', async () => {
      const server = rtmp();
      if (server === null) throw noRoute();
      return server.channels().map((name) => ({ name }));
    });
  };
