import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressId } from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { formatDuration, formatRate } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { outputIdsOf, outputName } from '../../../media/channel/publicationOutputs.ts';
import { sendingOf } from '../../../media/channel/publicationState.ts';
import { readsHold } from '../../../media/hold/readsHold.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { type Progress, stateOf } from '../../../media/run/progress.ts';
import type { SendingStatus } from '../../../media/verdict/verdictTypes.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { alertTitleOf, publicationAlertOf } from '../../live/publication/FailureCause.tsx';
import {
  type Control,
  controlOf,
  lineOf,
  publicationsOf,
  shownOutputIn,
  type WithPublicationList,
  type WithShownOutputs,
} from '../../live/publication/publicationState.ts';
import { publicationReconnectRequested, publicationSwitched } from '../../live/publication/slice.ts';
import { isEdited } from '../../shared/editor/createEditor.ts';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { publicationFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { ControlFields } from '../../shared/processDetails/ControlFields.tsx';
import { ProcessButtons } from '../../shared/processDetails/ProcessDialogs.tsx';
import { controlFields, egressControlFrom, egressControlShown } from '../egress/egressControlForm.ts';
import { sendsPicture } from '../egress/publicationDraft.ts';
import { publicationChanged } from './slice.ts';
import type { PublicationTabProps } from './tabs.ts';

interface ConnectionProps {
  channel: string;
  id: string;
  /** Id of the publication, whose commands apply to all of its outputs. */
  publication: string;
  address: string;
  name: string;
  secrets: readonly string[];
}

function PublicationProcessStatus({ channel, id, publication, address, name, secrets }: ConnectionProps) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector((state: WithShownOutputs) => shownOutputIn(state, channel, id));
  const { progress, asked } = shown;
  const alert = publicationAlertOf(shown);
  const sending = sendingOf(shown);
  const waits = WAITING.includes(sending);
  const { word, n } = lineOf(shown);
  const control = controlOf({ progress, asked });
  const acts: Record<NonNullable<Control['act']>, () => void> = {
    connect: () => dispatch(publicationSwitched({ id: publication, on: true })),
    disconnect: () => dispatch(publicationSwitched({ id: publication, on: false })),
    reconnect: () => dispatch(publicationReconnectRequested(id)),
  };
  return (
    <>
      <div className="actions">
        <StateChip
          state={waits ? 'disconnected' : shownState(progress, asked)}
          {...(waits ? { word: t(word, { n }) } : {})}
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
      {waits && sending !== 'kept' && <p className="dim">{t('The publication starts once the channel is live.')}</p>}
      {alert && (
        <Alert
          title={alertTitleOf(t, alert, name)}
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
      <ProcessButtons {...(id === publication ? {} : { of: id })} />
    </>
  );
}

const WAITING: readonly SendingStatus[] = ['kept', 'waiting', 'idle'];

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

const NO_FEED = msg('The channel does not provide this feed. Choose another one, or switch it on for the channel.');

export function ProcessTab({ form, context }: PublicationTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft, found } = form;
  const { control } = draft;
  const shown = egressControlShown(control, found);
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, target.channel));
  const own = egressId(target.service, target.uuid ?? '');
  const outputs = outputIdsOf(publications, own);
  const missing = !context.feeds.includes(control.source.source);
  return (
    <>
      {target.uuid !== null && (
        <section className="boxed" aria-label={t('Connection')}>
          {isEdited(form) ? (
            <p>{t('You have unsaved changes. Please save them before you can control the service again.')}</p>
          ) : (
            outputs.map((id) => (
              <div key={id} className="stack">
                {outputs.length > 1 && <h3>{outputName(publications, id, t)}</h3>}
                <PublicationProcessStatus
                  channel={target.channel}
                  id={id}
                  publication={own}
                  address={`#/${target.channel}/publication/${target.service}/${target.uuid}`}
                  name={
                    outputs.length > 1
                      ? outputName(publications, id, t)
                      : publicationName(target.service, form.stored.name)
                  }
                  secrets={context.service.secrets(form.stored.settings)}
                />
              </div>
            ))
          )}
        </section>
      )}
      {readsHold(control.source) && (
        <p className="field-note">
          {t('A protected publication reads HLS from memory. Another choice ends its protection.')}
        </p>
      )}
      <FieldForm
        fields={controlFields(context.feeds, control, found)}
        settings={shown}
        onChange={(settings) => dispatch(publicationChanged({ control: egressControlFrom(shown, settings, control) }))}
        errors={missing ? { 'source.source': t(NO_FEED) } : {}}
        panels={{
          process: (
            <ControlFields
              control={control.process}
              onChange={(process) => dispatch(publicationChanged({ control: { ...control, process } }))}
              unwatched={!sendsPicture(context, draft)}
            />
          ),
        }}
      />
    </>
  );
}
