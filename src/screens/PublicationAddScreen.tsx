import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Service } from '../catalog/define.ts';
import { services } from '../catalog/services/index.ts';
import type { RootState } from '../features/features.ts';
import {
  categories,
  categoryNames,
  categoryOf,
  lackingFor,
  presetsIn,
  servicesIn,
} from '../features/publication/list/categories.ts';
import { ServiceIcon } from '../features/publication/list/icons.tsx';
import { withTyped } from '../features/publication/list/typed.ts';
import { coreInfoOf } from '../features/session/slice.ts';
import { refusalOf } from '../media/ffmpegTrial.ts';
import type { Skills } from '../media/skills.ts';
import { Actions } from '../ui/Actions.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Card } from '../ui/layout.tsx';
import { Letter } from '../ui/marks.tsx';
import { Page } from '../ui/Page.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Tile, TileGrid } from '../ui/wizard.tsx';

/** Where shall the stream go? */
export default function PublicationAddScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState('');
  const skills = useSelector(({ session }: RootState) => coreInfoOf(session)?.skills);
  const known = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel));
  const category = categoryOf(search.get('category'));
  const shown = servicesIn(services, category, wanted);
  const named = presetsIn(services, category, wanted);
  const found = shown.length + named.length > 0;
  const title = t('Add publication');
  const address = `#/${channel}/publication`;
  const toRtmp = (press: MouseEvent) => {
    press.preventDefault();
    navigate(`/${channel}/publication/rtmp`, { state: withTyped(found ? '' : wanted) });
  };
  // There is nothing to send yet: its page says what comes first.
  if (!known?.available) return <Navigate to={`/${channel}`} replace />;
  return (
    <Page title={title} context={known.name} width="text">
      <Card flush foot={<Actions back={<LinkButton href={`#/${channel}`}>{t('Close')}</LinkButton>}>{null}</Actions>}>
        <div className="tabs-bar">
          <Tabs
            label={t('Service category')}
            current={category}
            tabs={categories.map(({ id, text }) => ({
              id,
              text: t(text),
              href: id === 'all' ? address : `${address}?category=${id}`,
            }))}
          />
          <SearchField label={t('Search services')} placeholder={t('Search')} value={wanted} onChange={setWanted} />
        </div>
        <div className="card-body">
          {found && (
            <TileGrid label={title} dense>
              {shown.map((service) => (
                <ServiceTile key={service.id} channel={channel} service={service} skills={skills} />
              ))}
              {named.map(({ service, name }) => (
                <ServiceTile key={name} channel={channel} service={service} skills={skills} preset={name} />
              ))}
            </TileGrid>
          )}
          {!found && (
            <EmptyState
              icon="network"
              title={t('No matching services.')}
              text={t('Nearly every platform takes RTMP: it shows a server and a stream key for that.')}
            >
              <LinkButton kind="main" href={`${address}/rtmp`} onClick={toRtmp}>
                {t('Use RTMP with the address of the service')}
              </LinkButton>
            </EmptyState>
          )}
          {found && (
            <p className="other-service">
              {t('Another platform?')}{' '}
              <a href={`${address}/rtmp`} onClick={toRtmp}>
                {t('Use RTMP with the address of the service')}
              </a>
            </p>
          )}
        </div>
      </Card>
    </Page>
  );
}

interface ServiceTileProps {
  channel: string;
  service: Service;
  skills: Skills | undefined;
  /** A platform that it has no form of its own for. */
  preset?: string;
}

function ServiceTile({ channel, service, skills, preset }: ServiceTileProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lacking = skills ? lackingFor(service, skills).map(({ text, names }) => t(text, { names })) : [];
  const line = skills ? refusalOf(skills, 'service', service.id) : null;
  return (
    <Tile
      icon={preset === undefined ? <ServiceIcon service={service.id} size={24} /> : <Letter of={preset} size={24} />}
      title={preset ?? t(service.name)}
      text={t(categoryNames[service.category])}
      missing={
        lacking.length === 0
          ? line === null
            ? undefined
            : t('This ffmpeg refuses it: {{line}}', { line })
          : t("Incompatible. Check the requirements. Missing in this core's ffmpeg: {{list}}.", {
              list: lacking.join(', '),
            })
      }
      onClick={() => navigate(`/${channel}/publication/${service.id}`, { state: withTyped(preset ?? '') })}
    />
  );
}
