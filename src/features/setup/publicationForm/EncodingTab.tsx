import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressId, renditionId } from '../../../api/processIds.ts';
import { serviceCodecs } from '../../../catalog/form/defineCatalogEntry.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { encodingKey } from '../../../media/renditions/duplicateEncodings.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { ChannelPicture } from '../../live/channelList/ChannelPicture.tsx';
import { publicationsOf } from '../../live/publication/publicationState.ts';
import { CodingFields } from '../coder/CodingFields.tsx';
import { StreamField } from '../coder/StreamField.tsx';
import type { CoderChange } from '../coder/streamCoding.ts';
import {
  acceptedCodecs,
  type FoundRendition,
  type Offer,
  offerOf,
  publicationCodingContext,
} from '../egress/publicationDraft.ts';
import { ExpertSettings } from './ExpertSettings.tsx';
import { PlatformLimitsNote } from './platformLimits/PlatformLimitsNote.tsx';
import { limitsFor, type WithPlatformLimits } from './platformLimits/slice.ts';
import { publicationCoderChanged, renditionChosen } from './slice.ts';
import { formFaultsOf, type PublicationTabProps } from './tabs.ts';

type TabParts = Pick<PublicationTabProps, 'form' | 'context'>;

function SharedEncoding({ form, context }: TabParts) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft, found } = form;
  const { channel, service, uuid } = target;
  const chosen = draft.control.source.rendition ?? '';
  const own = [uuid, found.metadata.control.backup].map((id) => egressId(service, id ?? ''));
  const others = useSelector((state: WithChannels) => {
    const encoding = encodingKey({ profiles: [draft.profile], control: draft.control });
    const all = Object.entries(publicationsOf(state, channel));
    const isAlike = ([id, publication]: (typeof all)[number]) =>
      !own.includes(id) &&
      (chosen === ''
        ? encoding !== null && publication.encoding === encoding
        : publication.rendition === renditionId(channel, chosen));
    return all.filter(isAlike).length;
  });
  const takes = acceptedCodecs(context);
  const fits = ({ streams }: FoundRendition) =>
    streams.every(({ type, codec }) => (type === 'video' || type === 'audio' ? takes[type].includes(codec) : true));
  const offered = (found.renditions ?? []).filter((rendition) => rendition.uuid === chosen || fits(rendition));
  return (
    <section className="stack stack-form" aria-label={t('Shared encoding')}>
      <SelectField
        label={t('Video and audio come from')}
        help={t('A rendition such as 720p is encoded once for all publications that use it.')}
        value={chosen}
        onChange={(value) => dispatch(renditionChosen(value === '' ? null : value))}
        options={[
          { value: '', label: t('The channel') },
          ...offered.map((rendition) => ({ value: rendition.uuid, label: rendition.name })),
        ]}
      />
      {others === 0 ? (
        <p className="small">
          <a href={`#/${channel}/renditions`}>{offered.length === 0 ? t('Add a rendition') : t('Renditions')}</a>
        </p>
      ) : (
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

const words: Record<MediaType, { title: string; none: string; encoder: string; decoder: string; takes: string }> = {
  video: {
    title: msg('Video'),
    none: msg('The channel has no video.'),
    encoder: msg('Video encoding'),
    decoder: msg('Video decoder'),
    takes: msg('Video codecs that {{service}} accepts: {{codecs}}'),
  },
  audio: {
    title: msg('Audio'),
    none: msg('The channel has no audio.'),
    encoder: msg('Audio encoding'),
    decoder: msg('Audio decoder'),
    takes: msg('Audio codecs that {{service}} accepts: {{codecs}}'),
  },
};

export function EncodingTab(props: PublicationTabProps) {
  const { form, context } = props;
  const { t } = useTranslation();
  const fault = form.tried ? formFaultsOf(context, form)[''] : undefined;
  return (
    <>
      <p className="visually-hidden">{t('Select your encoding setting:')}</p>
      {fault && <Alert title={t(fault)} />}
      <SharedEncoding form={form} context={context} />
      {form.draft.control.source.rendition === undefined && (
        <>
          <Part type="video" form={form} context={context} />
          <Part type="audio" form={form} context={context} />
        </>
      )}
      <PlatformLimitsNote form={form} context={context} />
      {props.processLink === null ? (
        <ExpertSettings {...props} />
      ) : (
        <Disclosure summary={t('Process and command')}>
          <ExpertSettings {...props} />
        </Disclosure>
      )}
    </>
  );
}

function Part({ type, form, context }: TabParts & { type: MediaType }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { title, none, encoder, decoder, takes } = words[type];
  const coding = form.draft.profile[type];
  const offer = offerOf(context, type, coding);
  const several = context.streams.filter((stream) => stream.type === type).length > 1;
  const limits = useSelector(({ platformLimits }: WithPlatformLimits) =>
    limitsFor(context.service, form.draft.settings, platformLimits.limits),
  );
  const change = (changed: CoderChange) => dispatch(publicationCoderChanged(changed));
  const codecs = serviceCodecs(context.service, context.skills)[type].filter((codec) => codec !== 'none');
  return (
    <section className="stack stack-form" aria-label={t(title)}>
      <div>
        <h2>{t(title)}</h2>
        <p className="dim small">
          {offer.stream === null
            ? t(none)
            : t(context.kept ? msg('Codecs sent so far: {{codecs}}') : takes, {
                service: t(context.service.name),
                codecs: codecs.map((codec) => t(codecName(codec))).join(', '),
              })}
        </p>
      </div>
      {several && <StreamField type={type} chosen={coding.stream} streams={context.streams} onChange={change} />}
      {offer.stuck && <Stuck offer={offer} />}
      {!offer.stuck && (
        <CodingFields
          type={type}
          coding={coding}
          streams={context.streams}
          context={{ ...publicationCodingContext(context), limits }}
          words={{ encoder: t(encoder), decoder: t(decoder) }}
          picture={<ChannelPicture channel={context.channel} className="crop-picture" />}
          onChange={change}
        />
      )}
    </section>
  );
}

function Stuck({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const codec = offer.stream ? t(codecName(offer.stream.codec)) : '';
  return (
    <Alert title={t('No suitable encoder found.')} tone="warning">
      {t(
        "The channel sends {{codec}}, which must be re-encoded for this service, but this core's ffmpeg has no encoder for it.",
        {
          codec,
        },
      )}
    </Alert>
  );
}
