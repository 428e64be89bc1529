import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { isOn, publicationStateOf, publicationsOf, type WithPublicationList } from './publicationState.ts';
import { publicationSwitched } from './slice.ts';

/** The recordings of a channel, and which of them are on: as one text each, to be compared. */
export function recordingsIn(state: WithPublicationList, channel: string): { all: string; on: string; busy: boolean } {
  const all = Object.entries(publicationsOf(state, channel)).flatMap(([id, { service }]) =>
    service === 'recording' ? [id] : [],
  );
  const states = all.map((id) => ({ id, state: publicationStateOf(state, id) }));
  return {
    all: all.join(' '),
    on: states.flatMap(({ id, state: one }) => (isOn(one) ? [id] : [])).join(' '),
    busy: states.some(({ state: one }) => one.asked !== null),
  };
}

/** Records what goes out, with one press; the first one is set up. */
export function RecordButton({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { all, on, busy } = useSelector((state: WithPublicationList) => recordingsIn(state, channel), shallowEqual);
  if (all === '') {
    return (
      <LinkButton icon="file" href={`#/${channel}/publication/recording`}>
        {t('Record')}
      </LinkButton>
    );
  }
  const turn = () => {
    for (const id of (on || all).split(' ')) dispatch(publicationSwitched({ id, on: on === '' }));
  };
  return (
    <Button icon={on === '' ? 'file' : 'stop'} busy={busy} onClick={turn}>
      {on === '' ? t('Record') : t('Stop recording')}
    </Button>
  );
}
