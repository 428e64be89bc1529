import { copyFile, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { writeFileAtomically } from '../../../server/util/atomicFiles.ts';
import { runVerb, UserError } from '../launch/userError.ts';
import { type CardPlace, cardFiles, nextSteps, placeOf, readSources } from './bootPartitionFiles.ts';
import { cardSettingsOf } from './cardSettings.ts';
import { IMAGE_FILE } from './machineFiles.ts';
import { makeNewFolder } from './makeNewFolder.ts';
import { nameInImageFile } from './savedImage.ts';

/** A key is given directly or as a file. Through make, the shell does not expand `~` after `=`. */
async function keyOf(key: string | undefined): Promise<string | undefined> {
  if (key === undefined || key === '' || key.includes(' ')) return key;
  return readFile(key.replace(/^~(?=\/)/, homedir()), 'utf8').catch((error: Error) => {
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

/** Copies atomically. The old image is deleted first, because a card has no room for two. */
async function copyImage(file: string, folder: string): Promise<void> {
  const copy = path.join(folder, IMAGE_FILE);
  await rm(copy, { force: true });
  await rm(`${copy}.next`, { force: true });
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - ROOM_LEFT;
  if (size > free)
    throw new UserError(
      `IMAGE_FILE needs ${megabytes(size)} MB, ${folder} has ${megabytes(Math.max(0, free))} MB left: pack it with gzip, or use an image from a registry.`,
    );
  await copyFile(file, `${copy}.next`);
  await rename(`${copy}.next`, copy);
}
const ROOM_LEFT = 64 * 1024 * 1024;
const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

await runVerb(async () => {
  const { IMAGE: image, IMAGE_FILE: file = '' } = process.env;
  const imageFile = file.replace(/^~(?=\/)/, homedir());
  const IMAGE = imageFile === '' ? image : await nameInImageFile(imageFile, image || null);
  const settings = cardSettingsOf(
    { ...process.env, IMAGE, SSH_KEY: await keyOf(process.env.SSH_KEY) },
    imageFile !== '',
  );
  const { CARD: card = '' } = process.env;
  const folder = card || 'pi-card';
  const place: CardPlace = card === '' ? { kind: 'folder' } : await cardPlace(card);
  const files = cardFiles(settings, await readSources(), place);
  if (card === '') await makeNewFolder(folder, [...Object.keys(files), IMAGE_FILE]);
  if (imageFile !== '') await copyImage(imageFile, folder);
  // Readable for the owner only, because they contain the Wi-Fi key.
  for (const [name, text] of Object.entries(files)) await writeFileAtomically(path.join(folder, name), text);
  process.stdout.write(`${nextSteps(settings, folder, place).join('\n')}\n`);
});
