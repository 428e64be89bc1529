import { UserError } from '../launch/userError.ts';

export interface Release {
  /** X.Y.Z, with -rc.N behind it for a candidate. */
  version: string;
  /** The section of the changelog. */
  notes: string;
  /** It moves no tag but its own. */
  candidate: boolean;
}

/** What a tag `v1.2.3` releases. Throws a user error that says why it cannot: nothing is built then. */
export function releaseOf(tag: string, given: { version: string; changelog: string }): Release {
  const [, version, candidate] = /^v(\d+\.\d+\.\d+(-rc\.\d+)?)$/.exec(tag) ?? [];
  if (version === undefined) throw new UserError(`The tag ${tag} is no release: it must be v1.2.3, or v1.2.3-rc.1.`);
  if (version !== given.version)
    throw new UserError(`The tag ${tag} does not fit package.json, whose version is ${given.version}.`);
  const notes = sectionOf(given.changelog, candidate === undefined ? version : 'Unreleased');
  if (notes === null)
    throw new UserError(`CHANGELOG.md says nothing about ${version}: it needs "## [${version}] - date".`);
  return { version, notes, candidate: candidate !== undefined };
}

/** What stands between the heading of this version and the next one; null: nothing. */
export function sectionOf(changelog: string, version: string): string | null {
  const [, ...sections] = changelog.split(/^(?=## \[)/m);
  const section = sections.find((each) => each.startsWith(`## [${version}]`));
  const text = section?.split('\n').slice(1).join('\n').trim() ?? '';
  return text === '' ? null : text;
}
