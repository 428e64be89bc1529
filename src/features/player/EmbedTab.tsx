import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { httpAddress } from '../../media/network.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { iframeCode, playerAddress } from '../../viewer/player/iframe.ts';
import { PendingNote } from '../restart/PendingNote.tsx';
import { networkFor } from '../session/network.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import type { OpenPlayerForm } from './form.ts';

/** Where viewers find the player, and how others show it. */
export function EmbedTab({ form: { found: channel } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (!coreInfo) return null;
  const address = httpAddress(networkFor(coreInfo, channel.id));
  return (
    <>
      <PendingNote />
      <CopyField label={t('Player page')} value={playerAddress(channel, address)} open />
      <CopyField label={t('Embed code (iframe)')} value={iframeCode(channel, address)} whole />
      <p className="field-note">
        {t('Share the link with viewers. Paste the code into a page of your own to embed the player there.')}
      </p>
    </>
  );
}
