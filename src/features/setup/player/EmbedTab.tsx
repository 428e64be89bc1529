import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { httpAddress } from '../../../media/address/channelAddresses.ts';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { SegmentedChoiceField } from '../../../ui/form/SegmentedChoiceField.tsx';
import { type EmbedChoice, embedCode } from '../../../viewer/player/embedCode.ts';
import { playerAddress } from '../../../viewer/player/iframe.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import type { OpenPlayerForm } from './slice.ts';

const STARTS: readonly EmbedChoice['start'][] = ['stored', 'automatic', 'pressed'];

export function EmbedTab({ form: { found: channel, draft } }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const [choice, setChoice] = useState<EmbedChoice>({ fluid: false, start: 'stored' });
  if (!coreInfo) return null;
  const address = httpAddress(networkFor(coreInfo, channel.id));
  return (
    <>
      <PendingRestartNote />
      <CopyField label={t('Player page')} value={playerAddress(channel, address)} open />
      <SegmentedChoiceField
        label={t('Size')}
        value={choice.fluid ? 'fluid' : 'fixed'}
        onChange={(value) => setChoice({ ...choice, fluid: value === 'fluid' })}
        options={[
          { value: 'fixed', label: t('Fixed, 640×360') },
          { value: 'fluid', label: t('Fills the width') },
        ]}
      />
      <SegmentedChoiceField
        label={t('How it starts')}
        help={
          draft.autoplay
            ? t('Under "Playback", the player is set to start automatically.')
            : t('Under "Playback", the player is set to wait for a press.')
        }
        value={choice.start}
        onChange={(chosen) => setChoice({ ...choice, start: STARTS.find((start) => start === chosen) ?? 'stored' })}
        options={[
          { value: 'stored', label: t('As set under "Playback"') },
          draft.autoplay
            ? { value: 'pressed', label: t('When viewers press Play') }
            : { value: 'automatic', label: t('Automatically, muted') },
        ]}
      />
      <CopyField label={t('Embed code (iframe)')} value={embedCode(channel, address, choice)} whole />
      <p className="field-note">
        {t('Share the link with viewers. Paste the code into a page of your own to embed the player there.')}
      </p>
    </>
  );
}
