import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { changeText } from '../../shared/changeText.ts';
import { type EncodingChange, recodings } from '../egress/adaptPublicationToChannel.ts';
import {
  type FormContext,
  outputsOf,
  type PublicationDraft,
  type StoredPublication,
} from '../egress/publicationDraft.ts';
import type { PublicationTabProps } from './tabs.ts';

/** Returns how the unedited form differs from the running process; a save applies these changes. */
export function adaptedIn(
  context: FormContext,
  opened: PublicationDraft,
  { metadata, process }: StoredPublication,
): EncodingChange[] {
  if (process === null || context.kept) return [];
  const [profile] = metadata.profiles;
  const { streams } = context;
  const coders = recodings({ profile, streams }, { profile: opened.profile, streams });
  const [old, now] = [metadata.outputs, outputsOf(context, opened)].map((list) => list.map(({ address }) => address));
  // Without the key, the addresses cannot be compared.
  const moved = !context.keyless && old && now && old.length > 0 && now.length > 0 && !sameJson(old, now);
  return moved ? [...coders, { of: 'address', from: old.join(', '), to: now.join(', ') }] : coders;
}

const NAMES: Record<EncodingChange['of'], string> = {
  video: msg('Video'),
  audio: msg('Audio'),
  feed: msg('Read from'),
  address: msg('Address'),
  protection: msg('Standby image'),
};

export function OutdatedSettingsNote({ form, context }: Pick<PublicationTabProps, 'form' | 'context'>) {
  const { t } = useTranslation();
  const mask = maskWith(context.service.secrets(form.stored.settings));
  const changes = adaptedIn(context, form.stored, form.found);
  if (context.keyless)
    return (
      <Alert
        tone="warning"
        title={t('This publication was imported without its key or password. Enter it, then save.')}
      />
    );
  if (changes.length === 0) return null;
  return (
    <Alert
      tone="warning"
      title={t('This publication runs with other settings than this form shows. Save to apply them.')}
    >
      <ul>
        {changes.map(({ of, from, to }) => (
          <li key={of}>{`${t(NAMES[of])}: ${changeText(mask(t(from)), mask(t(to)), t)}`}</li>
        ))}
      </ul>
    </Alert>
  );
}
