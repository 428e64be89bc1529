import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { preferenceChosen, preferencesOpened, type WithPreferences } from './slice.ts';

interface HideableNoticeProps {
  storageKey: string;
  /** Such as the id of a core; null: no notice. */
  subject: string | null;
  tone: 'warning' | 'neutral';
  title: string;
  way?: { href: string; text: string };
  children: ReactNode;
}

/** Shown on every screen until this browser dismisses it for the subject. */
export function DismissibleNotice({ storageKey, subject, tone, title, way, children }: HideableNoticeProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const hidden = useSelector(({ preference }: WithPreferences) => preference[storageKey]);
  useEffect(() => {
    dispatch(preferencesOpened([storageKey]));
  }, [dispatch, storageKey]);
  if (subject === null || subject === hidden) return null;
  return (
    <Alert tone={tone} title={title}>
      <p>{children}</p>
      <div className="button-row">
        {way && <LinkButton href={way.href}>{way.text}</LinkButton>}
        <Button kind="quiet" onClick={() => dispatch(preferenceChosen({ key: storageKey, value: subject }))}>
          {t('Do not show again')}
        </Button>
      </div>
    </Alert>
  );
}
