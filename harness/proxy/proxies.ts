import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The name in the examples of docs/proxy. */
export const NAME = 'live.example.org';

interface Place {
  /** Of the proxy, at 127.0.0.1. */
  readonly port: number;
  readonly corePort: number;
  readonly folder: string;
}

interface Proxy {
  /** The example that is told to operators. */
  readonly example: string;
  /** What a test has to have otherwise: no privileged ports and no certificate. Each must be there. */
  changes(place: Place): readonly (readonly [from: string | RegExp, to: string])[];
  /** Writes what is around the example; answers the program and its arguments. */
  command(place: Place, config: string): Promise<readonly [program: string, args: readonly string[]]>;
  /** Can it limit logins? */
  readonly limits: boolean;
}

const START_PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 10;
const CORE = '127.0.0.1:8080';

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    example: 'docs/proxy/nginx.conf',
    limits: true,
    changes: ({ port, corePort }) => [
      [/server \{\n\s+listen 80;[^}]*\}/, ''],
      [
        /listen 80 default_server;\s+listen 443 ssl default_server;([^}]*)ssl_reject_handshake on;/,
        `listen 127.0.0.1:${port} default_server;$1`,
      ],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
      [/ssl_certificate .*;/, ''],
      [/ssl_certificate_key .*;/, ''],
      [`http://${CORE}`, `http://127.0.0.1:${corePort}`],
      [`http://${CORE}`, `http://127.0.0.1:${corePort}`],
    ],
    command: async ({ folder }, config) => {
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = path.join(folder, 'main.conf');
      // As the user who runs the test, where that is not root anyway.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      await writeFile(
        main,
        `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
         events {} http { access_log off; ${places.join(' ')} include ${config}; }`,
      );
      return ['nginx', ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', main]];
    },
  },
  caddy: {
    example: 'docs/proxy/Caddyfile',
    limits: false,
    changes: ({ port, corePort }) => [
      [`\n${NAME} {`, `\nhttp://${NAME}:${port} {\n\tbind 127.0.0.1`],
      ['\nhttp:// {', `\nhttp://:${port} {\n\tbind 127.0.0.1`],
      [CORE, `127.0.0.1:${corePort}`],
    ],
    command: async (_, config) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', config]],
  },
};

/** Starts the example of a proxy in front of a core. Resolves when it answers. */
export async function startProxy(
  { example, changes, command }: Proxy,
  place: Place,
): Promise<{ stop(): Promise<void> }> {
  const { folder, port } = place;
  await mkdir(folder, { recursive: true });
  const text = changes(place).reduce(
    (now, [from, to]) => {
      const next = now.replace(from, to);
      if (next === now) throw new Error(`${example} does not contain ${from}`);
      return next;
    },
    await readFile(example, 'utf8'),
  );
  const config = path.join(folder, 'example.conf');
  await writeFile(config, example.endsWith('Caddyfile') ? `{\n\tadmin off\n\tauto_https off\n}\n${text}` : text);
  const [program, args] = await command(place, config);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  const patience = AbortSignal.timeout(START_PATIENCE_MS);
  while (!(await listens(port))) {
    if (patience.aborted || child.exitCode !== null) throw new Error(`${program} did not start: ${said}`);
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
    // not yet
    return false;
  } finally {
    socket.destroy();
  }
}
