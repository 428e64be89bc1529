import * as z from 'zod/mini';

const Place = z.optional(z.union([z.string(), z.object({ url: z.string() })]));
/** The forms of npm (https://docs.npmjs.com/cli/configuring-npm/package-json). */
const Places = z.object({ homepage: Place, repository: Place, bugs: Place, funding: Place });

/** `git+https://example.org/a.git` names a page too. */
const addressOf = (place: z.infer<typeof Place>): string | null => {
  const { url } = typeof place === 'object' ? place : { url: place ?? '' };
  return /^(?:git\+)?(https:\/\/.+?)(?:\.git)?$/.exec(url)?.[1] ?? null;
};

/** The places that package.json names, as a query (src/app/about/projectLinks.ts). */
export function projectAddresses(packageJson: unknown): string {
  const { homepage, repository, bugs, funding } = Places.parse(packageJson);
  const found = { website: homepage, repository, issues: bugs, support: funding };
  const query = new URLSearchParams();
  for (const [name, place] of Object.entries(found)) {
    const address = addressOf(place);
    if (address !== null) query.set(name, address);
  }
  return query.toString();
}
