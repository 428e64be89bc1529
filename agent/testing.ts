import { createCoreClient } from '../src/api/client.ts';
import { egressId, ingestId, METADATA_KEY, snapshotId } from '../src/api/processIds.ts';

interface FakeProcess {
  id: string;
  reference: string;
  metadata: Record<string, unknown>;
  config: { id: string; reference: string; input: object[]; output: object[] };
  state: { order: string; exec: string; runtime_seconds: number; reconnect_seconds: number };
}

export function createFakeCore() {
  const processes = new Map<string, FakeProcess>();
  const files = new Map<string, string>();
  const metadata: Record<string, unknown> = {};
  /** `start restreamer-ui:…`, `write hold-….order`, `store sluice-…`. */
  const calls: string[] = [];
  const server = {
    isAway: false,
    refuse: (_what: string): string | null => null,
    before: async (_what: string): Promise<void> => undefined,
  };
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

  async function change(call: string, act: () => void): Promise<Response> {
    await server.before(call);
    if (server.isAway) throw new TypeError('fetch failed');
    calls.push(call);
    const reason = server.refuse(call);
    if (reason !== null) return json({ code: 400, message: reason, details: [] }, 400);
    act();
    return json('OK');
  }

  const send: typeof fetch = async (url, options) => {
    if (server.isAway) throw new TypeError('fetch failed');
    const path = decodeURIComponent(new URL(String(url)).pathname).replace('/api', '');
    const body = options?.body === undefined ? '' : String(options.body);
    const [, id, action] = /^\/v3\/process\/([^/]+)\/(command|state)$/.exec(path) ?? [];
    const process = id === undefined ? undefined : processes.get(id);
    if (action === 'command') {
      const { command } = JSON.parse(body);
      if (process === undefined) return json({ code: 404, message: 'Unknown process ID', details: [] }, 404);
      return await change(`${command} ${id}`, () => {
        if (command === 'reload') return;
        process.state.order = command;
        process.state.exec = command === 'start' ? 'running' : 'finished';
      });
    }
    if (action === 'state') return process === undefined ? json({ code: 404 }, 404) : json(process.state);
    if (path === '/v3/process') return json([...processes.values()]);
    if (path === '/v3/metadata') return json(metadata);
    const [, key] = /^\/v3\/metadata\/(.+)$/.exec(path) ?? [];
    if (key !== undefined)
      return await change(`store ${key}`, () => {
        metadata[key] = JSON.parse(body);
      });
    const [, file] = /^\/v3\/fs\/(?:mem|disk)\/(.+)$/.exec(path.replace('//', '/')) ?? [];
    if (file !== undefined && options?.method === 'PUT')
      return await change(`write ${file}`, () => files.set(file, body));
    if (file !== undefined && options?.method === 'DELETE')
      return await change(`delete ${file}`, () => files.delete(file));
    return json({ code: 404, message: 'Not found', details: [] }, 404);
  };

  function add(id: string, reference: string, stored: object, address = ''): string {
    processes.set(id, {
      ...{ id, reference, metadata: { [METADATA_KEY]: stored } },
      config: { id, reference, input: [{ id: 'input_0', address, options: [] }], output: [] },
      state: { order: 'stop', exec: 'finished', runtime_seconds: 0, reconnect_seconds: -1 },
    });
    return id;
  }

  return {
    ...{ processes, files, metadata, calls, server },
    core: createCoreClient({ address: 'http://core.test', freshMs: 0, send }),
    addChannel(channel: string, name: string) {
      add(snapshotId(channel), channel, {});
      return add(ingestId(channel), channel, { version: '1.14.0', meta: { name } });
    },
    /** @param control its start order, backup output and rendition, as stored */
    addPublication(
      channel: string,
      uuid: string,
      name: string,
      {
        address = '',
        ...stored
      }: { address?: string; control?: object; settings?: object; missingSecrets?: object } = {},
    ) {
      return add(egressId('rtmp', uuid), channel, { version: '1.14.0', name, control: {}, ...stored }, address);
    },
    addProcess: (id: string, channel: string) => add(id, channel, {}),
    commands: () => calls.filter((call) => /^(start|stop|reload) /.test(call)),
  };
}
