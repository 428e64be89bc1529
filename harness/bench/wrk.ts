import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { UserError } from '../tools/launch/userError.ts';
import type { LoadRow } from './loadRequests.ts';
import type { Sample } from './resultTable.ts';

const run = promisify(execFile);
const REPORT = path.resolve(import.meta.dirname, 'report.lua');

const Summary = z.object({
  requests: z.number(),
  micros: z.number().positive(),
  bytes: z.number(),
  p50: z.number(),
  p99: z.number(),
  errors: z.number(),
});

export async function requireWrk(): Promise<void> {
  await run('wrk', ['-v']).catch((error: NodeJS.ErrnoException) => {
    // `wrk -v` exits with 1.
    if (error.code === 'ENOENT')
      throw new UserError('wrk is missing: install it (Debian, Ubuntu: apt-get install wrk).');
  });
}

export async function load(origin: string, token: string, row: LoadRow, seconds: number): Promise<Sample> {
  const headers = row.headers.flatMap((header) => ['-H', header.replace('{token}', token)]);
  const threads = Math.min(2, row.connections);
  const { stdout } = await run('wrk', [
    ...[`-t${threads}`, `-c${row.connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', REPORT],
    ...[...headers, `${origin}${row.path}`],
  ]);
  const found = Summary.parse(JSON.parse(/^@(.*)$/m.exec(stdout)?.[1] ?? 'null'));
  return {
    unit: 'requests/s',
    value: found.requests / (found.micros / 1e6),
    p50: found.p50 / 1000,
    p99: found.p99 / 1000,
    megabytesPerSecond: found.bytes / found.micros,
    errors: found.errors,
  };
}
