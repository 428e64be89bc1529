import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { billOf, licensesText } from './billOfMaterials.ts';
import { componentsOf, folderOf, nodeComponent, packagesIn } from './bundledPackages.ts';
import { isDeliverable, isTextOf, MIT, usableLicense } from './licenseRules.ts';
import { serverInputs } from './server.ts';

const none = { interface: [], viewer: [], core: [] };
const TERMS = { LICENSE: MIT('Ada') };

function fileOf(description: object, files: Record<string, string>): string {
  const folder = path.join(testTempDir(), 'node_modules/made');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(description) }))
    writeFileSync(path.join(folder, name), text);
  return path.join(folder, 'index.js');
}

it.each([
  ['node_modules/a/b.js', 'node_modules/a'],
  ['../../x/node_modules/@a/b/c/d.js', '../../x/node_modules/@a/b'],
  ['node_modules/a/node_modules/b/c.js', 'node_modules/a/node_modules/b'],
  ['src/node_modules.ts', null],
  ['globals:window', null],
])('the file %s belongs to the package %s', (file, folder) => expect(folderOf(file)).toBe(folder));

describe('delivered packages', () => {
  const bundled = { name: 'made', version: '1.2.3', license: 'MIT' };

  it('are listed once, with all parts that contain them', () => {
    const file = fileOf(bundled, TERMS);
    const found = componentsOf({ interface: [file, file], viewer: ['src/a.ts'], core: [file] });
    expect(found).toEqual([{ ...bundled, text: MIT('Ada'), parts: ['interface', 'core'] }]);
  });

  it.each([
    { what: 'has no license', description: { name: 'made', version: '1.2.3' }, files: TERMS, error: 'does not say' },
    { what: 'is under the GPL', description: { ...bundled, license: 'GPL-3.0' }, files: TERMS, error: 'under GPL-3.0' },
    { what: 'has no text', description: bundled, files: {}, error: 'made 1.2.3 has no file with the text of MIT' },
    { what: 'has the wrong text', description: { ...bundled, license: 'ISC' }, files: TERMS, error: 'the text of ISC' },
    { what: 'is UNLICENSED', description: { ...bundled, license: 'UNLICENSED' }, files: TERMS, error: 'UNLICENSED' },
  ])('fail the build if a package $what', ({ description, files, error }) =>
    expect(() => componentsOf({ ...none, core: [fileOf(description, files)] })).toThrow(error),
  );

  it('include the copies that video.js names in its files', () => {
    const file = 'node_modules/video.js/dist/video.es.js';
    const carried = packagesIn(readFileSync(file, 'utf8'));
    expect(carried).toContain('@videojs/http-streaming');
    const names = componentsOf({ ...none, viewer: [file] }).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['video.js', 'videojs-font', ...carried]));
  });

  it.each([
    ['zepto', '@clappr/core', 'clappr-core'],
    ['kibo', '@clappr/plugins', 'clappr-plugins'],
  ])('include %s, which %s contains', (name, holder, file) => {
    const bundle = `node_modules/${holder}/dist/${file}.esm.js`;
    expect(readFileSync(bundle, 'utf8').toLowerCase()).toContain(name);
    expect(componentsOf({ ...none, viewer: [bundle] })).toContainEqual(
      expect.objectContaining({ name, license: 'MIT', parts: ['viewer'] }),
    );
  });

  it('of the whole embedded core have known licenses', async () => {
    const core = await serverInputs('server/main.ts');
    const names = componentsOf({ ...none, core }).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'jose', 'prom-client', 'zod', 'abstract-logging']));
  });

  it('include Node with everything in it', () => {
    const node = nodeComponent('22.0.0');
    expect(node).toMatchObject({ name: 'node', version: '22.0.0', parts: ['core'] });
    for (const name of ['OpenSSL', 'V8', 'zlib']) expect(node.text).toContain(name);
  });
});

describe('a license', () => {
  it.each([
    ['MIT', true, true],
    ['(MPL-2.0 OR Apache-2.0)', true, true],
    ['Apache-2.0 AND MIT', true, true],
    ['MPL-2.0', false, true],
    ['MIT AND GPL-2.0', false, false],
    ['GPL-2.0', false, false],
    ['SEE LICENSE IN x', false, false],
    ['constructor', false, false],
  ])('%s: may be delivered %s, may be used here %s', (license, delivered, used) =>
    expect([isDeliverable(license), usableLicense(license)]).toEqual([delivered, used]),
  );

  it('is recognized by phrases of its text', () => {
    expect(isTextOf('MIT', MIT('Ada'))).toBe(true);
    expect(isTextOf('Apache-2.0', MIT('Ada'))).toBe(false);
    expect(isTextOf('GPL-2.0', MIT('Ada'))).toBe(false);
  });
});

describe('the terms of two packages', () => {
  const components = [
    { name: '@a/b', version: '1.0.0', license: 'MIT', text: 'terms of b\r\nto the end', parts: ['interface', 'core'] },
    { name: 'node', version: '22.0.0', license: 'ISC OR MIT', text: 'terms of Node', parts: ['core'] },
  ] as const;

  it('contain those of this project, a list and all license texts', () => {
    const text = licensesText('our terms', components);
    expect(text).toMatch(/^\uFEFFSluice is under Apache-2.0/);
    expect(text).toMatch(/^ {2}@a\/b 1\.0\.0 +MIT$/m);
    expect(text).toContain('@a/b 1.0.0\nLicense: MIT\nIn: interface, core\n\nterms of b\nto the end\n');
    expect(text.indexOf('our terms')).toBeLessThan(text.indexOf('terms of b'));
    expect(text).toContain('terms of Node');
  });

  it('list each with version, license, parts and checksum in the bill of materials', () => {
    const integrity = new Map([['@a/b@1.0.0', `sha512-${Buffer.from([0, 255]).toString('base64')}`]]);
    const product = { name: 'sluice', version: '9.9.9', license: 'Apache-2.0', integrity };
    expect(billOf(product, components)).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { name: 'sluice', version: '9.9.9' } },
      components: [
        {
          type: 'library',
          purl: 'pkg:npm/%40a/b@1.0.0',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: '00ff' }],
          properties: [{ value: 'interface' }, { value: 'core' }],
        },
        { type: 'platform', purl: 'pkg:generic/node@22.0.0', licenses: [{ expression: 'ISC OR MIT' }] },
      ],
    });
  });
});
