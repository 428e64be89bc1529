import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { clockOf, formatDuration, formatNumber, formatSpan } from '../../../i18n/format.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { playlistPath } from '../../../media/hls/hlsFiles.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { type Tally, wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { StateWord } from '../../../ui/feedback/StateChip.tsx';
import { MeterFill } from '../../../ui/frame/Meter.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { LiveVideo } from '../../../ui/player/LiveVideo.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { useVisible } from '../../../ui/viewportHooks.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithLevels } from '../audioLevels/slice.ts';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import { useSnapshot } from '../channelList/useSnapshot.tsx';
import { useCountsText } from '../publication/useCountsText.tsx';
import type { WithShownChannels } from '../shownChannels/slice.ts';
import { furtherOf, type Short, type VerdictState } from '../verdict/slice.ts';
import { useVerdictText } from '../verdict/useVerdictText.tsx';
import { type Entry, entryIn, isPast, needsWords, oldSnapshot, snapshotAge } from './channelEntry.ts';

interface TileProps {
  channel: Channel;
  /** Tiles far from the view show only the name, unless they play. */
  near: boolean;
  playing: boolean;
  onPlay: (on: boolean) => void;
}

const UNREAD: Entry = { short: null, verdict: null, uptime: null };

export function Tile({ channel: { id, name, available }, near, playing, onPlay }: TileProps) {
  const { t } = useTranslation();
  const shown = near || playing;
  const entry = useSelector((state: VerdictState) => (shown ? entryIn(state, id) : UNREAD), sameJson);
  const live = !isPast(entry);
  const video = playing && live;
  return (
    <article className="channel-tile" data-far={!shown || undefined}>
      <div className="channel-tile-picture" data-past={isPast(entry) || undefined}>
        {video ? <Video channel={id} label={name} /> : shown && <Snapshot channel={id} />}
      </div>
      <h2 className="channel-tile-name">
        <Link to={`/${id}`} className="channel-tile-link">
          <TruncatedName of={name} />
        </Link>
      </h2>
      {shown && (available ? <State entry={entry} /> : <p className="small dim">{t('Not set up yet')}</p>)}
      {live && <Level channel={id} name={name} />}
      {needsWords(entry.verdict) && <Problem verdict={entry.verdict} tone={entry.short?.tone} />}
      {entry.verdict && <Counts tally={entry.verdict.tally} />}
      {live && (
        <div className="channel-tile-tools">
          <Button kind="quiet" icon={video ? 'hide' : 'play'} onClick={() => onPlay(!playing)}>
            {video ? t('Hide video') : t('Show video')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        </div>
      )}
    </article>
  );
}

function State({ entry: { short, verdict, uptime } }: { entry: Entry }) {
  const { t, i18n } = useTranslation();
  if (!short) return <p className="small dim">{t('Loading …')}</p>;
  const since = verdict?.since ?? null;
  // For live channels a duration, for others the time of the change.
  const when =
    short.state === 'connected' && !short.held
      ? uptime !== null && formatDuration(uptime, i18n.language)
      : since !== null && !isTimed(verdict) && t('since {{time}}', { time: clockOf(i18n.language)(since / 1000) });
  return (
    <p className="channel-tile-state small">
      <StateWord {...short} />
      {when && <span className="dim tabular">{when}</span>}
    </p>
  );
}

const isTimed = (verdict: Verdict | null) =>
  needsWords(verdict) &&
  verdict.sentences.some(({ values }) => Object.values(values).some((v) => typeof v === 'object' && 'at' in v));

/** Shows the audio level, because the tiles play no sound. */
function Level({ channel, name }: { channel: string; name: string }) {
  const { t, i18n } = useTranslation();
  const level = useSelector(({ audioLevels: levels }: WithLevels) => levels[channel]);
  if (level?.status !== 'loud') {
    const isSilent = level?.status === 'silent';
    const word = level === undefined ? '–' : isSilent ? t('Silence: nothing is heard') : t('No audio');
    return (
      <p className={`channel-tile-level small ${isSilent ? 'tone-warning' : 'dim'}`}>
        {isSilent && <Icon name="alert" size={16} />}
        <span className="visually-hidden">{t('Audio level')}:</span> {word}
      </p>
    );
  }
  const words = t('{{n}} dBFS', { n: formatNumber(level.dbfs, i18n.language) });
  return (
    <p className="channel-tile-level small dim tabular">
      {/* biome-ignore lint/a11y/useSemanticElements: the element of this name has no part that can be styled everywhere */}
      <span
        role="meter"
        className="meter-bar"
        aria-label={`${t('Audio level')}: ${name}`}
        aria-valuemin={-60}
        aria-valuemax={0}
        aria-valuenow={level.dbfs}
        aria-valuetext={words}
      >
        <MeterFill share={level.share} tone="tone-accent" />
      </span>
      {words}
    </p>
  );
}

function Problem({ verdict, tone }: { verdict: Verdict; tone: Short['tone'] | undefined }) {
  const text = useVerdictText(verdict)
    .slice(0, verdict.sentences.filter((sentence) => sentence.text !== '').length)
    .join(' ');
  const further = furtherOf(verdict);
  return (
    <p className={`channel-tile-problem small tone-${tone}`} title={text}>
      {text}
      {further > 0 && ` +${further}`}
    </p>
  );
}

function Counts({ tally }: { tally: Tally }): ReactNode {
  const { t } = useTranslation();
  const counts = useCountsText()(tally);
  if (wantedOf(tally) === 0) return null;
  return <p className="small dim tabular">{t('Publications: {{counts}}', { counts })}</p>;
}

const addressIn = ({ session }: WithSession) => coreInfoOf(session)?.address;

function Snapshot({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const snapshot = useSnapshot(channel);
  const takenAt = useSelector(({ shownChannels: overview }: WithShownChannels) => overview.snapshots[channel]);
  const old = useEachSecond((now) => oldSnapshot(takenAt, now));
  const age = useEachSecond((now) => snapshotAge(takenAt, now));
  if (!snapshot) return <Icon name="camera" size={32} />;
  return (
    <>
      <img {...snapshot} alt="" loading="lazy" />
      {age !== null && (
        <span className="channel-tile-age small tabular" data-scheme="dark">
          {old === null
            ? t('{{length}} ago', { length: formatSpan(age, i18n.language) })
            : t('Snapshot from {{time}}', { time: clockOf(i18n.language)(old) })}
        </span>
      )}
    </>
  );
}

function Video({ channel, label }: { channel: string; label: string }) {
  const visible = useVisible();
  const address = useSelector(addressIn);
  const { storage } = useSelector((state: WithChannels) => deliveryIn(state, channel));
  if (!visible || address === undefined) return null;
  return <LiveVideo address={`${address}/${playlistPath(channel, storage)}`} poster={null} label={label} />;
}
