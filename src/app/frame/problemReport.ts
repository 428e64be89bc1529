import type { CoreInfo } from '../../features/gate/session/slice.ts';
import { anonymisedReport } from '../../media/masking/anonymisedReport.ts';

/** What is used, as the form for bugs asks for it. */
export interface ReportFacts {
  version: string;
  browser: string;
  language: string;
  /** null: not logged in, or not reached. */
  core: CoreInfo | null;
}

/** What one can send to others when something is wrong with the interface; without names, addresses, keys and passwords. */
export function problemReport({ version, browser, language, core }: ReportFacts): string {
  const about = core && {
    about: core.about,
    skillsVersion: core.skills.ffmpeg.version,
    config: core.config,
    ...{ process: null, log: [] },
  };
  return JSON.stringify({ sluice: version, browser, language, core: about && anonymisedReport(about) }, null, 2);
}

/** Browsers and servers take addresses of this length (characters). */
const LONGEST = 6000;

/** The form for bugs at `issues`, filled in as far as it goes: the report itself only where it fits into an address. */
export function issueAddress(issues: string, version: string, report: string): string {
  const form = new URL(`${issues.replace(/\/+$/, '')}/new`);
  form.searchParams.set('template', 'bug.yml');
  form.searchParams.set('version', version);
  const bare = form.href;
  form.searchParams.set('report', report);
  return form.href.length > LONGEST ? bare : form.href;
}
