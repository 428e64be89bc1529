import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router-dom';
import type { RootState } from '../features/features.ts';
import { isChanged, websiteClosed, websiteOpened } from '../features/website/slice.ts';
import { WebsitePanel } from '../features/website/WebsitePanel.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { Page } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const HEIGHT = 480;
const TAB = 'general';

/** The website for viewers: whether it is there, and what it shows. */
export default function WebsiteScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { tab } = useParams();
  const form = useSelector((state: RootState) => state.website);
  const available = useSelector(
    ({ channel: { list, current } }: RootState) => list.find(({ id }) => id === current)?.available ?? false,
  );
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // Asked for again by the button below.
    void tries;
    dispatch(websiteOpened());
    return () => {
      dispatch(websiteClosed());
    };
  }, [dispatch, tries]);
  if (!available) return <Navigate to="/" replace />;
  if (tab !== TAB) return <Navigate to={`/playersite/${TAB}`} replace />;
  return (
    <Page title={t('Publication website')} width="text">
      {form.status === 'open' ? (
        <>
          <WebsitePanel form={form} />
          <LeaveGuard changed={isChanged(form)} keeps={(path) => path.startsWith('/playersite/')} />
        </>
      ) : form.status === 'failed' ? (
        <Alert title={t('The website settings could not be loaded.')} evidence={form.reason}>
          <Button icon="restart" onClick={() => setTries(tries + 1)}>
            {t('Retry')}
          </Button>
        </Alert>
      ) : (
        <Waiting text={t('Loading …')} height={HEIGHT} />
      )}
    </Page>
  );
}
