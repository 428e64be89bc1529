import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { freePort } from '../tools/launch/ports.ts';
import { type Ffmpeg, runFfmpeg } from './ffmpeg.ts';

const RECHECK_MS = 50;

interface Icecast extends AsyncDisposable {
  /** host:port */
  readonly host: string;
  occupy(mount: string): Promise<void>;
}

const TRIES = 3;

/** Starts Debian's icecast2; sources need the password. */
export async function icecast(password: string): Promise<Icecast> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(password);
    } catch (error) {
      // Another test may have taken the port.
      if (tried === TRIES) throw error;
    }
  }
}

async function start(password: string): Promise<Icecast> {
  const folder = await mkdtemp(path.join(tmpdir(), 'icecast-'));
  const port = await freePort();
  const file = path.join(folder, 'icecast.xml');
  // Writable for the user that icecast changes to.
  await chmod(folder, 0o777);
  await writeFile(file, config(port, folder, password));
  const child = spawn('icecast2', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const exited = once(child, 'exit');
  const others: Ffmpeg[] = [];
  const dispose = async () => {
    for (const other of others) await other.stop();
    if (child.exitCode === null) child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${port}`;
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  while (!(await answers(host))) {
    if (timeout.aborted || child.exitCode !== null) {
      await dispose();
      throw new Error(`icecast2 does not answer: ${words}`);
    }
    await sleep(RECHECK_MS);
  }
  return {
    host,
    async occupy(mount) {
      const tone = [
        '-re',
        '-f',
        'lavfi',
        '-i',
        'sine=frequency=440',
        '-c:a',
        'libmp3lame',
        '-content_type',
        'audio/mpeg',
      ];
      others.push(runFfmpeg([...tone, '-f', 'mp3', `icecast://source:${password}@${host}/${mount}`]));
      while (!(await answers(host, mount))) {
        if (timeout.aborted) throw new Error(`Nobody sends to ${mount}`);
        await sleep(RECHECK_MS);
      }
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** @param mount with a connected source */
const answers = (host: string, mount = '') =>
  fetch(`http://${host}/status-json.xsl`).then(
    async (response) => response.ok && (await response.text()).includes(mount),
    () => false,
  );

// As root, icecast insists on another user.
const owner = '<changeowner><user>nobody</user><group>nogroup</group></changeowner>';

const config = (port: number, folder: string, password: string) => `<icecast>
  <location>test</location><admin>test@localhost</admin><hostname>localhost</hostname>
  <limits><clients>10</clients><sources>5</sources></limits>
  <authentication>
    <source-password>${password}</source-password><relay-password>${password}</relay-password>
    <admin-user>admin</admin-user><admin-password>${password}</admin-password>
  </authentication>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths>
    <logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
  <security><chroot>0</chroot>${process.getuid?.() === 0 ? owner : ''}</security>
</icecast>
`;
