import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { encodersDismissed, type WithEncoders } from './addressChange/slice.ts';
import { MovedEncoderList } from './MovedEncoderList.tsx';

/** After the save: who has found the way to the new address, and who has not. */
export function MovedEncodersCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const told = useSelector(({ addressChange: encoders }: WithEncoders) => encoders);
  const place = useRef<HTMLDivElement>(null);
  const restarted = told.status === 'told' && told.live !== null;
  useEffect(() => {
    // Saved or restarted further down: what is to be told now stands here.
    if (told.status === 'told') place.current?.scrollIntoView({ block: 'nearest' });
    if (restarted && document.activeElement === document.body) place.current?.focus();
  }, [told.status, restarted]);
  if (told.status !== 'told') return null;
  const { encoders, live } = told;
  const all = live !== null && encoders.every(({ channel }) => live.includes(channel));
  return (
    <div ref={place} tabIndex={-1} className="rest">
      <Card
        title={all ? t('All encoders are back') : t('Encoders with a new address')}
        foot={
          <Actions>
            <Button onClick={() => dispatch(encodersDismissed())}>{t('Done')}</Button>
          </Actions>
        }
      >
        <MovedEncoderList
          encoders={encoders}
          state={(channel) =>
            live === null
              ? t('applies after the restart')
              : live.includes(channel)
                ? t('live again')
                : t('waiting for its encoder')
          }
        />
      </Card>
    </div>
  );
}
