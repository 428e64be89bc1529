import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { msg } from '../../i18n/msg.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Actions } from '../../ui/layout.tsx';
import { SetupButton } from './SetupButton.tsx';
import { controlStateIn, progressIn } from './selectors.ts';
import { ingestReconnectRequested, ingestStartRequested, ingestStopRequested, type WithIngest } from './slice.ts';
import { type Controls, controlsOf, needsConsent, noteOf, running } from './view.ts';

type Action = NonNullable<Controls>['main'];

const looks = {
  start: { kind: 'main', icon: 'play', text: msg('Start stream') },
  stop: { kind: 'danger', icon: 'stop', text: msg('Stop stream') },
  cancel: { kind: 'plain', icon: 'close', text: msg('Cancel') },
  reconnect: { kind: 'main', icon: 'restart', text: msg('Reconnect') },
} as const satisfies Record<Action, object>;

/** What one can do about the stream; the main button stays at its place whatever happens. */
export function ControlBar({ channel, more }: { channel: string; more: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const choice = useSelector((state: WithIngest) => controlsOf(controlStateIn(state)), shallowEqual);
  const note = useSelector((state: WithIngest) => noteOf(controlStateIn(state)), shallowEqual);
  const publications = useSelector(publicationsIn);
  const asks = useSelector((state: WithIngest) => needsConsent(progressIn(state), publicationsIn(state)));
  const [asking, setAsking] = useState(false);
  const stop = () => {
    setAsking(false);
    dispatch(ingestStopRequested(channel));
  };
  const actions: Record<Action, () => void> = {
    start: () => dispatch(ingestStartRequested(channel)),
    reconnect: () => dispatch(ingestReconnectRequested(channel)),
    stop: () => (asks ? setAsking(true) : stop()),
    cancel: () => (asks ? setAsking(true) : stop()),
  };
  const main = choice && looks[choice.main];
  return (
    <>
      <Actions back={more} note={note && <span className="tabular">{t(note.text, { n: note.n })}</span>}>
        <LinkButton icon="edit" href={`#/${channel}/edit`}>
          {t('Edit')}
        </LinkButton>
        <SetupButton channel={channel} kind="plain" />
        {choice?.second && (
          <Button icon={looks.stop.icon} onClick={actions.stop}>
            {t(looks.stop.text)}
          </Button>
        )}
        {choice && main && (
          <Button kind={main.kind} icon={main.icon} busy={choice.busy} onClick={actions[choice.main]}>
            {t(main.text)}
          </Button>
        )}
      </Actions>
      <ConfirmDialog
        open={asking}
        title={t('Stop the stream?')}
        confirm={t('Stop stream')}
        danger
        onConfirm={stop}
        onClose={() => setAsking(false)}
      >
        {t('Viewers will see that the stream is offline.')}{' '}
        {publications > 0 &&
          t('{{count}} publications will stop as well.', {
            count: publications,
            defaultValue_one: '{{count}} publication will stop as well.',
          })}
      </ConfirmDialog>
    </>
  );
}

const publicationsIn = ({ ingest: { ingest } }: WithIngest) =>
  ingest.status === 'present' ? running(ingest.egresses) : 0;
