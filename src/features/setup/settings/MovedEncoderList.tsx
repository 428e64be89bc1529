import { useTranslation } from 'react-i18next';
import type { EncoderMove } from '../../../media/address/moveProcess.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { PushFields } from '../../live/pushAddress/PushFields.tsx';

interface EncoderListProps {
  encoders: readonly EncoderMove[];
  /** What is known of an encoder, beside its channel. */
  state?: (channel: string) => string;
}

/** The encoders that send to the core, each with its new address. */
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
