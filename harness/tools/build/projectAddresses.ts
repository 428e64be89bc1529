import * as z from 'zod/mini';

const Place = z.optional(z.union([z.string(), z.object({ url: z.string() })]));
/** Forms of npm (https://docs.npmjs.com/cli/configuring-npm/package-json), and `releaseFeed` of this project. */
const Places = z.object({ homepage: Place, repository: Place, bugs: Place, funding: Place, releaseFeed: Place });

const addressOf = (location: z.infer<typeof Place>): string | null => {
  const { url } = typeof location === 'object' ? location : { url: location ?? '' };
  const address = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?$/.exec(url)?.[1] ?? null;
  return address !== null && URL.canParse(address) ? address : null;
};

/** Keys of package.json and their names in the interface (src/app/about/readProjectLink.ts). */
const NAMES = [
  ['homepage', 'website'],
  ['repository', 'repository'],
  ['bugs', 'issues'],
  ['funding', 'support'],
  ['releaseFeed', 'releases'],
] as const;

export function projectMeta(packageJson: unknown): string {
  const places = Places.parse(packageJson);
  const query = new URLSearchParams();
  for (const [key, name] of NAMES) {
    const address = addressOf(places[key]);
    if (address !== null) query.set(name, address);
  }
  return query.size === 0 ? '' : `<meta name="sluice-project" content="${query.toString().replaceAll('&', '&amp;')}">`;
}

/** Returns the keys of package.json without a public address that a release needs for its menus. */
export function missingAddresses(packageJson: unknown): string[] {
  const places = Places.parse(packageJson);
  const needed = NAMES.map(([key]) => key).filter((key) => key !== 'releaseFeed' || places.releaseFeed !== undefined);
  return needed.filter((key) => addressOf(places[key]) === null);
}
