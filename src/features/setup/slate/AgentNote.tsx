import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { msg } from '../../../i18n/msg.ts';
import type { HoldObstacle } from '../../../media/hold/holdStatus.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { helpAddress } from '../../../ui/help/helpTopics.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { shownHoldIn, type WithVerdicts } from '../../live/verdict/slice.ts';
import { obstacleTexts } from './obstacleTexts.ts';

const TROUBLES: Readonly<Record<HoldObstacle, string>> = {
  codec: obstacleTexts['video-codec'],
  'no-video': obstacleTexts['no-video'],
  'audio-codec': obstacleTexts['audio-codec'],
  pictures: obstacleTexts.pixels,
  'short-list': obstacleTexts['short-list'],
  newer: obstacleTexts.newer,
  unreadable: msg('The segments of the channel could not be read. Check the source.'),
  image: msg('The image file could not be read. Save it here again.'),
  failed: msg('ffmpeg could not draw the image. The log of the core says why.'),
};

/** Whether the operator has to start the agent: only the embedded core starts it itself. */
export const useOutsideAgent = (): boolean =>
  useSelector(({ session }: WithSession) => {
    const info = coreInfoOf(session);
    return info !== null && !hasExtension(info.about, 'live-login');
  });

export function OutsideAgentNote() {
  const { t, i18n } = useTranslation();
  return (
    <p className="field-note">
      {t(
        'The image is sent by the agent, a program beside this core. Start it first: while it does not run, protected publications send nothing.',
      )}{' '}
      <a href={helpAddress('edit-standby', i18n.language)} target="_blank" rel="noreferrer">
        {t('How to start the agent')}
      </a>
    </p>
  );
}

/** @param needed whether any publication is protected */
export function AgentNote({ channel, needed }: { channel: string; needed: boolean }) {
  const { t, i18n } = useTranslation();
  const hold = useSelector((state: WithVerdicts) => shownHoldIn(state, channel), sameJson);
  const isOutside = useOutsideAgent();
  if (!needed) return isOutside ? <OutsideAgentNote /> : null;
  // Reserves one line, so that the fields below do not move.
  if (hold.status === 'none' || hold.status === 'waiting') return <p role="status">{t('Waiting for the agent')}</p>;
  if (hold.status === 'gone')
    return (
      <Alert tone="warning" title={t('The standby image waits for the agent')}>
        <p>
          {t(
            'The agent is the program that sends the image. It is not running, so protected publications send nothing. Start it, or switch the protection off.',
          )}
        </p>
        <p>
          <a href={helpAddress('edit-standby', i18n.language)} target="_blank" rel="noreferrer">
            {t('How to start the agent')}
          </a>
        </p>
      </Alert>
    );
  if (hold.status !== 'cannot') return <p role="status">{t('The standby image is ready.')}</p>;
  if (hold.obstacle === 'drawing') return <p role="status">{t('The standby image is being prepared …')}</p>;
  return (
    <Alert tone="warning" title={t('The standby image cannot be sent')}>
      {t(TROUBLES[hold.obstacle])}
    </Alert>
  );
}
