import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleServer } from '../../tools/build/server.ts';
import { USER } from '../headless/killableCore.ts';
import { CORE_PROGRAM } from './coreProgram.ts';

/** Starts agents beside a core. The files `user` and `password` in the folder contain their login. */
export async function agentsBeside(core: string, folder: string, more: Readonly<Record<string, string>> = {}) {
  const files = { user: join(folder, 'user'), password: join(folder, 'password') };
  await writeFile(files.user, `${USER.name}\n`);
  await writeFile(files.password, `${USER.password}\n`);
  const agents: ChildProcess[] = [];
  let program: string | null = null;
  let words = '';
  return {
    files,
    words: () => words,
    start(...task: string[]): ChildProcess {
      // Bundles once, which takes seconds.
      program ??= bundleServer(CORE_PROGRAM);
      const agent = spawn(process.execPath, [program, 'agent', ...task], {
        env: {
          PATH: process.env.PATH,
          SLUICE_AGENT_CORE: core,
          SLUICE_AGENT_USER_FILE: files.user,
          SLUICE_AGENT_PASSWORD_FILE: files.password,
          ...more,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      agent.stderr?.on('data', (chunk) => {
        words += String(chunk);
      });
      agents.push(agent);
      return agent;
    },
    killAll() {
      for (const agent of agents.splice(0)) agent.kill('SIGKILL');
      words = '';
    },
  };
}

export type AgentsBeside = Awaited<ReturnType<typeof agentsBeside>>;
