import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressId, renditionId } from '../../../api/processIds.ts';
import { encodingKey } from '../../../media/renditions/duplicateEncodings.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { publicationsOf } from '../../live/publication/selectors.ts';
import type { FoundRendition } from '../egress/publicationDraft.ts';
import { acceptedCodecs } from '../egress/publicationDraft.ts';
import { renditionChosen } from './slice.ts';
import type { PublicationTabProps } from './tabs.ts';

/** Whether it encodes on its own, or passes on what is encoded once for several. */
export function SharedEncoding({ form, context }: PublicationTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft, found } = form;
  const { channel, service, uuid } = target;
  const chosen = draft.control.source.rendition ?? '';
  const own = egressId(service, uuid ?? '');
  const others = useSelector((state: WithChannels) => {
    const encoding = encodingKey({ profiles: [draft.profile], control: draft.control });
    const all = Object.entries(publicationsOf(state, channel));
    const alike = ([id, publication]: (typeof all)[number]) =>
      id !== own &&
      (chosen === ''
        ? encoding !== null && publication.encoding === encoding
        : publication.rendition === renditionId(channel, chosen));
    return all.filter(alike).length;
  });
  const takes = acceptedCodecs(context);
  const fits = ({ streams }: FoundRendition) =>
    streams.every(({ type, codec }) => (type === 'video' || type === 'audio' ? takes[type].includes(codec) : true));
  const offered = (found.renditions ?? []).filter((one) => one.uuid === chosen || fits(one));
  if (offered.length === 0 && others === 0) return null;
  return (
    <section className="stack stack-form" aria-label={t('Shared encoding')}>
      {offered.length > 0 && (
        <SelectField
          label={t('Encoding')}
          help={t(
            'A rendition is encoded once and passed on by all publications that use it. It starts with the first of them and stops with the last.',
          )}
          value={chosen}
          onChange={(value) => dispatch(renditionChosen(value === '' ? null : value))}
          options={[
            { value: '', label: t('On its own') },
            ...offered.map((one) => ({ value: one.uuid, label: one.name })),
          ]}
        />
      )}
      {others > 0 && (
        <p className="small">
          {chosen === ''
            ? t('{{count}} other publications encode the same.', {
                count: others,
                defaultValue_one: '{{count}} other publication encodes the same.',
              })
            : t('{{count}} other publications use this rendition.', {
                count: others,
                defaultValue_one: '{{count}} other publication uses this rendition.',
              })}{' '}
          <a href={`#/${channel}/renditions`}>{chosen === '' ? t('Encode once') : t('Renditions')}</a>
        </p>
      )}
    </section>
  );
}
