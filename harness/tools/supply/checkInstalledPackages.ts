import { readFile } from 'node:fs/promises';
import { isCi } from '../../containers/planEngineStart.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { Lock, uncheckedIn } from './packageLock.ts';

/** Compares the packages in node_modules with the checksums in package-lock.json. */
await runVerb(async () => {
  const read = async (file: string) => Lock.parse(JSON.parse(await readFile(file, 'utf8')));
  const unchecked = uncheckedIn(await read('package-lock.json'), await read('node_modules/.package-lock.json'));
  if (unchecked.length === 0) return;
  const line = `Not checked, as package-lock.json has no checksum of them: ${unchecked.join(', ')}.`;
  // In CI an error, because its artifacts are published.
  if (isCi(process.env.CI)) throw new UserError(line);
  process.stderr.write(`${line}\n`);
});
