declare const __SLUICE_PROJECT__: string;

/** Written in by the build from package.json, as a query: what does not stand there has no address. */
const told = new URLSearchParams(typeof __SLUICE_PROJECT__ === 'undefined' ? '' : __SLUICE_PROJECT__);

/** Where this project is on the internet; null: nobody has said. Problems are reported at `/new` below `issues`. */
export const projectLinks = {
  website: told.get('website'),
  repository: told.get('repository'),
  issues: told.get('issues'),
  support: told.get('support'),
};
