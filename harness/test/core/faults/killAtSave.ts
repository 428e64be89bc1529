// Preloaded with `node --import` to kill a core at step KILL_AT of saving its certificate files.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT);
let steps = 0;

/** Called before and after each step, because a crash can come at either time. */
function step(path: unknown): void {
  if (!String(path).includes('/acme/')) return;
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['open', 'rename'] as const) {
  const plain = Reflect.get(fs.promises, name);
  Reflect.set(fs.promises, name, async (...args: unknown[]) => {
    step(args[0]);
    const result: unknown = await Reflect.apply(plain, fs.promises, args);
    step(args[0]);
    return result;
  });
}

syncBuiltinESMExports();
