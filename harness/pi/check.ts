import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../containers/run.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { cardFiles } from './card.ts';
import { EXAMPLE } from './example.ts';
import { readSources } from './sources.ts';

/** What cloud-init itself says of the user-data of a card: only it knows all words of its own. */
await runVerb(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-card-'));
  const file = path.join(folder, 'user-data');
  try {
    await writeFile(file, cardFiles(EXAMPLE, await readSources(), { kind: 'cloud-init' })['user-data'] ?? '');
    const said = await run('cloud-init', ['schema', '--config-file', file]).catch((error: { output?: string }) => {
      throw new UserError(`cloud-init does not take the user-data of a card: ${error.output ?? error}`);
    });
    process.stdout.write(said);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
