import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { hasExtension } from '../../api/extensions.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../preference/slice.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../session/slice.ts';

/** Local storage: the id of the core of which nobody wants to be told any more. */
const HIDDEN_KEY = 'openRtmp';

/** Whether a stranger can publish in place of a channel: nothing is asked for, and no name belongs to anybody. */
const isOpen = ({ about, config: { rtmp } }: CoreInfo): boolean =>
  rtmp?.enable === true && rtmp.token === '' && !hasExtension(about, 'own-names');

/** That the RTMP server is open to everybody; until it has a token, or this is put away. */
export function OpenRtmpNotice() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const core = useSelector(({ session }: WithSession) => {
    const info = coreInfoOf(session);
    return info && isOpen(info) ? info.about.id : null;
  });
  const hidden = useSelector(({ preference }: WithPreferences) => preference[HIDDEN_KEY]);
  useEffect(() => {
    dispatch(preferencesOpened([HIDDEN_KEY]));
  }, [dispatch]);
  if (core === null || core === hidden) return null;
  return (
    <Alert tone="warning" title={t('Anyone with access to the RTMP server can publish in place of a channel.')}>
      <p>{t('A token prevents that. Encoders and players then need a new address, and the core has to restart.')}</p>
      <div className="button-row">
        <LinkButton href="#/settings/rtmp?draw=token">{t('Set a random token …')}</LinkButton>
        <Button kind="quiet" onClick={() => dispatch(preferenceChosen({ key: HIDDEN_KEY, value: core }))}>
          {t('Do not show again')}
        </Button>
      </div>
    </Alert>
  );
}
