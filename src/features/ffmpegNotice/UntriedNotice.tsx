import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isTried } from '../../media/compatibility.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../preference/slice.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';

/** Local storage: the version of ffmpeg of which nobody wants to be told any more. */
const UNTRIED_KEY = 'untriedFfmpeg';

/** That nobody has run this ffmpeg with what is written here; until it is put away, and again with another version. */
export function UntriedNotice() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const version = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills.ffmpeg.version ?? null);
  const hidden = useSelector(({ preference }: WithPreferences) => preference[UNTRIED_KEY]);
  useEffect(() => {
    dispatch(preferencesOpened([UNTRIED_KEY]));
  }, [dispatch]);
  if (version === null || version === hidden || isTried(version)) return null;
  return (
    <Alert tone="neutral" title={t('ffmpeg {{0}} has not been tried with Sluice yet.', { 0: version })}>
      <p>{t('Try it before you go live.')}</p>
      <div className="button-row">
        <LinkButton href="#/encoders">{t('Try this ffmpeg')}</LinkButton>
        <Button kind="quiet" onClick={() => dispatch(preferenceChosen({ key: UNTRIED_KEY, value: version }))}>
          {t('Do not show again')}
        </Button>
      </div>
    </Alert>
  );
}
