import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The message is the last line written, `output` is stdout and stderr. */
export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';
  readonly output: string;
  constructor(output: string, reason: string) {
    super(output.trim().split('\n').at(-1) || reason);
    this.output = output;
  }
}

/** Resolves to stdout; rejects with a `ProgramFailure` for any exit code except 0. `onLine` gets stdout and stderr. */
export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  onLine: (line: string) => void = () => {},
) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  let answer = '';
  let output = '';
  child.stdout.on('data', (chunk) => (answer += chunk));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += chunk));
    createInterface({ input: stream }).on('line', onLine);
  }
  const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
  if (code !== 0) throw new ProgramFailure(output, `${program} ended with ${code}`);
  return answer;
}
