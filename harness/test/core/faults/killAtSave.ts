// Loaded by `node --import` before a core: it is killed at the step KILL_AT of saving files of its certificates.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT);
let steps = 0;

/** Before and after each step, as a crash may come at either time. */
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
