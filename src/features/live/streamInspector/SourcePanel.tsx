import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { clockOf, formatNumber, formatRate } from '../../../i18n/format.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { ExpectedStream } from '../../../media/process/expectedStreams.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { Dash } from '../../../ui/layout/Figures.tsx';
import { InfoNote } from '../../../ui/overlays/Popover.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import type { WithChannels } from '../channel/slice.ts';
import { arrivingFpsIn, isCatchingUpIn, receivedKbitIn, sentToIn } from '../ingest/selectors.ts';
import { isLiveIn } from '../status/slice.ts';
import { LazyPanelsContext } from './LazyPanelsContext.tsx';
import { Levels } from './Levels.tsx';
import { type Remark, remarksOf, unencodedFps, withoutTold } from './remarks.ts';
import { Picture, Sound } from './Streams.tsx';
import { type InspectorState, type StreamLook, sourceClosed, sourceOpened, type WithInspector } from './slice.ts';
import { useFrozenBlackDetection } from './useFrozenBlackDetection.tsx';

function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  return remarks.map((remark) => (
    <RemarkAlert key={remark.kind === 'changed' ? `changed ${remark.of}` : remark.kind} remark={remark} />
  ));
}

function RemarkAlert({ remark }: { remark: Remark }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const listed = (names: readonly string[]) => new Intl.ListFormat(language).format(names);
  const tenths = (value: number) =>
    formatNumber(value, language, Number.isInteger(Math.round(value * 10) / 10) ? 0 : 1);
  switch (remark.kind) {
    case 'silent':
      return (
        <Alert tone="warning" title={t('No audio')}>
          {t('The audio level is below −60 dBFS. Check the mixer, and make sure the source is not muted.')}
        </Alert>
      );
    case 'black':
      return (
        <Alert tone="warning" title={t('The video is black')}>
          {t('Check the scene in the encoder, and make sure the camera is on.')}
        </Alert>
      );
    case 'frozen':
      return (
        <Alert tone="warning" title={t('The video is frozen')}>
          {t('Nothing moves. If this is not a still image, check the camera and the encoder.')}
        </Alert>
      );
    case 'keyframe':
      return (
        <Alert tone="warning" title={t('Keyframe every {{n}} s', { n: tenths(remark.n) })}>
          {t(
            '{{platforms}}: {{best}} s recommended, {{most}} s at most. In OBS: Settings, Output, Keyframe interval.',
            {
              platforms: listed(remark.platforms),
              best: remark.best,
              most: remark.most,
            },
          )}
        </Alert>
      );
    case 'slow':
      return (
        <Alert
          tone="warning"
          title={t('{{seen}} of {{wanted}} frames per second', {
            seen: tenths(remark.fps),
            wanted: tenths(remark.wanted),
          })}
        >
          {t('The encoder or its connection is too slow. Use a smaller size, a lower frame rate or a faster preset.')}
        </Alert>
      );
    case 'hole':
      return (
        <Alert tone="warning" title={t('{{n}} s are missing in the stream', { n: tenths(remark.n) })}>
          {t('Check the network connection of the source.')}
        </Alert>
      );
    case 'bitrate':
      return (
        <Alert tone="warning" title={t('The video bitrate is {{rate}}', { rate: formatRate(remark.kbit, language) })}>
          {t('The limit of {{platforms}} is {{rate}}. Lower the bitrate in the encoder, or encode the publication.', {
            platforms: listed(remark.platforms),
            rate: formatRate(remark.most, language),
          })}
        </Alert>
      );
    case 'changed': {
      const { codec, width, height } = remark.stored;
      const before =
        remark.of === 'video' && width > 0 ? `${t(codecName(codec))} ${width}×${height}` : t(codecName(codec));
      return (
        <Alert tone="warning" title={t('The source has changed since it was set up')}>
          {t('It was set up as {{was}}. Check the source in the channel settings.', {
            was: before,
          })}
        </Alert>
      );
    }
  }
}

const NONE: Channel['egresses'] = {};

export function SourcePanel({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const later = use(LazyPanelsContext);
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(sourceOpened(channel));
    return () => {
      dispatch(sourceClosed());
    };
  }, [dispatch, channel]);
  useFrozenBlackDetection();
  const inspector = useSelector((state: WithInspector) => state.streamInspector);
  const egresses = useSelector(
    (state: WithChannels) => state.channel.list.find(({ id }) => id === channel)?.egresses ?? NONE,
  );
  const sentTo = useSelector(sentToIn);
  const now = useEachSecond((at) => at);
  const services = Object.values(egresses).map(({ service }) => service);
  return (
    <Card title={t('Source')}>
      <div className="health-place">{later && <later.HealthBar of="source" name={t('Source')} />}</div>
      <p className="bar-ends dim small" aria-hidden>
        <span>{t('{{n}} min ago', { n: 5 })}</span>
        <span>{t('now')}</span>
      </p>
      {inspector.setUp?.assumed && <SetByHand channel={channel} seen={inspector.look.status === 'seen'} />}
      {inspector.look.status === 'seen' ? (
        <>
          <Remarks remarks={withoutTold(remarksOf(inspector, services, now), sentTo.split(' ').filter(Boolean))} />
          <Figures look={inspector.look} seen={inspector} />
        </>
      ) : inspector.look.status === 'unreadable' ? (
        <p className="dim small">{t('The stream is there, but its segments cannot be read here.')}</p>
      ) : (
        <Places seen={inspector} />
      )}
    </Card>
  );
}

