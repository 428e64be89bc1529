import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import type { ReceiverKind } from './receiverForm/receiverDraft.ts';

export function ReceiverKindList({ kinds }: { kinds: readonly ReceiverKind[] }) {
  const { t } = useTranslation();
  return (
    <List label={t('Kinds of receivers')}>
      {kinds.map(({ id, name, everySeconds, fields }) => {
        const required = Object.values(fields).filter(({ isOptional }) => isOptional !== true);
        const words = required.map(({ label }) => t(label)).join(', ');
        return (
          <ListRow
            key={id}
            icon={everySeconds === null ? 'bell' : 'live'}
            title={t(name)}
            detail={everySeconds === null ? words : t('For the case that the whole machine is gone')}
            end={
              <LinkButton href={`#/alarms/receivers/new/${id}`} aria-label={t('Choose: {{what}}', { what: t(name) })}>
                {t('Choose')}
              </LinkButton>
            }
          />
        );
      })}
    </List>
  );
}
