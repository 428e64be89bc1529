import { Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { ingestId } from '../api/processIds.ts';
import { channelClosed, channelOpened } from '../features/live/channel/slice.ts';
import { ControlBar, RemoteBar, StreamControl } from '../features/live/channelPage/ControlBar.tsx';
import { PlaybackAddressesCard } from '../features/live/channelPage/PlaybackAddressesCard.tsx';
import { PreviewArea } from '../features/live/channelPage/PreviewArea.tsx';
import { SetupInvitation } from '../features/live/channelPage/SetupInvitation.tsx';
import { StreamFigures } from '../features/live/channelPage/StreamFigures.tsx';
import { VerdictBar } from '../features/live/channelPage/VerdictBar.tsx';
import { unreadIn } from '../features/live/ingest/selectors.ts';
import { PublicationsCard } from '../features/live/publication/PublicationsCard.tsx';
import { publicationsOf } from '../features/live/publication/publicationState.ts';
import { RecordButton } from '../features/live/publication/RecordButton.tsx';
import { isAbsentIn } from '../features/live/status/slice.ts';
import { LazyPanelsContext } from '../features/live/streamInspector/LazyPanelsContext.tsx';
import { FiveMinuteGraphDisclosure } from '../features/live/timeline/FiveMinuteGraphDisclosure.tsx';
import { ChannelProblemsChip } from '../features/live/verdict/ChannelProblemsChip.tsx';
import { shortIn, shownHoldIn, shownVerdictIn } from '../features/live/verdict/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import { ProcessDialogs } from '../features/shared/processDetails/ProcessDialogs.tsx';
import { outputName, roleOf } from '../media/channel/publicationOutputs.ts';
import { useStateWord } from '../ui/feedback/StateChip.tsx';
import { Card, Columns } from '../ui/layout/Card.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { useAfterFirstPicture } from '../ui/player/preparedVideo.ts';
import { useNarrowViewport } from '../ui/viewportHooks.ts';

/** Last in its column, because it appears late and grows, which must not move other cards. */
function HoldPlace({ channel }: { channel: string }) {
  const later = use(LazyPanelsContext);
  const isRead = useSelector((root: RootState) => shownHoldIn(root, channel).status !== 'none');
  return (
    later &&
    isRead && (
      <Suspense fallback={<div className="card later-place" />}>
        <later.HoldPanel channel={channel} />
      </Suspense>
    )
  );
}

export default function ChannelScreen() {
  const { channel = '' } = useParams();
  const name = useSelector((state: RootState) => nameOf(state, channel));
  const available = useSelector((state: RootState) =>
    state.channel.list.some((entry) => entry.id === channel && entry.available),
  );
  // A channel that was just set up counts as starting.
  const absent = useSelector((state: RootState) => isAbsentIn(state) && state.ingest.asked === null);
  const dispatch = useDispatch();
  useEffect(() => {
    if (!available) return;
    dispatch(channelOpened(channel));
    return () => {
      dispatch(channelClosed());
    };
  }, [dispatch, channel, available]);
  if (absent || !available) return <SetupInvitation channel={channel} name={name} />;
  return <OnAir channel={channel} name={name} />;
}

const nameOf = ({ channel: { list } }: RootState, id: string) => list.find((channel) => channel.id === id)?.name ?? '';

/** The publication whose settings the verdict links to. */
const linkedIn = (root: RootState, channel: string): string | null =>
  shownVerdictIn(root, channel).remedies.find((remedy) => remedy.act === 'edit')?.id ?? null;

function OnAir({ channel, name }: { channel: string; name: string }) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  const narrow = useNarrowViewport();
  // The picture comes first; what does not affect its size is rendered later, in slices.
  const complete = useAfterFirstPicture();
  const isLoaded = useSelector((root: RootState) => shownVerdictIn(root, channel).kind !== 'loading');
  // A failed request must not be shown as loading.
  const unread = useSelector((root: RootState) => unreadIn(root) !== null);
  const stateWord = useStateWord(useSelector(shortIn, shallowEqual));
  const publications = useSelector((root: RootState) => publicationsOf(root, channel));
  const linked = useSelector((root: RootState) => linkedIn(root, channel));
  const record = <RecordButton channel={channel} compact={narrow} />;
  return (
    <Page title={isLoaded || unread ? stateWord : t('Loading …')} context={name} quiet>
      <VerdictBar channel={channel} />
      <StreamControl key={channel} channel={channel}>
        <Columns
          main={
            <Card flush foot={narrow ? undefined : <ControlBar channel={channel} record={record} />}>
              <PreviewArea channel={channel} chip={<ChannelProblemsChip />} />
              {(complete || !narrow) && (
                <>
                  <StreamFigures channel={channel} />
                  <FiveMinuteGraphDisclosure channel={channel} />
                </>
              )}
            </Card>
          }
          side={
            complete && (
              <>
                <PublicationsCard channel={channel} linked={linked} />
                <PlaybackAddressesCard channel={channel} />
                <HoldPlace channel={channel} />
              </>
            )
          }
          below={
            complete &&
            later && (
              <Suspense fallback={<div className="card later-place" />}>
                <later.SourcePanel channel={channel} />
                <later.Timeline channel={channel} />
                <later.HoldNote channel={channel} />
              </Suspense>
            )
          }
        />
        {narrow && complete && <RemoteBar channel={channel} record={record} />}
      </StreamControl>
      <ProcessDialogs
        id={ingestId(channel)}
        outputOf={(id) => roleOf(publications, id)}
        nameOf={(id) => (id in publications ? outputName(publications, id, t) : null)}
      />
    </Page>
  );
}