/** Without a probe, the stored source is only what an operator entered. */
function SetByHand({ channel, seen }: { channel: string; seen: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="log-tools">
      <p className="badge">{seen ? t('Set by hand') : t('Set by hand, not seen yet')}</p>
      <a href={`#/${channel}/edit/source/video`}>{t('Probe the source')}</a>
    </div>
  );
}

function Places({ seen }: { seen: InspectorState }) {
  const { t } = useTranslation();
  const isLive = useSelector(isLiveIn);
  const rows = [t('Frame rate'), t('Keyframe interval'), t('Audio'), t('Audio level, left'), t('Audio level, right')];
  return (
    <DescriptionList>
      <Description label={t('Video')}>
        <span className="dim">{isLive ? t('Measuring …') : t('The figures appear when the stream is live.')}</span>
      </Description>
      {rows.map((label) => (
        <Description key={label} label={label}>
          <Dash />
        </Description>
      ))}
      <Delay delay={null} />
      <Sending seen={seen} />
    </DescriptionList>
  );
}

function Figures({
  look: { figures, loudness },
  seen,
}: {
  look: Extract<StreamLook, { status: 'seen' }>;
  seen: InspectorState;
}) {
  const { t, i18n } = useTranslation();
  const { video, audio } = figures;
  const encoded = seen.setUp?.video?.encoded === true;
  const seconds = video?.keyframeSeconds ?? null;
  const sent = (
    <DescriptionList>
      {video && (
        <Picture
          codec={video.codec}
          width={video.width ?? 0}
          height={video.height ?? 0}
          profile={[video.profile, video.level && t('level {{level}}', { level: video.level })]
            .filter(Boolean)
            .join(', ')}
          fps={video.fps}
          wanted={unencodedFps(figures, seen.setUp?.video ?? null)}
          kbit={video.kbit}
        />
      )}
      {seconds !== null && (
        <Description label={t('Keyframe interval')}>
          {t('{{n}} s', {
            n: formatNumber(seconds, i18n.language, Math.abs(seconds - Math.round(seconds)) < 0.05 ? 0 : 1),
          })}
        </Description>
      )}
      {audio ? (
        <Sound codec={audio.codec} rate={audio.rate} channels={audio.channels} kbit={audio.kbit} />
      ) : (
        <Description label={t('Audio')}>{t('none')}</Description>
      )}
      {loudness && <Levels levels={loudness.channels} />}
      <Delay delay={seen.delay} />
      <Sending seen={seen} />
    </DescriptionList>
  );
  if (!encoded) return sent;
  return (
    <div className="pair">
      <Arriving expected={seen.setUp?.video ?? null} />
      <section>
        <h3>{t('Sent')}</h3>
        {sent}
      </section>
    </div>
  );
}

/** Size from the set-up, rates from the running process. */
function Arriving({ expected }: { expected: ExpectedStream | null }) {
  const { t } = useTranslation();
  const fps = useSelector(arrivingFpsIn);
  const catchingUp = useSelector(isCatchingUpIn);
  const kbit = useSelector(receivedKbitIn);
  if (!expected) return null;
  const { codec, width, height } = expected;
  return (
    <section>
      <h3>{t('Arrives')}</h3>
      <DescriptionList>
        <Picture
          {...{ codec, width, height, kbit, fps, catchingUp }}
          profile=""
          wanted={expected.fps > 0 ? expected.fps : null}
        />
      </DescriptionList>
    </section>
  );
}

function Delay({ delay }: Pick<InspectorState, 'delay'>) {
  const { t } = useTranslation();
  return (
    <Description label={t('Delay')}>
      {delay ? <DelaySpan delay={delay} /> : <Dash />}
      <InfoNote
        about={t('Delay')}
        text={t(
          'The delay is measured in the preview, from the server to this screen. The way to the server comes on top.',
        )}
      />
    </Description>
  );
}

function DelaySpan({ delay: { least, most } }: { delay: NonNullable<InspectorState['delay']> }) {
  const { t } = useTranslation();
  return least === most ? t('{{n}} s', { n: least }) : t('{{least}} to {{most}} s', { least, most });
}

/** Cores list no sender without session counting, so only the protocol is shown. */
function Sending({ seen: { sender, setUp } }: { seen: InspectorState }) {
  const { t, i18n } = useTranslation();
  const by = sender?.by ?? setUp?.push?.type;
  if (by === undefined) return null;
  const since = sender?.since ?? null;
  return (
    <Description label={t('Sent by')}>
      {[
        by.toUpperCase(),
        ...(sender && sender.from !== '' ? [sender.from] : []),
        ...(since === null ? [] : [t('since {{time}}', { time: clockOf(i18n.language)(since) })]),
      ].join(' · ')}
    </Description>
  );
}
