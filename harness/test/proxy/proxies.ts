import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Hostnames in docs/proxy: for the interface, and a separate one for viewers. */
export const NAME = 'live.example.org';
export const VIEWERS = 'watch.example.org';

interface Place {
  readonly port: number;
  readonly corePort: number;
  readonly folder: string;
  /** Paths; omitted for HTTP. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

type Change = readonly [from: string | RegExp, to: string];

interface Proxy {
  readonly example: string;
  /** Replacements for the test, such as unprivileged ports. Each must match. */
  changes(place: Place): readonly Change[];
  /** The example for a separate hostname for viewers: a further file, and changes in the main one. */
  readonly viewers: {
    readonly example: string;
    changes(place: Place): readonly Change[];
    readonly on: readonly Change[];
  };
  /** Writes the other files that the proxy needs. The example is the first config. Returns the command to start it. */
  command(place: Place, configs: readonly string[]): Promise<readonly [program: string, args: readonly string[]]>;
  readonly limits: boolean;
}

const START_PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 10;
const CORE = '127.0.0.1:8080';

const OTHER_NAMES = /listen 80 default_server;\s+listen 443 ssl default_server;([^}]*)ssl_reject_handshake on;/;

const plainNginx = (port: number): readonly Change[] => [
  [OTHER_NAMES, `listen 127.0.0.1:${port} default_server;$1`],
  ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
  [/ssl_certificate .*;/, ''],
  [/ssl_certificate_key .*;/, ''],
];

const nginxWith = (port: number, { cert, key }: NonNullable<Place['certificate']>): readonly Change[] => [
  [OTHER_NAMES, `listen 127.0.0.1:${port} ssl default_server;$1ssl_reject_handshake on;`],
  ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
  [/ssl_certificate .*;/, `ssl_certificate ${cert};`],
  [/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`],
];

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    example: 'docs/proxy/nginx.conf',
    limits: true,
    changes: ({ port, corePort, certificate }) => [
      [/server \{\n\s+listen 80;[^}]*\}/, ''],
      ...(certificate === undefined ? plainNginx(port) : nginxWith(port, certificate)),
      [`http://${CORE}`, `http://127.0.0.1:${corePort}`],
      [`http://${CORE}`, `http://127.0.0.1:${corePort}`],
    ],
    viewers: {
      example: 'docs/proxy/nginx-viewers.conf',
      changes: ({ port, corePort }) => [
        [/server \{\n\s+listen 80;[^}]*\}/, ''],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
        [/ssl_certificate .*;/, ''],
        [/ssl_certificate_key .*;/, ''],
        [`http://${CORE}`, `http://127.0.0.1:${corePort}`],
      ],
      on: [['# if ($sluice_moved)', 'if ($sluice_moved)']],
    },
    command: async ({ folder }, configs) => {
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = path.join(folder, 'main.conf');
      // As root, nginx would switch to another user.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      await writeFile(
        main,
        `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
         events {} http { access_log off; ${places.join(' ')} ${configs.map((config) => `include ${config};`).join(' ')} }`,
      );
      return ['nginx', ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', main]];
    },
  },
  caddy: {
    example: 'docs/proxy/Caddyfile',
    limits: false,
    changes: ({ port, corePort, certificate }) => [
      ...(certificate === undefined
        ? ([
            [`\n${NAME} {`, `\nhttp://${NAME}:${port} {\n\tbind 127.0.0.1`],
            ['\nhttp:// {', `\nhttp://:${port} {\n\tbind 127.0.0.1`],
          ] as const)
        : ([
            [
              `\n${NAME} {`,
              `\nhttps://${NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}`,
            ],
            [/\nhttp:\/\/ \{[^}]*\}/, ''],
          ] as const)),
      [CORE, `127.0.0.1:${corePort}`],
    ],
    viewers: {
      example: 'docs/proxy/Caddyfile-viewers',
      changes: ({ port, corePort }) => [
        [`\n${VIEWERS} {`, `\nhttp://${VIEWERS}:${port} {\n\tbind 127.0.0.1`],
        [CORE, `127.0.0.1:${corePort}`],
      ],
      on: [
        ['# import Caddyfile-viewers', 'import Caddyfile-viewers'],
        ['# import sluice_moved', 'import sluice_moved'],
      ],
    },
    // The main file imports the one for viewers.
    command: async (_, [config = '']) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', config]],
  },
};

async function changedExample(example: string, changes: readonly Change[]): Promise<string> {
  let text = await readFile(example, 'utf8');
  for (const [from, to] of changes) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`${example} does not contain ${from}`);
    text = next;
  }
  return text;
}

export async function startProxy(
  { example, changes, viewers, command }: Proxy,
  place: Place,
  { forViewers = false } = {},
): Promise<{ stop(): Promise<void> }> {
  const { folder, port } = place;
  await mkdir(folder, { recursive: true });
  const text = await changedExample(example, [...changes(place), ...(forViewers ? viewers.on : [])]);
  const configs = [path.join(folder, 'example.conf')];
  await writeFile(
    path.join(folder, 'example.conf'),
    example.endsWith('Caddyfile') ? `{\n\tadmin off\n\tauto_https off\n}\n${text}` : text,
  );
  if (forViewers) {
    const viewersFile = path.join(folder, path.basename(viewers.example));
    await writeFile(viewersFile, await changedExample(viewers.example, viewers.changes(place)));
    configs.push(viewersFile);
  }
  const [program, args] = await command(place, configs);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  const patience = AbortSignal.timeout(START_PATIENCE_MS);
  while (!(await listens(port))) {
    if (patience.aborted || child.exitCode !== null) throw new Error(`${program} did not start: ${output}`);
    await sleep(LOOK_AGAIN_MS);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
