import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { EncoderMove } from '../../../../media/address/moveProcess.ts';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { DialogFrame } from '../../../../ui/overlays/DialogFrame.tsx';
import { PushFields } from '../../../live/pushAddress/PushFields.tsx';
import { encodersDismissed, moveConfirmed, type WithAddressChange } from './slice.ts';

interface EncoderListProps {
  encoders: readonly EncoderMove[];
  state?: (channel: string) => string;
}

export function MovedEncoderList({ encoders, state }: EncoderListProps) {
  const { t } = useTranslation();
  return encoders.map(({ channel, name, after }) => (
    <section key={channel} className="stack" aria-label={name || channel}>
      <h3>
        {name || channel}
        {state && <span className="dim"> · {state(channel)}</span>}
      </h3>
      {after ? (
        <PushFields key={after.address} push={after} hidden />
      ) : (
        <Alert tone="warning" title={t('Its server will be off: this encoder can no longer send.')} />
      )}
    </section>
  ));
}

export function AddressChangeDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const change = useSelector(({ addressChange }: WithAddressChange) => addressChange);
  if (change.status !== 'asked') return null;
  const { encoders, followers, unread, atOnce } = change;
  const close = () => dispatch(encodersDismissed());
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={encoders.length > 0 ? t('Encoders need a new address') : t('Addresses change')}
      onClose={close}
      actions={
        <>
          <Button onClick={close} autoFocus>
            {t('Cancel')}
          </Button>
          {!atOnce && <Button onClick={() => dispatch(moveConfirmed('later'))}>{t('Save')}</Button>}
          <Button kind="main" onClick={() => dispatch(moveConfirmed('now'))}>
            {t('Save and restart')}
          </Button>
        </>
      }
    >
      {encoders.length > 0 && (
        <>
          <p>{t('After the restart, these channels stay offline until their encoder sends to the new address:')}</p>
          <MovedEncoderList encoders={encoders} />
        </>
      )}
      {followers.length > 0 && (
        <>
          <p>{t('These follow automatically. Saving interrupts them for a few seconds:')}</p>
          <ul>
            {followers.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same
              <li key={i}>{name}</li>
            ))}
          </ul>
        </>
      )}
      {unread.length > 0 && (
        <Alert
          tone="warning"
          title={t('Processes that could not be read. Check their addresses yourself.')}
          evidence={maskText(unread.join('\n'))}
        />
      )}
      <p>
        {atOnce
          ? t('The core restarts immediately. All live streams are interrupted for a few seconds.')
          : t(
              'The new addresses take effect when the core restarts, which interrupts all live streams for a few seconds.',
            )}
      </p>
    </DialogFrame>
  );
}
