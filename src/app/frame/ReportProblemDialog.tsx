import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { coreInfoOf } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { maskRules } from '../../media/masking/maskNamedSecrets.ts';
import { LinkButton } from '../../ui/controls/Button.tsx';
import { LogView } from '../../ui/controls/LogView.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { issueAddress, problemReport } from './problemReport.ts';
import { projectLinks } from './projectLinks.ts';
import { VERSION } from './version.ts';

const NAME = `Sluice ${VERSION}`;

/** What to send where something is wrong with the interface itself, and the way to those who mend it. */
export function ReportProblemDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const core = useSelector(({ session }: LiveState) => coreInfoOf(session));
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
        projectLinks.issues !== null && (
          <LinkButton kind="main" icon="open" href={issueAddress(projectLinks.issues, NAME, report)}>
            {t('Open the form')}
          </LinkButton>
        )
      }
    >
      <p>{t('Describe what you did, what you expected and what happened. Add this report:')}</p>
      <LogView
        ended
        label={t('Debug report')}
        lines={report.split('\n').map((text) => ({ text: maskRules.shown(text) }))}
      />
      <p className="dim">
        {t('Names, addresses, keys and passwords are removed. Check the report before you share it.')}
      </p>
    </DialogFrame>
  );
}
