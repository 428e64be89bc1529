import * as z from 'zod/mini';

const Place = z.optional(z.union([z.string(), z.object({ url: z.string() })]));
/** The forms of npm (https://docs.npmjs.com/cli/configuring-npm/package-json), and the server of releases, which is ours. */
const Places = z.object({ homepage: Place, repository: Place, bugs: Place, funding: Place, releaseFeed: Place });

/** `git+https://example.org/a.git` names a page too. */
const addressOf = (value: z.infer<typeof Place>): string | null => {
  const { url } = typeof value === 'object' ? value : { url: value ?? '' };
  const address = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?$/.exec(url)?.[1] ?? null;
  return address !== null && URL.canParse(address) ? address : null;
};

/** Keys of package.json, and what the interface calls them (src/app/about/readProjectLink.ts). */
const NAMES = [
  ['homepage', 'website'],
  ['repository', 'repository'],
  ['bugs', 'issues'],
  ['funding', 'support'],
  ['releaseFeed', 'releases'],
] as const;

/** The places that package.json names, as an element of the page; nothing where it names none. */
export function projectMeta(packageJson: unknown): string {
  const places = Places.parse(packageJson);
  const query = new URLSearchParams();
  for (const [key, name] of NAMES) {
    const address = addressOf(places[key]);
    if (address !== null) query.set(name, address);
  }
  return query.size === 0 ? '' : `<meta name="sluice-project" content="${query.toString().replaceAll('&', '&amp;')}">`;
}

/** Keys of package.json that hold no address on the web although a release needs one: its menus lead there. */
export function missingAddresses(packageJson: unknown): string[] {
  const places = Places.parse(packageJson);
  const required = NAMES.map(([key]) => key).filter((key) => key !== 'releaseFeed' || places.releaseFeed !== undefined);
  return required.filter((key) => addressOf(places[key]) === null);
}
