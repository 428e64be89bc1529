/** Where this project is on the internet; null: package.json names no such place. Problems are reported at `/new` below `issues`. */
export interface ProjectLinks {
  website: string | null;
  repository: string | null;
  issues: string | null;
  support: string | null;
  /** Told which release runs here, answers with the newest one. */
  releases: string | null;
}

/** The build has written them into the page (harness/tools/build/projectAddresses.ts). */
export function readProjectLinks(): ProjectLinks {
  const told = document.querySelector<HTMLMetaElement>('meta[name="sluice-project"]')?.content;
  const {
    website = null,
    repository = null,
    issues = null,
    support = null,
    releases = null,
  } = Object.fromEntries(new URLSearchParams(told));
  return { website, repository, issues, support, releases };
}
