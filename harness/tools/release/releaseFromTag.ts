import * as z from 'zod';
import { UserError } from '../launch/userError.ts';

const Printed = z.object({
  target: z.record(z.string(), z.object({ tags: z.array(z.string()).min(1), platforms: z.array(z.string()).min(1) })),
});

interface ReleasedImage {
  variant: string;
  candidate: string;
  tags: readonly string[];
  platforms: readonly string[];
}

/** `candidates` and `released` are printed with and without CANDIDATE, for the same variants. */
export function releasedImages(candidates: unknown, released: unknown): ReleasedImage[] {
  const before = Printed.parse(candidates).target;
  return Object.entries(Printed.parse(released).target).map(([variant, { tags, platforms }]) => {
    const [candidate, ...more] = before[variant]?.tags ?? [];
    if (candidate === undefined || more.length > 0) throw new Error(`${variant} has no candidate of its own`);
    return { variant, candidate, tags, platforms };
  });
}

/** Registries accept only lowercase names, but accounts can have capitals. */
export const imageName = (repository: string): string => `ghcr.io/${repository.toLowerCase()}`;

const Manifest = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/** `{{.Manifest.Digest}}` alone prints a table (https://github.com/docker/buildx/issues/1175). */
export const inspectDigest = (tag: string): readonly string[] => [
  ...['buildx', 'imagetools', 'inspect', tag],
  ...['--format', '{{json .Manifest}}'],
];

export const digestOf = (printed: string): string => Manifest.parse(JSON.parse(printed)).digest;

export interface Release {
  /** X.Y.Z, or X.Y.Z-rc.N for a candidate. */
  version: string;
  notes: string;
  /** A candidate only gets its own tag. */
  candidate: boolean;
}

interface ReleaseFacts {
  version: string;
  changelog: string;
  /** Keys of package.json without a public address (`missingAddresses`). */
  missing: readonly string[];
}

/** Throws a user error if the tag cannot be released, before anything is built. */
export function releaseOf(tag: string, facts: ReleaseFacts): Release {
  const [, version, candidate] = /^v(\d+\.\d+\.\d+(-rc\.\d+)?)$/.exec(tag) ?? [];
  if (version === undefined) throw new UserError(`The tag ${tag} is no release: it must be v1.2.3, or v1.2.3-rc.1.`);
  if (version !== facts.version)
    throw new UserError(`The tag ${tag} does not fit package.json, whose version is ${facts.version}.`);
  if (facts.missing.length > 0)
    throw new UserError(`package.json needs an address that begins with https:// in: ${facts.missing.join(', ')}.`);
  const notes = sectionOf(facts.changelog, candidate === undefined ? version : 'Unreleased');
  if (notes === null)
    throw new UserError(`CHANGELOG.md says nothing about ${version}: it needs "## [${version}] - date".`);
  return { version, notes, candidate: candidate !== undefined };
}

export function sectionOf(changelog: string, version: string): string | null {
  const [, ...sections] = changelog.split(/^(?=## \[)/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  const text = section?.split('\n').slice(1).join('\n').trim() ?? '';
  return text === '' ? null : text;
}

/** Moves unreleased changes to a version. `date`: in UTC. Throws a user error. */
export function withReleased(changelog: string, version: string, date: Date): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new UserError(`VERSION must be like 1.2.3, and is "${version}".`);
  if (sectionOf(changelog, version) !== null) throw new UserError(`CHANGELOG.md has a section of ${version} already.`);
  if (sectionOf(changelog, 'Unreleased') === null) throw new UserError('CHANGELOG.md has nothing under "Unreleased".');
  return changelog.replace(/^## \[Unreleased\]\n/m, `$&\n## [${version}] - ${date.toISOString().slice(0, 10)}\n`);
}
