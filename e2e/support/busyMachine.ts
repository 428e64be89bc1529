import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Takes all of the processor until it is disposed of: two loops for each core. */
export function busyMachine(): AsyncDisposable {
  const loops = Array.from({ length: availableParallelism() * 2 }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        loops.map((loop) => {
          loop.kill('SIGKILL');
          return loop.exitCode === null && loop.signalCode === null ? once(loop, 'exit') : null;
        }),
      );
    },
  };
}
