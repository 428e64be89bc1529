import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { writeFileAtomically } from '../../../server/util/atomicFiles.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { type CardPlace, cardFiles, nextSteps, placeOf, readSources } from './bootPartitionFiles.ts';
import { cardSettingsOf } from './cardSettings.ts';
import { makeNewFolder } from './makeNewFolder.ts';

/** A key is given as it is, or as the file that it is in. A shell leaves `~` behind `=` alone when make is between. */
async function keyOf(given: string | undefined): Promise<string | undefined> {
  if (given === undefined || given === '' || given.includes(' ')) return given;
  return readFile(given.replace(/^~(?=\/)/, homedir()), 'utf8').catch((error: Error) => {
    throw new UserError(`SSH_KEY is neither a public key nor a file that can be read: ${error.message}`);
  });
}

async function cardPlace(card: string): Promise<CardPlace> {
  const names = await readdir(card).catch((error: Error) => {
    throw new UserError(`CARD must be the boot partition of the card: ${error.message}`);
  });
  const place = placeOf(names, await readFile(path.join(card, 'cmdline.txt'), 'utf8').catch(() => null));
  if (place.kind === 'folder')
    throw new UserError(`CARD=${card} is no boot partition of Raspberry Pi OS: it has no cmdline.txt.`);
  return place;
}

await runVerb(async () => {
  const settings = cardSettingsOf({ ...process.env, SSH_KEY: await keyOf(process.env.SSH_KEY) });
  const { CARD: card = '' } = process.env;
  const folder = card || 'pi-card';
  const place: CardPlace = card === '' ? { kind: 'folder' } : await cardPlace(card);
  const files = cardFiles(settings, await readSources(), place);
  if (card === '') await makeNewFolder(folder, Object.keys(files));
  // They hold the key of the Wi-Fi.
  for (const [name, text] of Object.entries(files)) await writeFileAtomically(path.join(folder, name), text);
  process.stdout.write(`${nextSteps(settings, folder, place).join('\n')}\n`);
});
