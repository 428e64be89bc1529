import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatDuration, formatRate } from '../../../i18n/format.ts';
import { maskWith } from '../../../media/mask.ts';
import type { Progress } from '../../../media/progress.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { StateChip } from '../../../ui/state.tsx';
import { ProcessButtons } from '../../process/ProcessDialogs.tsx';
import { type PublicationsSeen, publicationStateOf } from '../list/selectors.ts';
import { publicationReconnectRequested, publicationSwitched } from '../list/slice.ts';
import { type Control, controlOf } from '../list/view.ts';

/** How the process of a publication is, and what one can do about it. */
export function Connection({ id, secrets }: { id: string; secrets: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const progress = useSelector((state: PublicationsSeen) => publicationStateOf(state, id).progress);
  const asked = useSelector((state: PublicationsSeen) => publicationStateOf(state, id).asked);
  const control = controlOf({ progress, asked });
  const acts: Record<NonNullable<Control['act']>, () => void> = {
    connect: () => dispatch(publicationSwitched({ id, on: true })),
    disconnect: () => dispatch(publicationSwitched({ id, on: false })),
    reconnect: () => dispatch(publicationReconnectRequested(id)),
  };
  return (
    <>
      <div className="actions">
        <StateChip state={shownState(progress, asked)} detail={detailOf(progress, i18n.language)} />
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
      {progress?.status === 'error' && !asked && (
        <Alert title={t('Error')} evidence={maskWith(secrets)(progress.message)}>
          {t('The process details show the full log.')}
        </Alert>
      )}
      <ProcessButtons />
    </>
  );
}

function shownState(progress: Progress | null, asked: string | null) {
  if (asked) return asked === 'stop' ? 'disconnecting' : 'connecting';
  return progress?.status ?? 'unknown';
}

function detailOf(progress: Progress | null, language: string): string | undefined {
  if (progress?.status !== 'connected') return undefined;
  const { uptimeSeconds, bitrateKbit } = progress;
  const parts = [
    ...(uptimeSeconds === null ? [] : [formatDuration(uptimeSeconds)]),
    ...(bitrateKbit === null ? [] : [formatRate(bitrateKbit, language)]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
