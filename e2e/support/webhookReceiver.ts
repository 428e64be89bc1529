import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const Told = z.object({ type: z.string(), data: z.object({ id: z.string(), title: z.string() }) });
export type ToldAlarm = z.infer<typeof Told>;

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly told: readonly ToldAlarm[];
  answer(status: number): void;
}

export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ToldAlarm[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    received.push(Told.parse(JSON.parse(await text(request))));
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/night`,
    told: received,
    answer(next) {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
