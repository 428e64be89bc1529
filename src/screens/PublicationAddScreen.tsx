import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { services } from '../catalog/services/index.ts';
import { coreInfoOf } from '../features/gate/session/slice.ts';
import { publicationsOf } from '../features/live/publication/publicationState.ts';
import type { findResembling } from '../features/setup/addPublication/findResembling.ts';
import { buttonsIn, RECENT_KEY, ServiceList, withTyped } from '../features/setup/addPublication/ServiceList.tsx';
import { categories, categoryOf, offerIn, recentIn } from '../features/setup/addPublication/serviceOffer.ts';
import type { RootState } from '../features/setup/index.ts';
import { preferencesOpened } from '../features/shared/preference/slice.ts';
import { Actions } from '../ui/controls/Actions.tsx';
import { LinkButton } from '../ui/controls/Button.tsx';
import { SearchField } from '../ui/controls/SearchField.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { EmptyState } from '../ui/layout/EmptyState.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';

export default function PublicationAddScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const [query, setQuery] = useState('');
  const skills = useSelector(({ session }: RootState) => coreInfoOf(session)?.skills);
  const entry = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel));
  const groups = useOffer(channel, categoryOf(search.get('category')), query);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dispatch(preferencesOpened([RECENT_KEY]));
    // An on-screen keyboard would cover the list.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [dispatch]);
  const found = groups.length > 0;
  const address = `#/${channel}/publication`;
  const toRtmp = (press: MouseEvent) => {
    press.preventDefault();
    navigate(`/${channel}/publication/rtmp`, { state: withTyped(found ? '' : query) });
  };
  const fromField = (event: KeyboardEvent) => {
    const [first] = buttonsIn(list.current);
    const isSubmit = event.key === 'Enter' && query.trim() !== '';
    if (!first || (event.key !== 'ArrowDown' && !isSubmit)) return;
    event.preventDefault();
    if (isSubmit) first.click();
    else first.focus();
  };
  // A channel without a source cannot have publications; its page shows the first step.
  if (!entry?.available) return <Navigate to={`/${channel}`} replace />;
  return (
    <Page title={t('Add publication')} context={entry.name}>
      <Card flush foot={<Actions back={<LinkButton href={`#/${channel}`}>{t('Close')}</LinkButton>}>{null}</Actions>}>
        <div className="tabs-bar">
          <SearchField
            ref={field}
            label={t('Search services')}
            placeholder={t('Search')}
            value={query}
            onChange={setQuery}
            onKeyDown={fromField}
          />
          <Tabs
            label={t('Service category')}
            current={categoryOf(search.get('category'))}
            tabs={categories.map(({ id, text }) => ({
              id,
              text: t(text),
              href: id === 'all' ? address : `${address}?category=${id}`,
            }))}
          />
        </div>
        <div className="card-body">
          {found ? (
            <ServiceList
              ref={list}
              channel={channel}
              groups={groups}
              skills={skills}
              onLeave={() => field.current?.focus()}
            >
              <p className="dim">
                {t('Another platform?')}{' '}
                <a href={`${address}/rtmp`} onClick={toRtmp}>
                  {t('Use RTMP with the address of the service')}
                </a>
              </p>
            </ServiceList>
          ) : (
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
        </div>
      </Card>
    </Page>
  );
}

/** Falls back to the services of the channel if none were used in this browser. */
function useOffer(channel: string, category: ReturnType<typeof categoryOf>, query: string) {
  const recent = useSelector(({ preference }: RootState) => preference[RECENT_KEY]);
  const publications = useSelector((state: RootState) => publicationsOf(state, channel));
  const used = Object.values(publications).map(({ service }) => service);
  return offerIn(services, category, query, [...recentIn(recent), ...used], useResemblance());
}

/** null until loaded; before, the search only finds exact matches. */
function useResemblance(): typeof findResembling | null {
  const [search, setSearch] = useState<typeof findResembling | null>(null);
  useEffect(() => {
    import('../features/setup/addPublication/findResembling.ts').then(
      (chunk) => setSearch(() => chunk.findResembling),
      () => {},
    );
  }, []);
  return search;
}
