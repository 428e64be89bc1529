import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { SendingStatus } from '../../../media/verdict/verdictTypes.ts';
import { announce } from '../../../ui/feedback/Announcer.tsx';
import { type ChannelState, stateWord } from '../../../ui/feedback/StateChip.tsx';
import { type PublicationState, sendingOf } from './publicationState.ts';
import { publicationStateOf, publicationsOf, type WithPublicationList } from './selectors.ts';

/** Worth saying: it is on the air, or it is not although it should be. The steps between are only shown. */
const SAID: readonly ChannelState[] = ['connected', 'error'];

/** Tells ears when a publication went live or failed. */
export function usePublicationAnnouncements(channel: string) {
  const { t } = useTranslation();
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, channel));
  const states = useSelector((state: WithPublicationList) => statesIn(state, channel), shallowEqual);
  const before = useRef(states);
  useEffect(() => {
    for (const [id, state] of Object.entries(states)) {
      const was = before.current[id];
      const name = publications[id]?.name;
      if (was && was !== 'unknown' && was !== state && name && SAID.includes(state)) {
        announce(`${sanitizeDisplayText(name)}: ${t(stateWord(state))}`);
      }
    }
    before.current = states;
  }, [states, publications, t]);
}

const statesIn = (state: WithPublicationList, channel: string): Record<string, ChannelState> =>
  Object.fromEntries(
    Object.keys(publicationsOf(state, channel)).map((id) => [id, saidOf(publicationStateOf(state, id))]),
  );

/** What its row says: one that waits for its channel has not failed, and is not live. */
const SENDINGS: Readonly<Record<SendingStatus, ChannelState>> = {
  ...{ live: 'connected', starting: 'connecting', waiting: 'connecting', stalled: 'connecting' },
  ...{ failing: 'error', off: 'disconnected', unknown: 'unknown' },
};

const saidOf = (seen: PublicationState): ChannelState => SENDINGS[sendingOf(seen)];
