import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../docker/pi');

/** The files of docker/pi by name. */
export async function readSources(): Promise<Record<string, string>> {
  const read = async (name: string) => [name, await readFile(path.join(FOLDER, name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all((await readdir(FOLDER)).map(read)));
}
