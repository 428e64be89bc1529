// Loaded by `node --import` before a core: its disk is full while the file NO_SPACE names exists.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const flag = process.env.NO_SPACE ?? '';

const refusal = (): NodeJS.ErrnoException | null =>
  fs.existsSync(flag) ? Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }) : null;

/** Puts a check before a function that takes its callback last. */
function withCallback(name: 'write' | 'writev'): void {
  const plain = Reflect.get(fs, name);
  Reflect.set(fs, name, (...args: unknown[]) => {
    const error = refusal();
    const done = args.at(-1);
    if (error !== null && typeof done === 'function') return process.nextTick(done, error);
    return Reflect.apply(plain, fs, args);
  });
}
withCallback('write');
withCallback('writev');

const { writeFileSync } = fs;
fs.writeFileSync = (...args) => {
  const error = refusal();
  if (error !== null) throw error;
  writeFileSync(...args);
};

const handle = await fs.promises.open('/dev/null');
const prototype = Object.getPrototypeOf(handle);
const { writeFile } = prototype;
prototype.writeFile = async function write(...args: unknown[]) {
  const error = refusal();
  if (error !== null) throw error;
  return Reflect.apply(writeFile, this, args);
};
await handle.close();

syncBuiltinESMExports();
