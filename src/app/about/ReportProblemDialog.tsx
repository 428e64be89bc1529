import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { type CoreInfo, coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { anonymisedReport } from '../../media/masking/anonymisedReport.ts';
import { maskText } from '../../media/masking/mask.ts';
import { LinkButton } from '../../ui/controls/Button.tsx';
import { LogView } from '../../ui/controls/LogView.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { readProjectLink } from './readProjectLink.ts';
import { VERSION } from './version.ts';

interface ReportFacts {
  version: string;
  browser: string;
  language: string;
  core: CoreInfo | null;
}

/** Contains no names, addresses, keys or passwords. */
export function problemReport({ version, browser, language, core }: ReportFacts): string {
  const about = core && {
    about: core.about,
    skillsVersion: core.skills.ffmpeg.version,
    config: core.config,
    ...{ process: null, log: [] },
  };
  return JSON.stringify({ sluice: version, browser, language, core: about && anonymisedReport(about) }, null, 2);
}

const LONGEST = 6000;

/** Returns the address of the bug form at `issues`. Includes the report only if it fits into a URL. */
export function issueAddress(issues: string, version: string, report: string): string {
  const form = new URL(`${issues.replace(/(?<!\/)\/+$/, '')}/new`);
  form.searchParams.set('template', 'bug.yml');
  form.searchParams.set('version', version);
  const bare = form.href;
  form.searchParams.set('report', report);
  return form.href.length > LONGEST ? bare : form.href;
}

const NAME = `Sluice ${VERSION}`;

export function ReportProblemDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const core = useSelector(({ session }: LiveState) => coreInfoOf(session));
  const issues = readProjectLink('issues');
  const report = useMemo(
    () => problemReport({ version: NAME, browser: navigator.userAgent, language: i18n.language, core }),
    [i18n.language, core],
  );
  return (
    <DialogFrame
      open={open}
      wide
      title={t('Report a problem')}
      onClose={onClose}
      actions={
        issues !== null && (
          <LinkButton kind="main" icon="open" href={issueAddress(issues, NAME, report)}>
            {t('Open the form')}
          </LinkButton>
        )
      }
    >
      <p>{t('Describe what you did, what you expected and what happened. Add this report:')}</p>
      <LogView ended label={t('Debug report')} lines={report.split('\n').map((text) => ({ text: maskText(text) }))} />
      <p className="dim">
        {t('Names, addresses, keys and passwords are removed. Check the report before you share it.')}
      </p>
    </DialogFrame>
  );
}
