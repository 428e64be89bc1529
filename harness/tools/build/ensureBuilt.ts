import path from 'node:path';
import { UserError } from '../launch/userError.ts';
import { buildInterface } from './buildInterface.ts';
import { bundleDeclareProgram } from './declareProgram.ts';
import { gatherKoffi, type Processor } from './koffiParts.ts';
import { oneAtATime } from './oneAtATime.ts';
import { bundleServer } from './server.ts';
import { line } from './sizeBudget.ts';
import { isBuilt, markBuilt, unmarkBuilt } from './sourceFingerprint.ts';

const LOCK = '.setup/build.lock';

/** A lock, because `make run` and `make package` may build at the same time. */
const withLock = (work: () => Promise<void>) =>
  oneAtATime(LOCK, work, () => process.stdout.write('Waiting for another build to finish ...\n'));

export const rebuild = (): Promise<void> => withLock(build);

async function build(): Promise<void> {
  await unmarkBuilt();
  const sums = await buildInterface();
  process.stdout.write(`${sums.map(line).join('\n')}\n`);
  const complaints = sums.flatMap((sum) => sum.complaints);
  if (complaints.length > 0) throw new UserError(complaints.join('\n'));
  await markBuilt();
}

export async function ensureBuilt(): Promise<void> {
  await withLock(async () => {
    if (await isBuilt()) return;
    process.stdout.write('Building the interface ...\n');
    await build();
  });
}

export async function ensureParts(processors: readonly Processor[]): Promise<void> {
  await ensureBuilt();
  await gatherKoffi(processors);
  const root = path.resolve(import.meta.dirname, '../../..');
  bundleServer(path.join(root, 'server/main.ts'));
  await bundleDeclareProgram(root);
}
