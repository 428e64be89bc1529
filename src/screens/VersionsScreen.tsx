import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import type { WithChannels } from '../features/live/channel/slice.ts';
import type { WithVersions } from '../features/versions/revision/slice.ts';
import { VersionsPanel } from '../features/versions/revision/VersionsPanel.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function VersionsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { channel = '' } = useParams();
  const channels = useSelector(({ channel }: WithChannels) => channel.list);
  const deleted = useSelector(({ revision }: WithVersions) => (revision.status === 'open' ? revision.deleted : NONE));
  const options = [
    ...channels.filter(({ available }) => available).map(({ id, name }) => ({ value: id, label: name })),
    { value: '', label: t('Publication website') },
    ...deleted.map((entry) => ({ value: entry.channel, label: entry.name, group: t('Deleted channels') })),
  ];
  return (
    <Page
      title={t('Earlier versions')}
      context={options.find(({ value }) => value === channel)?.label}
      lead={t('Each save stores what was there before. Restore brings it back.')}
      width="text"
    >
      <SelectField
        label={t('Versions of')}
        help={deleted.length > 0 ? t('Deleted channels are at the end of this list.') : undefined}
        value={channel}
        onChange={(value) => navigate(`/versions/${value}`)}
        options={options}
      />
      <VersionsPanel channel={channel} />
    </Page>
  );
}

const NONE: readonly never[] = [];
