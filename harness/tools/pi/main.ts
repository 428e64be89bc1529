import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { runVerb, UserError } from '../launch/userError.ts';
import { cardFiles, nextSteps, placeOf, readSources } from './bootPartitionFiles.ts';
import { cardSettingsOf } from './cardSettings.ts';

/** A key is given as it is, or as the file that it is in. A shell leaves `~` behind `=` alone when make is between. */
async function keyOf(given: string | undefined): Promise<string | undefined> {
  if (given === undefined || given === '' || given.includes(' ')) return given;
  return readFile(given.replace(/^~(?=\/)/, homedir()), 'utf8').catch((error: Error) => {
    throw new UserError(`SSH_KEY is neither a public key nor a file that can be read: ${error.message}`);
  });
}

await runVerb(async () => {
  const settings = cardSettingsOf({ ...process.env, SSH_KEY: await keyOf(process.env.SSH_KEY) });
  const folder = process.env.CARD || 'pi-card';
  if (!process.env.CARD) await mkdir(folder, { recursive: true });
  const names = await readdir(folder).catch((error: Error) => {
    throw new UserError(`CARD must be the boot partition of the card: ${error.message}`);
  });
  const cmdline = await readFile(path.join(folder, 'cmdline.txt'), 'utf8').catch(() => null);
  const place = placeOf(names, cmdline);
  if (process.env.CARD && place.kind === 'folder')
    throw new UserError(`CARD=${folder} is no boot partition of Raspberry Pi OS: it has no cmdline.txt.`);
  for (const [name, text] of Object.entries(cardFiles(settings, await readSources(), place)))
    await writeFile(path.join(folder, name), text);
  process.stdout.write(`${nextSteps(settings, folder, place).join('\n')}\n`);
});
