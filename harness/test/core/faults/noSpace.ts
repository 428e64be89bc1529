// Preloaded with `node --import`: writes of the core fail with ENOSPC while the file NO_SPACE exists.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const flag = process.env.NO_SPACE ?? '';

const refusal = (): NodeJS.ErrnoException | null =>
  fs.existsSync(flag) ? Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }) : null;

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
