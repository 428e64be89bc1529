import { useTranslation } from 'react-i18next';
import { feedName } from '../../../catalog/control/egressControlFields.ts';
import { msg } from '../../../i18n/msg.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { EncodingChange } from './adaptPublicationToChannel.ts';
import type { Heard, PublicationImpact } from './previewImpact.ts';

const RECODED: Record<MediaType, Record<'none' | 'copied' | 'encoded', string>> = {
  video: {
    none: msg('Sends no video any more'),
    copied: msg('Video is copied: {{codec}}'),
    encoded: msg('Video is encoded: {{codec}}'),
  },
  audio: {
    none: msg('Sends no audio any more'),
    copied: msg('Audio is copied: {{codec}}'),
    encoded: msg('Audio is encoded: {{codec}}'),
  },
};

const HEARD: Record<Heard['to'], string> = {
  video: msg('Audio now comes with the video'),
  own: msg('Audio now comes from a source of its own'),
};

const LACKS: Record<MediaType, string> = {
  video: msg('Its service expects video'),
  audio: msg('Its service expects audio'),
};

/** What a save does to a publication, in words; its name leads to its form. */
export function ForeseenRow({ publication, href }: { publication: PublicationImpact; href: string }) {
  const { t } = useTranslation();
  const { name, fate, changes, lacks } = publication;
  const changed = (change: EncodingChange | Heard): string => {
    switch (change.of) {
      case 'video':
      case 'audio':
        return t(RECODED[change.of][change.how], { codec: t(change.to) });
      case 'feed':
        return t('Reads {{to}} instead of {{from}}', { to: t(feedName(change.to)), from: t(feedName(change.from)) });
      case 'origin':
        return t(HEARD[change.to]);
      case 'address':
        return t('Sends to another address');
    }
  };
  const said = [
    ...(fate.status === 'stuck' ? [`${t('Cannot follow the channel')}: ${t(fate.why)}`] : []),
    ...(fate.status === 'reconnects' ? [t('Reconnects, about {{n}} s', { n: fate.seconds })] : []),
    ...changes.map(changed),
  ];
  const missed = lacks.map((type) => t(LACKS[type]));
  return (
    <li>
      <a href={href}>{name}</a>
      {': '}
      {[...said, ...missed].join(' · ')}
    </li>
  );
}
