type ProjectPlace = 'website' | 'repository' | 'issues' | 'support' | 'releases';

/**
 * Returns null if package.json has no such address. Bugs are reported at `/new` below `issues`; `releases` receives
 * the running version and returns the newest one.
 */
export const readProjectLink = (place: ProjectPlace): string | null =>
  new URLSearchParams(document.querySelector<HTMLMetaElement>('meta[name="sluice-project"]')?.content).get(place);
