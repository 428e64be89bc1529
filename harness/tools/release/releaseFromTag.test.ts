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
  ])('%s releases', (tag, version, release) =>
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
  ])('%s of %s is refused: %s', (tag, version, message) =>
    expect(() => releaseOf(tag, { version, changelog, missing: [] })).toThrow(message),
  );

  it('of a package.json without public addresses is refused: the menus would lead nowhere', () =>
    expect(() => releaseOf('v1.2.3', { version: '1.2.3', changelog, missing: ['homepage', 'bugs'] })).toThrow(
      'package.json needs an address that begins with https:// in: homepage, bugs.',
    ));
});

describe('what is unreleased', () => {
  const day = new Date('2026-12-01T23:59:00Z');

  it('gets a version and a date', () => {
    const released = withReleased(changelog, '1.3.0', day);
    expect(released).toContain('## [Unreleased]\n\n## [1.3.0] - 2026-12-01\n\n### Added\n\n- New.\n\n## [1.2.3]');
    expect(sectionOf(released, '1.3.0')).toBe('### Added\n\n- New.');
    expect(() => withReleased(released, '1.4.0', day)).toThrow('nothing under "Unreleased"');
  });

  it.each([
    ['1.2.3', 'has a section of 1.2.3 already'],
    ['1.3', 'must be like 1.2.3'],
    ['', 'must be like 1.2.3'],
    ['1.3.0-rc.1', 'must be like 1.2.3'],
    ['1.3.0; reboot', 'must be like 1.2.3'],
  ])('does not get %j: %s', (version, message) => expect(() => withReleased(changelog, version, day)).toThrow(message));
});

describe('CHANGELOG.md', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const versions = headings.slice(1).map((heading) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(heading)?.[1]);

  it('begins with what is unreleased; each version has a date, the newest first, none twice', () => {
    expect(headings[0]).toBe('[Unreleased]');
    expect(versions).not.toContain(undefined);
    expect(versions).toEqual(rsort([...new Set(versions.map(String))]));
  });

  it('has the version of package.json as its newest, with notes', () => {
    expect(versions[0]).toBe(project.version);
    expect(sectionOf(text, project.version)).not.toBeNull();
  });

  it('has the same parts in every section, in their order, none empty', () => {
    const PARTS = ['Added', 'Changed', 'Fixed', 'Removed', 'Services'];
    for (const section of text.split(/^(?=## \[)/m).slice(1)) {
      const parts = [...section.matchAll(/^### (.*)$/gm)].map(([, part = '']) => part);
      expect(parts, section.slice(0, 30)).toEqual(PARTS.filter((part) => parts.includes(part)));
      expect(section).not.toMatch(/^### .*\n+(?:#|$(?![\s\S]))/m);
    }
  });
});

describe('what is released', () => {
  const bakePlan = (tags: readonly string[]) => ({ target: { rpi: { tags, platforms: ['linux/arm64'] } } });

  it('is what was tested', () =>
    expect(releasedImages(bakePlan(['a:candidate-1-rpi']), bakePlan(['a:1.2.3-rpi', 'a:latest-rpi']))).toEqual([
      {
        variant: 'rpi',
        candidate: 'a:candidate-1-rpi',
        tags: ['a:1.2.3-rpi', 'a:latest-rpi'],
        platforms: ['linux/arm64'],
      },
    ]));

  it.each([[{ target: {} }], [bakePlan(['a:1', 'a:2'])]])('is nothing that has no candidate: %j', (candidates) =>
    expect(() => releasedImages(candidates, bakePlan(['a:1.2.3']))).toThrow('rpi has no candidate of its own'),
  );

  it('has a name that a registry takes', () => expect(imageName('Some-One/Sluice')).toBe('ghcr.io/some-one/sluice'));

  /** As buildx 0.13 answered for a list of one machine, shortened. */
  const MANIFEST = `{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.index.v1+json",
  "digest": "sha256:965d4a7a078eb98ed43e3be4429913097e18cebced8d371d3752d9e520c3c12f",
  "size": 1075,
  "manifests": [{ "digest": "sha256:9e00795e9c7ee91691832326f22117fb36c707231a5898f54c3df74a75e8e663" }]
}
`;

  it('is signed by the digest of the whole list', () => {
    expect(inspectDigest('a:1').join(' ')).toBe('buildx imagetools inspect a:1 --format {{json .Manifest}}');
    expect(digestOf(MANIFEST)).toBe('sha256:965d4a7a078eb98ed43e3be4429913097e18cebced8d371d3752d9e520c3c12f');
  });

  it.each(['Name:      a:1\nDigest:    sha256:965d\n', '{}', '{ "digest": "a; reboot" }'])(
    'is not signed by %j',
    (output) => expect(() => digestOf(output)).toThrow(),
  );
});
