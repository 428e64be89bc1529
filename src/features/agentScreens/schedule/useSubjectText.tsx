import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { ScheduleSubject } from '../../../media/schedule/scheduleRule.ts';
import type { WithChannels } from '../../live/channel/slice.ts';

export function useSubjectText(): (subject: ScheduleSubject) => string {
  const { t } = useTranslation();
  const list = useSelector(({ channel }: WithChannels) => channel.list);
  const channelName = (id: string) => {
    const name = list.find((channel) => channel.id === id)?.name;
    return name === undefined ? t('Deleted channel') : sanitizeDisplayText(name);
  };
  return (subject) => {
    switch (subject.type) {
      case 'channel':
        return subject.withPublications
          ? t('{{name}} and its publications', { name: channelName(subject.id) })
          : channelName(subject.id);
      case 'publication': {
        const channel = list.find(({ egresses }) => Object.hasOwn(egresses, subject.id));
        const name = channel?.egresses[subject.id]?.name;
        return name === undefined
          ? t('Deleted publication')
          : `${channelName(channel?.id ?? '')} · ${sanitizeDisplayText(name)}`;
      }
      case 'group': {
        const group = t('Group {{group}}', { group: sanitizeDisplayText(subject.name) });
        return subject.channel === null ? group : `${channelName(subject.channel)} · ${group}`;
      }
      case 'image':
        return `${channelName(subject.id)} · ${t('Standby image')}`;
    }
  };
}
