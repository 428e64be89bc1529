import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { formatDuration, formatRate } from '../../../i18n/format.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { type Progress, stateOf } from '../../../media/run/progress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { publicationAlertOf, titleOf } from '../../live/publication/alert.ts';
import { type Control, controlOf, isPatient } from '../../live/publication/publicationState.ts';
import { isChannelOff, publicationStateOf, type WithPublicationList } from '../../live/publication/selectors.ts';
import { publicationReconnectRequested, publicationSwitched } from '../../live/publication/slice.ts';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { publicationFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { ProcessButtons } from '../../shared/processDetails/ProcessDialogs.tsx';

interface ConnectionProps {
  id: string;
  /** Of its form. */
  address: string;
  name: string;
  secrets: readonly string[];
}

/** How the process of a publication is, and what one can do about it. */
export function PublicationProcessStatus({ id, address, name, secrets }: ConnectionProps) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const progress = useSelector((state: WithPublicationList) => publicationStateOf(state, id).progress);
  const asked = useSelector((state: WithPublicationList) => publicationStateOf(state, id).asked);
  const alert = useSelector(
    (state: WithPublicationList) => publicationAlertOf(publicationStateOf(state, id)),
    shallowEqual,
  );
  const waits = useSelector((state: WithPublicationList) => isPatient(publicationStateOf(state, id)));
  const off = useSelector(isChannelOff);
  const control = controlOf({ progress, asked });
  const acts: Record<NonNullable<Control['act']>, () => void> = {
    connect: () => dispatch(publicationSwitched({ id, on: true })),
    disconnect: () => dispatch(publicationSwitched({ id, on: false })),
    reconnect: () => dispatch(publicationReconnectRequested(id)),
  };
  return (
    <>
      <div className="actions">
        <StateChip
          state={waits && !asked ? 'disconnected' : shownState(progress, asked)}
          {...(waits && !asked ? { word: off ? t('The channel is off') : t('Waiting for the source') } : {})}
          detail={detailOf(progress, i18n.language)}
        />
        {control && (
          <Button
            kind={control.act === 'disconnect' ? 'danger' : 'plain'}
            disabled={control.act === null}
            onClick={() => control.act && acts[control.act]()}
          >
            {t(control.text)}
          </Button>
        )}
        {control?.note && <span className="dim small tabular">{t(control.note.text, { n: control.note.n })}</span>}
      </div>
      {waits && <p className="dim">{t('The publication starts once the channel is live.')}</p>}
      {alert && (
        <Alert
          title={titleOf(t, alert, name)}
          evidence={alert.evidence === null ? undefined : maskWith(secrets)(alert.evidence)}
        >
          <FailureHelp
            {...alert}
            name={alert.rendition ?? name}
            link={alert.field === null ? null : publicationFieldLink(address, { ...alert, field: alert.field })}
          />
          <p>{t('The process details show the full log.')}</p>
        </Alert>
      )}
      <ProcessButtons />
    </>
  );
}

function shownState(progress: Progress | null, asked: string | null) {
  if (asked) return asked === 'stop' ? 'disconnecting' : 'connecting';
  return progress ? stateOf(progress) : 'unknown';
}

function detailOf(progress: Progress | null, language: string): string | undefined {
  if (progress?.status !== 'connected') return undefined;
  const { uptimeSeconds, bitrateKbit } = progress;
  const parts = [
    ...(uptimeSeconds === null ? [] : [formatDuration(uptimeSeconds, language)]),
    ...(bitrateKbit === null ? [] : [formatRate(bitrateKbit, language)]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
