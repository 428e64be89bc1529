import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Meta } from '../../../media/stored/metadata.ts';
import { LicenseChoice } from '../../live/channelInfo/LicenseChoice.tsx';
import { AuthorFields, NameDescriptionAuthorFields } from '../../live/channelInfo/NameDescriptionAuthorFields.tsx';
import { channelChanged } from './slice.ts';
import type { ChannelTabProps } from './tabs.ts';

/** Texts for viewers; changing them does not interrupt the stream. */
export function MetaTab({ form: { draft, tried } }: ChannelTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const change = (meta: Meta) => dispatch(channelChanged({ meta }));
  return (
    <>
      <section className="stack stack-form" aria-label={t('Content')}>
        <h2>{t('Content')}</h2>
        <NameDescriptionAuthorFields meta={draft.meta} onChange={change} tried={tried} />
      </section>
      <section className="stack stack-form" aria-label={t('Author')}>
        <h2>{t('Author')}</h2>
        <AuthorFields meta={draft.meta} onChange={change} />
      </section>
    </>
  );
}

export function LicenseTab({ form: { draft } }: ChannelTabProps) {
  const dispatch = useDispatch();
  return <LicenseChoice license={draft.license} onChange={(license) => dispatch(channelChanged({ license }))} />;
}
