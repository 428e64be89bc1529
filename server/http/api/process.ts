import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Processes } from '../../process/index.ts';
import { NewProcess, ProcessPatch } from '../../process/store/processConfig.ts';
import { Refusal, UnknownProcess } from '../../process/store/refusal.ts';
import { ApiError } from '../../util/apiError.ts';
import { createRouteNotFound, JSON_TYPE } from '../request/errorResponse.ts';
import { readJson } from '../request/readJson.ts';
import { encodeJsonList, formatProcess, selectParts } from './processJson.ts';

interface ProcessRouteDeps {
  readonly processes: Processes;
}

/** Takes the first value of a repeated parameter. */
const word = z
  .union([z.string(), z.array(z.string()).transform(([first]) => first ?? '')])
  .default('')
  .catch('');
const Query = z.object({ filter: word, id: word, reference: word, idpattern: word, refpattern: word });
const Command = z.object({ command: z.string() });
const KNOWN_COMMANDS = ['start', 'stop', 'reload', 'restart'] as const;

interface ById {
  Params: { id: string };
}

const emptyToNull = (text: string) => (text === '' ? null : text);

export const processRoutes =
  ({ processes }: ProcessRouteDeps): FastifyPluginAsync =>
  async (app) => {
    app.addHook('preHandler', refuseEmptyParameters);

    app.get('/v3/process', async (request, reply) => {
      const query = Query.parse(request.query);
      const entries = processes.list({
        ids: emptyToNull(query.id)?.split(',') ?? null,
        reference: emptyToNull(query.reference),
        idPattern: emptyToNull(query.idpattern),
        refPattern: emptyToNull(query.refpattern),
      });
      const parts = selectParts(query.filter);
      const texts = entries.map((entry) => formatProcess(entry, parts, processes.metadata));
      return reply.type(JSON_TYPE).send(encodeJsonList(texts));
    });

    app.post('/v3/process', async (request, reply) => {
      const newProcess = readJson(request, NewProcess, { name: 'ProcessConfig' });
      if (newProcess.input.length === 0 || newProcess.output.length === 0) {
        throw new ApiError(400, 'At least one input and one output need to be defined');
      }
      const config = await refusalIs400('Invalid process config', processes.add(newProcess));
      return sendJson(reply, JSON.stringify(config));
    });

    app.get<ById>('/v3/process/:id', async ({ params, query }, reply) => {
      const entry = await answerUnknownWith404(() => processes.get(params.id));
      return sendJson(reply, formatProcess(entry, selectParts(Query.parse(query).filter), processes.metadata));
    });

    app.put<ById>('/v3/process/:id', async (request, reply) => {
      const { id } = request.params;
      const patch = readJson(request, ProcessPatch, { name: 'ProcessConfig' });
      const config = await refusalIs400("Process can't be updated", processes.update(id, patch), () => {
        throw new ApiError(404, 'Process not found', [id]);
      });
      return sendJson(reply, JSON.stringify(config));
    });

    app.delete<ById>('/v3/process/:id', async ({ params }, reply) => {
      await answerUnknownWith404(() => processes.remove(params.id));
      return sendJson(reply, '"OK"');
    });

    app.get<ById>('/v3/process/:id/config', async ({ params }, reply) =>
      sendJson(reply, (await answerUnknownWith404(() => processes.get(params.id))).process.configJson),
    );

    app.get<ById>('/v3/process/:id/state', async ({ params }, reply) =>
      sendJson(reply, (await answerUnknownWith404(() => processes.get(params.id))).process.stateJson()),
    );

    app.get<ById>('/v3/process/:id/report', async ({ params }, reply) =>
      sendJson(reply, (await answerUnknownWith404(() => processes.get(params.id))).process.reportJson()),
    );

    app.put<ById>('/v3/process/:id/command', async (request, reply) => {
      const requested = readJson(request, Command, { name: 'Command' }).command;
      const command = KNOWN_COMMANDS.find((name) => name === requested);
      if (command === undefined) {
        throw new ApiError(400, 'Unknown command provided', [`Known commands are: ${KNOWN_COMMANDS.join(', ')}`]);
      }
      await refusalIs400('Command failed', processes.command(request.params.id, command));
      return sendJson(reply, '"OK"');
    });

    app.get<ById>('/v3/process/:id/probe', async ({ params: { id } }, reply) => {
      const result = await processes.probe(id).catch((error: unknown) => {
        if (error instanceof UnknownProcess) return { streams: [], log: [`Unknown process ID (${id})`] };
        throw error;
      });
      return sendJson(reply, JSON.stringify(result));
    });
  };

/** `/v3/process/` matches the route with an empty id, but clients expect a 404. */
export async function refuseEmptyParameters({ params }: FastifyRequest): Promise<void> {
  if (typeof params === 'object' && params !== null && Object.values(params).includes('')) throw createRouteNotFound();
}

export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type(JSON_TYPE).serializer(String).send(`${json}\n`);

/** `ifUnknown` may throw another error for an unknown process. */
const refusalIs400 = <T>(message: string, work: Promise<T>, ifUnknown?: () => never): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof UnknownProcess) ifUnknown?.();
    throw error instanceof Refusal ? new ApiError(400, message, [error.message]) : error;
  });

export async function answerUnknownWith404<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UnknownProcess ? new ApiError(404, 'Unknown process ID', [error.message]) : error;
  }
}
