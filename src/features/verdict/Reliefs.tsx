import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type ReliefOffer, reliefRequested, reliefsWanted, type WithReliefs } from './slice.ts';

/** What makes an encoder faster that is too slow: each is asked for, as it interrupts the stream. */
export function Reliefs({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { offers, busy } = useSelector((state: WithReliefs) => state.relief);
  const [asked, setAsked] = useState<ReliefOffer | null>(null);
  useEffect(() => {
    dispatch(reliefsWanted(channel));
  }, [dispatch, channel]);
  const nameOf = ({ kind, to }: ReliefOffer) => {
    if (kind === 'preset') return t('Preset {{name}}', { name: to });
    return kind === 'size' ? to.replace('x', '×') : t('{{n}} fps', { n: to });
  };
  const effectOf = ({ seconds, reconnecting }: ReliefOffer) => [
    seconds === null
      ? t('The stream continues without interruption.')
      : t('The stream is interrupted for about {{n}} s.', { n: seconds }),
    ...(reconnecting === 0
      ? []
      : [
          t('{{count}} publications reconnect.', {
            count: reconnecting,
            defaultValue_one: '{{count}} publication reconnects.',
          }),
        ]),
  ];
  return (
    <>
      {offers.map((offer) => (
        <Button key={offer.kind} busy={busy === offer.kind} onClick={() => setAsked(offer)}>
          {nameOf(offer)}
        </Button>
      ))}
      {offers.length === 0 && <LinkButton href={`#/${channel}/edit/source`}>{t('Change the encoding')}</LinkButton>}
      {asked && (
        <ConfirmDialog
          open
          title={t('Change the encoding to {{name}}?', { name: nameOf(asked) })}
          confirm={t('Change the encoding')}
          onConfirm={() => {
            dispatch(reliefRequested({ channel, kind: asked.kind }));
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        >
          {effectOf(asked).join(' ')}
        </ConfirmDialog>
      )}
    </>
  );
}
