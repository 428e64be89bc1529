import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { CopyField } from '../../ui/CopyField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout.tsx';
import { CURRENT } from '../../viewer/website/settings.ts';
import type { WithChannels } from '../channel/slice.ts';
import { draftChanged, type OpenWebsite, type WebsiteDraft } from './slice.ts';

interface GeneralTabProps {
  form: OpenWebsite;
  /** Where viewers find it. */
  address: string;
}

export function GeneralTab({ form: { draft, stored, published }, address }: GeneralTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const channels = useSelector((state: WithChannels) => state.channel.list);
  const set =
    <Key extends keyof WebsiteDraft>(key: Key) =>
    (value: WebsiteDraft[Key]) =>
      dispatch(draftChanged({ [key]: value }));
  const fresh = Object.keys(stored).length === 0;
  return (
    <Stack form>
      <SwitchField
        label={t('Publication website')}
        help={
          fresh
            ? t('A page for viewers with all your channels. It is not there yet: saving publishes it.')
            : t('A page for viewers with all your channels.')
        }
        checked={draft.playersite}
        onChange={set('playersite')}
      />
      {published ? (
        <CopyField label={t('Address of the website')} value={address} open />
      ) : (
        <p className="field-note">{t('Nothing is published at the moment.')}</p>
      )}
      <SelectField
        label={t('Main channel')}
        help={t('The first one that a viewer sees.')}
        value={draft.channelid}
        onChange={set('channelid')}
        placeholder={t('A channel that is gone: the selected one is shown')}
        options={[
          { value: CURRENT, label: t('The selected channel') },
          ...channels.filter(({ available }) => available).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField
        label={t('Name of the website')}
        help={t('Stands above every page, and in the previews of other services.')}
        value={draft.title}
        onChange={set('title')}
      />
      <SwitchField
        label={t('Share button')}
        help={t('Viewers can pass the address on.')}
        checked={draft.share}
        onChange={set('share')}
      />
      <SwitchField
        label={t('Name the software')}
        help={t('A line at the bottom says with what the page was made.')}
        checked={draft.support}
        onChange={set('support')}
      />
    </Stack>
  );
}
