import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { isOn } from '../../../media/channel/publicationState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { WithConnection } from '../../gate/connection/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { publicationsOf, shownOutputIn, type WithShownOutputs } from './publicationState.ts';
import { publicationSwitched, recordingRequested, type WithPublications } from './slice.ts';

type RecordingsState = WithChannels & WithPublications & WithShownOutputs;

/** Returns ids of the recordings, all and running, each joined to one string for `shallowEqual`. */
export function recordingsIn(state: RecordingsState, channel: string): { all: string; on: string; busy: boolean } {
  const all = Object.entries(publicationsOf(state, channel)).flatMap(([id, { service }]) =>
    service === 'recording' ? [id] : [],
  );
  const states = all.map((id) => ({ id, state: shownOutputIn(state, channel, id) }));
  return {
    all: all.join(' '),
    on: states.flatMap(({ id, state: output }) => (isOn(output) ? [id] : [])).join(' '),
    busy: state.publication.preparing === channel || states.some(({ state: output }) => output.asked !== null),
  };
}

/** `compact` has no label and never the stop icon, which would look like the stop of the channel. */
export function RecordButton({ channel, compact = false }: { channel: string; compact?: boolean }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { all, on, busy } = useSelector((state: RecordingsState) => recordingsIn(state, channel), shallowEqual);
  const lost = useSelector(({ connection }: WithConnection) => connection.status === 'lost');
  const turn = () => {
    if (all === '') dispatch(recordingRequested(channel));
    else for (const id of (on || all).split(' ')) dispatch(publicationSwitched({ id, on: on === '' }));
  };
  return (
    <Button
      icon={on === '' || compact ? 'live' : 'stop'}
      data-on={on !== '' || undefined}
      busy={busy && !lost}
      disabled={lost}
      title={lost ? t('The core is not responding.') : undefined}
      onClick={turn}
    >
      {on === '' ? t('Record') : t('Stop recording')}
    </Button>
  );
}
