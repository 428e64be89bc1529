type ProjectPlace = 'website' | 'repository' | 'issues' | 'support' | 'releases';

/**
 * Where this project is on the internet, as the build has written it into the page
 * (harness/tools/build/projectAddresses.ts); null: package.json names no such place. Problems are reported at `/new` below
 * `issues`; `releases` is told which release runs here, and answers with the newest one.
 */
export const readProjectLink = (place: ProjectPlace): string | null =>
  new URLSearchParams(document.querySelector<HTMLMetaElement>('meta[name="sluice-project"]')?.content).get(place);
