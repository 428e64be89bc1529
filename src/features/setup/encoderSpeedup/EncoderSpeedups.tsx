import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { speedIn } from '../../live/ingest/selectors.ts';
import {
  neededOf,
  type SpeedupKind,
  type SpeedupOffer,
  speedupsChosen,
  speedupsRequested,
  type WithEncoderSpeedup,
} from './slice.ts';

export function EncoderSpeedups({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { offers, busy } = useSelector((state: WithEncoderSpeedup) => state.encoderSpeedup);
  const speed = useSelector(speedIn);
  const [chosen, setChosen] = useState<readonly SpeedupKind[] | null>(null);
  useEffect(() => {
    dispatch(speedupsRequested(channel));
  }, [dispatch, channel]);
  if (offers.length === 0) return <LinkButton href={`#/${channel}/edit/source`}>{t('Change the encoding')}</LinkButton>;
  return (
    <>
      <Button busy={busy} onClick={() => setChosen(neededOf(offers, speed))}>
        {t('Make the encoder faster …')}
      </Button>
      {chosen && (
        <SpeedupDialog
          offers={offers}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setChosen(null)}
          onConfirm={() => {
            setChosen(null);
            dispatch(speedupsChosen({ channel, kinds: chosen }));
          }}
        />
      )}
    </>
  );
}

interface SpeedupDialogProps {
  offers: readonly SpeedupOffer[];
  chosen: readonly SpeedupKind[];
  onChoose: (kinds: readonly SpeedupKind[]) => void;
  onConfirm: () => void;
  onClose: () => void;
}

function SpeedupDialog({ offers, chosen, onChoose, onConfirm, onClose }: SpeedupDialogProps) {
  const { t } = useTranslation();
  const effect = useEffectText(offers.filter(({ kind }) => chosen.includes(kind)));
  const nameOf = ({ kind, to }: SpeedupOffer) => {
    if (kind === 'preset') return t('Preset {{name}}', { name: to });
    return kind === 'size' ? t('Size {{size}}', { size: to.replace('x', '×') }) : t('{{n}} fps', { n: to });
  };
  const lossOf: Record<SpeedupKind, string> = {
    preset: t('A bit less quality at the same bitrate.'),
    size: t('Less detail.'),
    fps: t('Motion is less smooth.'),
  };
  const choose = (kind: SpeedupKind, on: boolean) =>
    onChoose(offers.map((offer) => offer.kind).filter((other) => (other === kind ? on : chosen.includes(other))));
  return (
    <DialogFrame
      open
      title={t('Make the encoder faster?')}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button kind="main" disabled={chosen.length === 0} onClick={onConfirm}>
            {t('Change the encoding')}
          </Button>
        </>
      }
    >
      <p>{t('What is likely needed is selected. All changes take effect with one restart.')}</p>
      {offers.map((offer) => (
        <SwitchField
          key={offer.kind}
          label={nameOf(offer)}
          help={lossOf[offer.kind]}
          checked={chosen.includes(offer.kind)}
          onChange={(on) => choose(offer.kind, on)}
        />
      ))}
      <p className="dim small" role="status">
        {effect}
      </p>
    </DialogFrame>
  );
}

/** Combined changes interrupt only as long as the longest of them. */
function useEffectText(offers: readonly SpeedupOffer[]): string {
  const { t } = useTranslation();
  if (offers.length === 0) return t('Nothing is changed.');
  const seconds = Math.max(...offers.map((offer) => offer.seconds ?? 0));
  const reconnecting = Math.max(...offers.map((offer) => offer.reconnecting));
  return [
    seconds === 0
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
  ].join(' ');
}
