import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { CURRENT } from '../../../viewer/website/settings.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { AnalyticsFields } from '../analytics/AnalyticsFields.tsx';
import { ChannelListField } from './ChannelListField.tsx';
import { type WebsiteDraft, websiteFaultsOf } from './draft.ts';
import { type OpenWebsite, websiteChanged } from './slice.ts';
import { websiteAddress } from './websiteAddress.ts';

export function WebsiteGeneralTab({ form: { draft, found, stored, tried } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const channels = useSelector((state: WithChannels) => state.channel.list);
  const set =
    <Key extends keyof WebsiteDraft>(key: Key) =>
    (value: WebsiteDraft[Key]) =>
      dispatch(websiteChanged({ [key]: value }));
  const address = useSelector(({ session }: WithSession) => websiteAddress(session));
  const fault = tried ? websiteFaultsOf(draft, stored).ga : undefined;
  return (
    <>
      <SwitchField
        label={t('Publication website')}
        help={t('A public page where viewers find all your channels.')}
        checked={draft.playersite}
        onChange={set('playersite')}
      />
      {found.published ? (
        <>
          <PendingRestartNote />
          <CopyField label={t('Website URL')} value={address} open />
        </>
      ) : (
        <p className="field-note">
          {draft.playersite
            ? t('Not published yet: Save publishes it at {{address}}', { address })
            : t('The website is not published.')}
        </p>
      )}
      <SelectField
        label={t('Main channel')}
        help={
          draft.channelid === CURRENT
            ? t('Viewers first see the channel that you had open when the pages were last written.')
            : t('The channel that viewers see first.')
        }
        value={draft.channelid}
        onChange={set('channelid')}
        placeholder={t('Channel deleted – the selected channel is used')}
        options={[
          { value: CURRENT, label: t('Currently selected channel') },
          ...channels.filter(({ available }) => available).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <ChannelListField draft={draft} onChange={set('channel_list')} />
      <TextField
        label={t('Website name')}
        help={t('Shown at the top of every page and in link previews.')}
        value={draft.title}
        onChange={set('title')}
      />
      <TextField
        label={t('Headline')}
        help={t('One line below the name.')}
        value={draft.headline}
        onChange={set('headline')}
      />
      <TextField
        label={t('Description')}
        help={t('What the website is about, for search engines and link previews.')}
        value={draft.description}
        onChange={set('description')}
        rows={3}
      />
      <SwitchField
        label={t('Share button')}
        help={t('Lets viewers share the page.')}
        checked={draft.share}
        onChange={set('share')}
      />
      <SwitchField
        label={t('Show "Made with Sluice"')}
        help={t('A line in the footer of every page.')}
        checked={draft.support}
        onChange={set('support')}
      />
      <AnalyticsFields ga={draft.ga} error={fault && t(fault)} onChange={(ga) => set('ga')({ ...draft.ga, ...ga })} />
    </>
  );
}
