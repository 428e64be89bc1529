import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { Meta } from '../../../media/stored/metadata.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { AuthorFields, NameDescriptionAuthorFields } from '../../live/channelInfo/NameDescriptionAuthorFields.tsx';
import { ChannelPicture } from '../../live/channelList/ChannelPicture.tsx';
import { SourceSections } from './SourceSections.tsx';
import { channelChanged, type OpenChannelForm } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';
import { useFaults } from './useChannelFaults.tsx';

export function GeneralTab({ form }: ChannelTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { meta } = form.draft;
  const change = (changed: Meta) => dispatch(channelChanged({ meta: changed }));
  const { source } = useFaults(form);
  return (
    <>
      {source && form.tried && <Alert title={t(source)} />}
      <section className="stack stack-form" aria-label={t('Content')}>
        <NameDescriptionAuthorFields meta={meta} onChange={change} tried={form.tried} />
        <PictureField form={form} />
        <Disclosure summary={t('Author')} note={sanitizeDisplayText(meta.author.name)}>
          <div className="stack stack-form">
            <AuthorFields meta={meta} onChange={change} />
          </div>
        </Disclosure>
      </section>
      <SourceSections form={form} />
    </>
  );
}

/** The poster is chosen in the player settings; this only shows which one applies. */
function PictureField({ form: { target, found } }: { form: OpenChannelForm }) {
  const { t } = useTranslation();
  const own = typeof found.metadata.player.poster === 'string' && found.metadata.player.poster !== '';
  return (
    <fieldset className="choices">
      <legend className="field-head">{t('Image before playback')}</legend>
      <div className="channel-poster">
        {!own && (
          <div className="channel-poster-image">
            <ChannelPicture
              channel={target}
              className="channel-poster-snapshot"
              none={<span className="channel-poster-none">{t('No snapshot yet')}</span>}
            />
          </div>
        )}
        <div className="stack">
          <p className="field-note">{own ? t('Image of your own') : t('Snapshot of the stream')}</p>
          <div>
            <LinkButton icon="edit" href={`#/${target}/publication/player/poster`}>
              {t('Choose an image')}
            </LinkButton>
          </div>
        </div>
      </div>
    </fieldset>
  );
}
