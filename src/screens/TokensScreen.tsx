import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { tokensClosed, tokensOpened, type WithTokens } from '../features/agentScreens/tokens/slice.ts';
import { TokenList } from '../features/agentScreens/tokens/TokenList.tsx';
import { reasonText } from '../features/gate/notice/slice.ts';
import { AgentGate } from '../features/setup/agent/AgentGate.tsx';
import { agentAccessIn } from '../features/setup/agent/slice.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { WaitingNote } from '../ui/feedback/Waiting.tsx';
import { Page } from '../ui/layout/Page.tsx';

const HEIGHT = 320;

export default function TokensScreen() {
  const { t } = useTranslation();
  const access = useSelector(agentAccessIn);
  // The first request may start an agent that did not respond.
  const mayAsk = access.status === 'ready' || access.status === 'away';
  return (
    <Page title={t('API access')} width="text">
      {mayAsk ? <AskedTokens /> : <AgentGate>{() => null}</AgentGate>}
    </Page>
  );
}

function AskedTokens() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { known: tokens, trouble } = useSelector(({ tokens }: WithTokens) => tokens);
  useEffect(() => {
    dispatch(tokensOpened());
    return () => {
      dispatch(tokensClosed());
    };
  }, [dispatch]);
  return (
    <>
      <p>{t('Programs such as Home Assistant or a Stream Deck start and stop channels with a token.')}</p>
      {trouble !== null && (
        <Alert tone="warning" title={t('The agent cannot be asked for its tokens now.')}>
          <p>{reasonText(trouble, (text, values) => t(text, values))}</p>
        </Alert>
      )}
      {tokens === null && trouble === null && <WaitingNote text={t('Loading tokens …')} height={HEIGHT} />}
      {tokens !== null && <TokenList tokens={tokens} />}
    </>
  );
}
