import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Config } from '../config/configSchema.ts';
import type { MetricsQuery } from '../metrics/types.ts';
import { createSessions, type Sessions } from '../sessions/index.ts';
import { ApiError } from '../util/apiError.ts';
import { rtmpRoutes } from './api/about.ts';
import { metricsRoutes, prometheusRoutes } from './api/metrics.ts';
import { sessionRoutes } from './api/sessions.ts';

const open: { close?(): unknown; stop?(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await (server.close?.() ?? server.stop?.());
});

function serve(): FastifyInstance {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof ApiError ? error.status : 500;
    return reply.status(status).send({ message: error instanceof Error ? error.message : '' });
  });
  open.push(app);
  return app;
}

function sessionsOf(): Sessions {
  const config = Config.parse({ sessions: { ip_ignorelist: [] } });
  const sessions = createSessions({ config: () => config });
  open.push(sessions);
  return sessions;
}

describe('session routes', () => {
  const app = async () => {
    const sessions = sessionsOf();
    sessions.open('rtmp', { id: '/x', reference: 'x', local: 'publish:/x', remote: '127.0.0.1:1', extra: '' }).rx(7);
    const server = serve();
    const process = (id: string) => (id === 'a:b/c' ? { reference: 'x', runtimeSeconds: 19 } : null);
    await server.register(sessionRoutes({ sessions, process }));
    return server;
  };

  it.each([
    ['/v3/session/active?collectors=rtmp,hls,none', ['hls', 'none', 'rtmp']],
    ['/v3/session/active', ['']],
    ['/v3/session?collectors=rtmp', ['rtmp']],
    ['/v3/session?collectors=rtmp&collectors=hls', ['']],
  ])('GET %s lists the collectors', async (url, names) => {
    const answer = await (await app()).inject(url);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json()).sort()).toEqual(names);
  });

  it("list a publisher's session", async () => {
    const { rtmp } = (await (await app()).inject('/v3/session/active?collectors=rtmp')).json();
    expect(rtmp).toMatchObject([{ id: '/x', local: 'publish:/x', bytes_rx: 7 }]);
  });

  it.each([
    ['a%3Ab%2Fc', 200, { current_sessions: 0, total_sessions: 0, uptime: 19 }],
    ['none', 404, { message: 'Unknown process ID' }],
  ])('return the widget of process %s', async (id, status, body) => {
    const answer = await (await app()).inject(`/v3/widget/process/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
  });
});

describe('GET /v3/rtmp', () => {
  const stream = { video: 'h264', audio: null, silence: true, change: { what: 'audio-lost', at: 5 } } as const;
  it.each([
    ['off', null, 404, { message: 'Not Found' }],
    ['on', { published: () => [{ name: '/live/x', stream }] }, 200, [{ name: '/live/x', stream }]],
  ])('responds while the RTMP server is %s', async (_, server, status, body) => {
    const app = serve();
    await app.register(rtmpRoutes({ rtmp: () => server }));
    const answer = await app.inject('/v3/rtmp');
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
  });
});

describe('metrics queries', () => {
  const start = async () => {
    const queries: MetricsQuery[] = [];
    const metrics = {
      known: () => [{ name: 'cpu_ncpu', description: 'd', labels: [] }],
      query: async (query: MetricsQuery) => {
        queries.push(query);
        return { timerange_sec: 0, interval_sec: 0, metrics: [] };
      },
      prometheus: async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', text: 'x 1\n' }),
      stop: async () => {},
    };
    const app = serve();
    await app.register(metricsRoutes({ metrics }));
    await app.register(prometheusRoutes({ metrics }));
    const post = (body: unknown) =>
      app.inject({
        method: 'POST',
        url: '/v3/metrics',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    return { app, queries, post };
  };

  it.each([
    [{}, { timerangeSec: 0, intervalSec: 0, metrics: [] }],
    [{ metrics: null }, { timerangeSec: 0, intervalSec: 0, metrics: [] }],
    [
      {
        timerange_sec: 10,
        interval_sec: 2,
        metrics: [
          { name: 'a', labels: { b: 'c' } },
          { name: 'd', labels: null },
        ],
      },
      {
        timerangeSec: 10,
        intervalSec: 2,
        metrics: [
          { name: 'a', labels: { b: 'c' } },
          { name: 'd', labels: {} },
        ],
      },
    ],
  ])('parse %j', async (body, expected) => {
    const { queries, post } = await start();
    expect((await post(body)).statusCode).toBe(200);
    expect(queries).toEqual([expected]);
  });

  it.each([[{ timerange_sec: 'x' }], [{ metrics: 7 }], [[]], ['text']])('reject %j', async (body) => {
    const { queries, post } = await start();
    expect((await post(body)).statusCode).toBe(400);
    expect(queries).toEqual([]);
  });

  it('list metrics, and export them to Prometheus', async () => {
    const { app } = await start();
    const Names = z.array(z.object({ name: z.string() }));
    expect(Names.parse((await app.inject('/v3/metrics')).json())).toEqual([{ name: 'cpu_ncpu' }]);
    const { headers, body } = await app.inject('/metrics');
    expect([headers['content-type'], body]).toEqual(['text/plain; version=0.0.4; charset=utf-8', 'x 1\n']);
  });
});
