import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Loads the processor with two busy loops per core until it is disposed. */
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
