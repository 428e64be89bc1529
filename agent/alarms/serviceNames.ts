import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

/** By id, also by those that services once had. */
const Names = z.record(z.string(), z.string());
type Names = z.infer<typeof Names>;

const LIST = '../src/catalog/serviceFacts/serviceNames.ts';

/**
 * How services are called. None if they cannot be read: a message with an id is better than none.
 * @param program of the agent: beside its script they lie as a file, its source has the catalog
 */
export async function loadServiceNames(program: string): Promise<Names> {
  const folder = dirname(program);
  try {
    if (!program.endsWith('.ts'))
      return Names.parse(JSON.parse(await readFile(join(folder, 'agentTexts.services.json'), 'utf8')));
    // The bundle must not hold the catalog: its expressions have letters that scripts are kept free of.
    const list: unknown = await import(pathToFileURL(join(folder, LIST)).href);
    return z.object({ serviceNames: Names }).parse(list).serviceNames;
  } catch {
    return {};
  }
}
