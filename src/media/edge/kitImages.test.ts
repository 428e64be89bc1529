import { describe, expect, it } from 'vitest';
import { EDGE_KITS } from './edgeKitFiles.ts';
import { IMAGES_OF_KIT, isImageName, wrongImageOf } from './kitImages.ts';

const BUILT_IMAGES = { image: 'sluice-edge:latest', coreImage: 'sluice-embedded:latest' };

describe('an image name', () => {
  it.each([
    ...['sluice-edge', 'sluice-edge:latest', 'a/b_c:1.2-edge', 'localhost:5000/sluice-edge', 'ghcr.io/example/x'],
    ...['Registry.Example.org:5000/a/b__c/d--e:X_1', `sluice@sha256:${'0a'.repeat(32)}`],
    `r.example/sluice:1.1.0@sha256:${'0a'.repeat(32)}`,
  ])('may be %j', (name) => expect(isImageName(name)).toBe(true));

  it.each([
    ...['', ' ', 'Sluice', 'sluice edge', 'sluice:', ':1', 'sluice:-1', 'sluice@1', '/sluice', 'sluice/', 'a//b'],
    ...['-x', '--privileged', 'a;b', '$(id)', '`id`', "a'", 'a"', 'a\nb', 'a\n', 'a\u2028', 'a #b', '{{.Task}}'],
    ...['__EDGES__', '@X@', 'https://r.example/sluice', 'a:1:2', 'ä', `a:${'1'.repeat(129)}`, 'a'.repeat(513)],
  ])('must not be %j', (name) => expect(isImageName(name)).toBe(false));
});

describe.each(EDGE_KITS)('the kit for %s', (kind) => {
  it('uses the names of locally built images by default', () => expect(wrongImageOf(kind, BUILT_IMAGES)).toBe(null));

  it.each(['image', 'coreImage'] as const)('validates the %s only if it uses it', (key) =>
    expect(wrongImageOf(kind, { ...BUILT_IMAGES, [key]: 'a b' })).toBe(IMAGES_OF_KIT[kind].includes(key) ? key : null),
  );
});
