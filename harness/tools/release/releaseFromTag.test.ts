import { readFileSync } from 'node:fs';
import rsort from 'semver/functions/rsort.js';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import {
  digestOf,
  imageName,
  inspectDigest,
  releasedImages,
  releaseOf,
  sectionOf,
  withReleased,
} from './releaseFromTag.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [1.2.3] - 2026-01-01\n\n- Old.\n\n## [1.2.2]\n';

describe('a tag', () => {
  it.each([
    ['v1.2.3', '1.2.3', { version: '1.2.3', notes: '- Old.', candidate: false }],
    ['v1.3.0-rc.1', '1.3.0-rc.1', { version: '1.3.0-rc.1', notes: '### Added\n\n- New.', candidate: true }],
  ])('%s is released', (tag, version, release) =>
    expect(releaseOf(tag, { version, changelog, missing: [] })).toEqual(release),
  );

  it.each([
    ['1.2.3', '1.2.3', 'The tag 1.2.3 is no release'],
    ['v1.2', '1.2.0', 'is no release'],
    ['v1.2.3-beta', '1.2.3', 'is no release'],
    ['v1.2.3; reboot', '1.2.3', 'is no release'],
    ['v1.2.4', '1.2.3', 'does not fit package.json, whose version is 1.2.3'],
    ['v1.2.2', '1.2.2', 'CHANGELOG.md says nothing about 1.2.2'],
    ['v1.2.1', '1.2.1', 'CHANGELOG.md says nothing about 1.2.1'],
  ])('%s of %s is rejected: %s', (tag, version, message) =>
    expect(() => releaseOf(tag, { version, changelog, missing: [] })).toThrow(message),
  );

  it('is rejected if package.json lacks public addresses, which the menus link to', () =>
    expect(() => releaseOf('v1.2.3', { version: '1.2.3', changelog, missing: ['homepage', 'bugs'] })).toThrow(
      'package.json needs an address that begins with https:// in: homepage, bugs.',
    ));
});

describe('unreleased changes', () => {
  const day = new Date('2026-12-01T23:59:00Z');

  it('get a version and a date', () => {
    const updated = withReleased(changelog, '1.3.0', day);
    expect(updated).toContain('## [Unreleased]\n\n## [1.3.0] - 2026-12-01\n\n### Added\n\n- New.\n\n## [1.2.3]');
    expect(sectionOf(updated, '1.3.0')).toBe('### Added\n\n- New.');
    expect(() => withReleased(updated, '1.4.0', day)).toThrow('nothing under "Unreleased"');
  });

  it.each([
    ['1.2.3', 'has a section of 1.2.3 already'],
    ['1.3', 'must be like 1.2.3'],
    ['', 'must be like 1.2.3'],
    ['1.3.0-rc.1', 'must be like 1.2.3'],
    ['1.3.0; reboot', 'must be like 1.2.3'],
  ])('do not get the version %j: %s', (version, message) =>
    expect(() => withReleased(changelog, version, day)).toThrow(message),
  );
});

describe('CHANGELOG.md', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const versions = headings.slice(1).map((heading) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(heading)?.[1]);

  it('starts with unreleased changes, then dated versions, newest first and without duplicates', () => {
    expect(headings[0]).toBe('[Unreleased]');
    expect(versions).not.toContain(undefined);
    expect(versions).toEqual(rsort([...new Set(versions.map(String))]));
  });

  it('has notes on the version of package.json as its newest', () => {
    expect(versions[0]).toBe(project.version);
    expect(sectionOf(text, project.version)).not.toBeNull();
  });

  it('has the same parts in every section, in order and not empty', () => {
    const PARTS = ['Added', 'Changed', 'Fixed', 'Removed', 'Services'];
    for (const section of text.split(/^(?=## \[)/m).slice(1)) {
      const parts = [...section.matchAll(/^### (.*)$/gm)].map(([, part = '']) => part);
      expect(parts, section.slice(0, 30)).toEqual(PARTS.filter((part) => parts.includes(part)));
      expect(section).not.toMatch(/^### .*\n+(?:#|$(?![\s\S]))/m);
    }
  });
});

describe('released images', () => {
  const printed = (tags: readonly string[]) => ({ target: { rpi: { tags, platforms: ['linux/arm64'] } } });

  it('are the tested ones', () =>
    expect(releasedImages(printed(['a:candidate-1-rpi']), printed(['a:1.2.3-rpi', 'a:latest-rpi']))).toEqual([
      {
        variant: 'rpi',
        candidate: 'a:candidate-1-rpi',
        tags: ['a:1.2.3-rpi', 'a:latest-rpi'],
        platforms: ['linux/arm64'],
      },
    ]));

  it.each([[{ target: {} }], [printed(['a:1', 'a:2'])]])('need a candidate: %j', (candidates) =>
    expect(() => releasedImages(candidates, printed(['a:1.2.3']))).toThrow('rpi has no candidate of its own'),
  );

  it('have a name that a registry accepts', () => expect(imageName('Some-One/Sluice')).toBe('ghcr.io/some-one/sluice'));

  /** The output of buildx 0.13 for a list with one machine, shortened. */
  const MANIFEST = `{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.index.v1+json",
  "digest": "sha256:965d4a7a078eb98ed43e3be4429913097e18cebced8d371d3752d9e520c3c12f",
  "size": 1075,
  "manifests": [{ "digest": "sha256:9e00795e9c7ee91691832326f22117fb36c707231a5898f54c3df74a75e8e663" }]
}
`;

  it('are signed by the digest of the whole list', () => {
    expect(inspectDigest('a:1').join(' ')).toBe('buildx imagetools inspect a:1 --format {{json .Manifest}}');
    expect(digestOf(MANIFEST)).toBe('sha256:965d4a7a078eb98ed43e3be4429913097e18cebced8d371d3752d9e520c3c12f');
  });

  it.each(['Name:      a:1\nDigest:    sha256:965d\n', '{}', '{ "digest": "a; reboot" }'])(
    'are not signed by %j',
    (output) => expect(() => digestOf(output)).toThrow(),
  );
});
