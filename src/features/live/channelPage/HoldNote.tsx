import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { serviceFactsOf } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../../shared/preference/slice.ts';
import { publicationsOf, type WithPublicationList } from '../publication/publicationState.ts';
import { shownHoldIn, shownUptimeIn, shownVerdictIn, type WithVerdicts } from '../verdict/slice.ts';

/** Preference key: the note has been dismissed. */
export const HOLD_NOTE_KEY = 'hold-note';

const LIVE_FOR_S = 60;

type NoteState = WithPublicationList & WithVerdicts & WithPreferences;

const isPlatform = (service: string) => serviceFactsOf(service).category === 'platform';

function isWantedIn(state: NoteState, channel: string): boolean {
  if (state.preference[HOLD_NOTE_KEY] !== undefined || shownHoldIn(state, channel).status !== 'none') return false;
  const { kind, tally, notes } = shownVerdictIn(state, channel);
  const isWell = kind === 'live' && tally.live > 0 && notes.length === 0;
  if (!isWell || (shownUptimeIn(state, channel) ?? 0) < LIVE_FOR_S) return false;
  return Object.values(publicationsOf(state, channel)).some(({ service }) => isPlatform(service));
}

/** Offers the standby image once, at the end of the page to avoid layout shifts. */
export function HoldNote({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(preferencesOpened([HOLD_NOTE_KEY]));
  }, [dispatch]);
  const isWanted = useSelector((state: NoteState) => isWantedIn(state, channel));
  if (!isWanted) return null;
  const done = () => dispatch(preferenceChosen({ key: HOLD_NOTE_KEY, value: 'read' }));
  return (
    <Card title={t('Standby image')}>
      <div className="stack">
        <p>{t('Keep your platforms live when the camera fails: add a standby image.')}</p>
        <div className="actions">
          <LinkButton href={`#/${channel}/edit/standby`} onClick={done}>
            {t('Add a standby image')}
          </LinkButton>
          <Button kind="quiet" onClick={done}>
            {t('No, thanks')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
