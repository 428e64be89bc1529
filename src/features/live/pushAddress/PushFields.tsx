import { useTranslation } from 'react-i18next';
import type { PushAddressParts } from '../../../media/address/pushAddress.ts';
import { maskText, maskWith } from '../../../media/masking/mask.ts';
import { secretsOfQuery } from '../../../media/masking/maskAddress.ts';
import { CopyField } from '../../../ui/controls/CopyField.tsx';

interface PushFieldsProps {
  push: PushAddressParts;
  /** For screens that others may see. Masks the key unless it is the public id. */
  hidden?: boolean;
}

/** Server and key in separate fields, as most encoders ask for them. */
export function PushFields({ push: { server, key, address }, hidden = false }: PushFieldsProps) {
  const { t } = useTranslation();
  // `maskText` would end the address at a space of the passphrase.
  const masked = maskWith(secretsOfQuery(address))(address);
  const secret = hidden && masked !== address;
  return (
    <div>
      <CopyField label={t('Server')} value={server} masked={differing(maskText(server), server)} />
      <CopyField label={t('Stream key')} value={key} masked={secret ? '••••••••' : withoutToken(key)} />
      <CopyField label={t('Full URL')} value={address} masked={secret ? masked : withoutToken(address)} />
    </div>
  );
}

const differing = (masked: string, text: string) => (masked === text ? undefined : masked);

/** Returns undefined if there is nothing to hide. */
const withoutToken = (text: string) =>
  differing(
    text.replace(/(token[=:])[^&,]*|(passphrase=)[^&]*/g, '$1$2••••').replace(/:\/\/[^/@]*@/, '://••••@'),
    text,
  );
