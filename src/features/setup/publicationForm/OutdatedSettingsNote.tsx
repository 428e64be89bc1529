import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import type { EncodingChange } from '../egress/adaptPublicationToChannel.ts';
import { adaptedIn } from '../egress/automaticDraftChanges.ts';
import type { PublicationTabProps } from './tabs.ts';

const NAMES: Record<EncodingChange['of'], string> = {
  video: msg('Video'),
  audio: msg('Audio'),
  feed: msg('Read from'),
  address: msg('Address'),
};

/** What a save would change although nobody has touched it: the channel is another one, or the service has moved. */
export function OutdatedSettingsNote({ form, context }: PublicationTabProps) {
  const { t } = useTranslation();
  const mask = maskWith(context.service.secrets(form.stored.settings));
  const changes = adaptedIn(context, form.stored, form.found);
  if (changes.length === 0) return null;
  return (
    <Alert
      tone="warning"
      title={t('This publication runs with other settings than this form shows. Save to apply them.')}
    >
      <ul>
        {changes.map(({ of, from, to }) => (
          <li key={of}>{`${t(NAMES[of])}: ${mask(t(from))} → ${mask(t(to))}`}</li>
        ))}
      </ul>
    </Alert>
  );
}
