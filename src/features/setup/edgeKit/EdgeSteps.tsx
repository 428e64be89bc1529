import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Card } from '../../../ui/layout/Card.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { EdgeCheck } from './EdgeCheck.tsx';
import { EdgeFiles } from './EdgeFiles.tsx';

export function EdgeSteps() {
  const { t } = useTranslation();
  const current = useSelector(({ channel }: WithChannels) => channel.current);
  return (
    <Card title={t('How to set up edges')}>
      <ol className="numbered">
        <li>
          <h3>{t('Rent the servers')}</h3>
          <p className="dim">{t('Close to your viewers, each with 1 Gbit/s and a name of its own.')}</p>
        </li>
        <li>
          <h3>{t('Start each edge with these files')}</h3>
          <EdgeFiles />
        </li>
        <li>
          <h3>{t('Add HTTPS')}</h3>
          <p className="dim">
            {t(
              'Put a proxy with a certificate in front of each edge. Pages with HTTPS can only fetch from edges with HTTPS.',
            )}
          </p>
        </li>
        <li>
          <h3>{t('Check edges')}</h3>
          <EdgeCheck />
        </li>
        <li>
          <h3>{t('Send the viewers there')}</h3>
          <p className="dim">
            {t('Enter the addresses of the edges as "Delivery address" in the player of each channel.')}
          </p>
          {current !== null && <a href={`#/${current}/publication/player/playback`}>{t('Edit: Player')}</a>}
        </li>
      </ol>
    </Card>
  );
}
