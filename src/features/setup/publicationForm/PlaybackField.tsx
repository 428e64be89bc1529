import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { knownPlayback } from '../../../catalog/serviceFacts/knownPlayback.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { withPlayback } from '../egress/egressControlForm.ts';
import type { FormContext } from '../egress/publicationDraft.ts';
import { type OpenForm, publicationChanged } from './slice.ts';

interface PlaybackFieldProps {
  form: Pick<OpenForm, 'draft'>;
  context: Pick<FormContext, 'service'>;
  error: string | undefined;
}

/** The address at which viewers watch a publication. Nothing for a recording or a device, which have no viewers. */
export function PlaybackField({ form: { draft }, context: { service }, error }: PlaybackFieldProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { playback = '' } = draft.control;
  // Decided once, as another field would take the focus of someone who types.
  const [hasSecret] = useState(maskText(playback) !== playback);
  if (service.files !== undefined || service.reaches !== undefined || service.sendsStills) return null;
  const known = knownPlayback(service.id, draft.settings);
  const change = (address: string) => dispatch(publicationChanged({ control: withPlayback(draft.control, address) }));
  const Field = hasSecret ? PasswordField : TextField;
  return (
    <>
      <Field
        label={t('Where viewers watch it')}
        help={t(
          'Optional. The agent looks at this address once a minute and compares it with the channel. Enter what a player opens: a playlist (.m3u8, .mpd), or an http, rtmp, rtsp or srt address. A page of YouTube or Twitch is none; a tool such as yt-dlp or streamlink shows the address behind it.',
        )}
        value={playback}
        placeholder={known ?? 'https://live.example.com/hls/stream.m3u8'}
        error={error}
        onChange={change}
      />
      {known !== null && playback === '' && (
        <div className="actions">
          <Button kind="quiet" onClick={() => change(known)}>
            {t('Use the usual address of {{service}}', { service: t(service.name) })}
          </Button>
        </div>
      )}
    </>
  );
}
