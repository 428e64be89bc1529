import { lazy, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { AWAY } from '../../api/error.ts';
import { reasonText } from '../../features/gate/notice/slice.ts';
import { coreInfoOf, type Session } from '../../features/gate/session/slice.ts';
import type { LiveState } from '../../features/live/index.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../ui/feedback/Waiting.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';
import { ForeignHost } from '../../ui/layout/Page.tsx';
import { coreAddressOf } from '../browser/coreAddress.ts';
import { applicationHere, loadApp, loadLive, loadNextChange, loadWatching } from '../loading/loadApp.ts';
import { componentOf, loadGateScreens } from '../loading/loadScreens.ts';
import { NotLoaded } from '../loading/NotLoaded.tsx';
import { GateMenu } from './GateMenu.tsx';
import { Login } from './Login.tsx';

interface UnreachableProps {
  message: string;
  answered: boolean;
}

function Unreachable({ message, answered }: UnreachableProps) {
  const { t } = useTranslation();
  const { address, foreign } = coreAddressOf(new URL(location.href));
  // Browsers silently block requests from an HTTPS page to an HTTP core.
  const mixed = !answered && location.protocol === 'https:' && address.startsWith('http:');
  return (
    <GatePage title={answered ? t('Unexpected response') : t('No connection to the core')}>
      <Alert
        title={
          answered
            ? t('The response from {{0}} cannot be used.', { 0: address })
            : t('There was an error connecting to the core at {{0}}.', { 0: address })
        }
        evidence={message === AWAY ? undefined : reasonText(message, t)}
      >
        {answered
          ? t('Check the address and the proxy in front of the core.')
          : mixed
            ? t(
                'Connecting to the core failed, probably mixed content. Open this page over HTTP, or make the core available over HTTPS.',
              )
            : t(AWAY)}{' '}
        {foreign &&
          t('A core without a login does not respond to pages of other servers: open {{0}} instead.', {
            0: `${address}/ui/`,
          })}{' '}
        {t('Retrying automatically.')}
      </Alert>
      <Actions>
        <Button kind="main" icon="restart" onClick={() => location.reload()}>
          {t('Retry')}
        </Button>
      </Actions>
    </GatePage>
  );
}

const Fetched = lazy(componentOf(loadApp, (chunk) => chunk.Application));

const GateScreen = lazy(componentOf(loadGateScreens, (chunk) => chunk.GateScreen, NotLoadedPage));

function NotLoadedPage() {
  const { t } = useTranslation();
  return (
    <GatePage title={t('Something went wrong')}>
      <NotLoaded />
    </GatePage>
  );
}

/** Prefetches the live wing while the password is verified. */
const hurry = () => void loadLive().catch(() => {});

export function Gate() {
  const session = useSelector((state: LiveState) => state.session);
  const inside = coreInfoOf(session) !== null;
  const open = session.status === 'ready';
  return (
    <>
      <ForeignMark />
      {/* The login covers the page of an interrupted session, which stays mounted. */}
      {inside && (
        <div className="application" hidden={!open} inert={!open}>
          <Suspense fallback={<Loading />}>
            <Application />
          </Suspense>
        </div>
      )}
      {!open && (
        <div className="gate-frame">
          {session.status !== 'starting' && <GateMenu state={session.status} />}
          <Suspense fallback={<Loading />}>
            <Before session={session} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Application() {
  const [Shown] = useState(() => applicationHere() ?? Fetched);
  return <Shown loadWatching={loadWatching} loadNextChange={loadNextChange} />;
}

function Before({ session }: { session: Exclude<Session, { status: 'ready' }> }) {
  switch (session.status) {
    case 'starting':
      return <Loading />;
    case 'unreachable':
      return <Unreachable message={session.message} answered={session.answered} />;
    case 'login':
      return <Login session={session} onSubmit={hurry} />;
    default:
      return <GateScreen session={session} />;
  }
}

function ForeignMark() {
  const { t } = useTranslation();
  const foreign = useContext(ForeignHost);
  return foreign === undefined ? null : (
    <aside className="foreign" aria-label={t('Connection')}>
      {t('Another server: {{0}}', { 0: foreign })}
    </aside>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <main className="gate">
      <WaitingNote text={t('Connecting to the core …')} />
    </main>
  );
}
