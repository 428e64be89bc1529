import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { findUnmetDemands } from './automaticDemands.ts';
import { Config } from './configSchema.ts';

const configOf = (names: readonly string[], auto: boolean, address = '127.0.0.1:8080') =>
  Config.parse({ address, host: { name: names }, tls: { enable: auto, auto } });

const facts = { resolves: async (name: string) => !name.startsWith('gone'), isTaken: async () => true };
const PORT = { 'tls.auto': ['port 80 is in use by another program'] };
const unresolved = (name: string) => ({
  'host.name': [`the host '${name}' can't be resolved and will not work with automatic TLS`],
});

it.each([
  ['certificates that stay off', configOf(['gone.example.org'], false), configOf([], false), {}],
  [
    'a new name that does not resolve',
    configOf(['gone.example.org'], true),
    configOf([], false),
    { ...PORT, ...unresolved('gone.example.org') },
  ],
  [
    'an old name when certificates are turned on',
    configOf(['gone.example.org'], true),
    configOf(['gone.example.org'], false),
    { ...PORT, ...unresolved('gone.example.org') },
  ],
  [
    'a stored name that stopped resolving',
    configOf(['gone.example.org'], true),
    configOf(['gone.example.org'], true),
    {},
  ],
  [
    'an added name that does not resolve',
    configOf(['gone.a', 'gone.b'], true),
    configOf(['gone.a'], true),
    unresolved('gone.b'),
  ],
  ['a port already in use', configOf(['tv.example.org'], true), configOf(['tv.example.org'], false), PORT],
  ['a core that owns the port', configOf(['tv.example.org'], true, ':80'), configOf([], false), {}],
])('unmet demands of automatic certificates are found for %s', async (_, config, before, refused) => {
  expect(await findUnmetDemands(config, before, 80, facts)).toEqual(refused);
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it.each([
  ['another program', 'hello', true],
  ['a program that forwards to the core', 'pong', false],
])('the port of %s counts as taken: %s', async (_, answer, isTaken) => {
  const server = createServer((_request, response) => response.end(answer));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const refused = await findUnmetDemands(configOf(['localhost'], true), configOf([], false), port);
  expect(refused).toEqual(isTaken ? { 'tls.auto': [`port ${port} is in use by another program`] } : {});
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await findUnmetDemands(configOf(['localhost'], true), configOf([], false), port)).toEqual({});
});
