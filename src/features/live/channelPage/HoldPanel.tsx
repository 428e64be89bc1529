import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { clockOf } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { isProtected, type ShownHold } from '../../../media/hold/holdOf.ts';
import type { BackupStatus, HoldObstacle, HoldStatus } from '../../../media/hold/holdStatus.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useEachSecond } from '../../../ui/useEachSecond.ts';
import { holdOrdered, type WantedOnAir, type WithHold } from '../hold/slice.ts';
import { channelViewIn, shownControlIn, shownHoldIn, type WithVerdicts } from '../verdict/slice.ts';

const WHY: Readonly<Record<HoldStatus['why'], string>> = {
  ended: msg('The encoder has ended, or its connection was lost.'),
  late: msg('The encoder hangs: its connection is open, but nothing comes.'),
  blank: msg('The video of the source is still or black.'),
  order: msg('It was switched by hand.'),
  ...{ running: msg('The source is being checked.'), unknown: msg('The core did not say how the source was.') },
  ...{
    stopped: msg('The stream is stopped.'),
    limit: msg('The standby image was live for as long as its limit allows.'),
  },
};

const OBSTACLES: Readonly<Record<HoldObstacle | 'drawing', string>> = {
  drawing: msg('It is being drawn, which takes some seconds once the source sends.'),
  codec: msg('The video of the channel is not H.264. In the channel settings, encode it as H.264.'),
  'no-video': msg('The channel has no video. Add a video source in the channel settings.'),
  'audio-codec': msg('The audio of the channel is neither AAC nor MP3. In the channel settings, encode it as AAC.'),
  pictures: msg('The video of the channel is not 8-bit 4:2:0. In the channel settings, encode it as H.264.'),
  unreadable: msg('The segments of the channel could not be read. Check the source.'),
  image: msg('The image file could not be read. Save it again in the channel settings.'),
  failed: msg('The server could not draw it. The log of the core says why.'),
  'short-list': msg(
    'The playlist of the channel has fewer than five segments. In the channel settings, set its size to 6.',
  ),
  newer: msg('A newer version has stored the settings. Update the interface to change them.'),
};

const TITLES: Readonly<Record<ShownHold['status'], string>> = {
  none: '',
  waiting: msg('Waiting for the agent'),
  gone: msg('The agent does not respond'),
  cannot: msg('There is no standby image'),
  ready: msg('Protected by a standby image'),
  slate: msg('The standby image is live'),
  backup: msg('The backup source is live'),
};

const BACKUP_FAULTS: Partial<Record<BackupStatus['state'], string>> = {
  failing: msg('It sends nothing'),
  mismatch: msg('Its format differs, so it is not sent'),
};

const NO_BACKUPS: readonly BackupStatus[] = [];
const backupsIn = ({ hold: { sightings } }: WithHold, channel: string) =>
  sightings[channel]?.status?.backups ?? NO_BACKUPS;

function goingOnIn(state: WithVerdicts, channel: string): { n: number; m: number } {
  const readers = (channelViewIn(state, channel)?.publications ?? []).filter(
    ({ readsHold, status }) => readsHold === true && status !== 'off',
  );
  return { n: readers.filter(({ status }) => status === 'live').length, m: readers.length };
}

export function HoldPanel({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const hold = useSelector((state: WithVerdicts) => shownHoldIn(state, channel), sameJson);
  if (hold.status === 'none') return null;
  return (
    <Card title={t('Standby image')}>
      <div className="stack">
        <div role="status">
          <strong className={hold.status === 'gone' ? 'tone-warning' : ''}>{t(TITLES[hold.status])}</strong>
          <Words channel={channel} hold={hold} />
          {isProtected(hold) && <BackupFaults channel={channel} />}
        </div>
        <Orders channel={channel} hold={hold} />
      </div>
    </Card>
  );
}

function Words({ channel, hold }: { channel: string; hold: ShownHold }) {
  const { t } = useTranslation();
  switch (hold.status) {
    case 'none':
      return null;
    case 'waiting':
      return <p>{t('Protected publications begin as soon as it responds.')}</p>;
    case 'gone':
      return (
        <p>
          {t(
            'Publications that read the standby image get nothing more until it is back. It may have been stopped, or this server has none.',
          )}
        </p>
      );
    case 'cannot':
      return <p>{t(OBSTACLES[hold.obstacle])}</p>;
    case 'ready':
      return (
        <p>
          {hold.isOver
            ? t('It was live for as long as its limit allows. Publications begin again with the source.')
            : t('If the source fails, your platforms see it in place of an error, and the stream goes on.')}
        </p>
      );
    case 'slate':
      return <OnAir channel={channel} slate={hold} />;
    case 'backup':
      return <BackupOnAir channel={channel} backup={hold} />;
  }
}

function OnAir({ channel, slate }: { channel: string; slate: Extract<ShownHold, { status: 'slate' }> }) {
  const { t, i18n } = useTranslation();
  const { n, m } = useSelector((state: WithVerdicts) => goingOnIn(state, channel), shallowEqual);
  const clock = clockOf(i18n.language);
  const { since, why, limitAt } = slate;
  return (
    <>
      <p className="tabular">{t('Since {{time}}. {{why}}', { time: clock(since / 1000), why: t(WHY[why]) })}</p>
      <p className="tabular">
        {limitAt === null
          ? why === 'order'
            ? t('It stays until you go back to the source.')
            : t('It stays until the source is back.')
          : t('It ends at {{time}}, or as soon as the source is back.', { time: clock(limitAt / 1000) })}
      </p>
      <p>{t('Publications that go on: {{n}} of {{m}}', { n, m })}</p>
    </>
  );
}

function BackupOnAir({ channel, backup }: { channel: string; backup: Extract<ShownHold, { status: 'backup' }> }) {
  const { t, i18n } = useTranslation();
  const { n, m } = useSelector((state: WithVerdicts) => goingOnIn(state, channel), shallowEqual);
  const { since, why } = backup;
  return (
    <>
      <p className="tabular">
        {t('Backup {{n}}, since {{time}}. {{why}}', {
          ...{ n: backup.n, time: clockOf(i18n.language)(since / 1000), why: t(WHY[why]) },
        })}
      </p>
      <p>
        {why === 'order' ? t('It stays until you go back to the source.') : t('It stays until the source is back.')}
      </p>
      <p>{t('Publications that go on: {{n}} of {{m}}', { n, m })}</p>
    </>
  );
}

function BackupFaults({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const backups = useSelector((state: WithHold) => backupsIn(state, channel), sameJson);
  return backups.map(({ id, state }, place) => {
    const fault = BACKUP_FAULTS[state];
    return (
      fault !== undefined && (
        <p key={id} className="tone-warning">
          <a href={`#/${channel}/edit/standby`}>{t('Backup {{n}}', { n: place + 1 })}</a>
          {`: ${t(fault)}`}
        </p>
      )
    );
  });
}

const NO_WORDS = '\u00a0';

/** The agent reads orders every second and switches at the end of a segment. */
const PATIENCE_MS = 5000;

function Orders({ channel, hold }: { channel: string; hold: ShownHold }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const order = useSelector((state: WithHold) => state.hold.orders[channel]);
  const isLive = useSelector((state: WithVerdicts) => shownControlIn(state, channel).progress?.status === 'connected');
  const late = useEachSecond(() => order !== undefined && pageNow() - order.at > PATIENCE_MS);
  const give = (order: WantedOnAir) => dispatch(holdOrdered({ channel, wanted: order }));
  // An order that no backup can follow would wait, and be carried out much later.
  const hasBackup = useSelector((state: WithHold) =>
    backupsIn(state, channel).some((backup) => !(backup.state in BACKUP_FAULTS)),
  );
  const isHeld = hold.status === 'slate' || hold.status === 'backup';
  const isCut = isHeld && hold.why === 'order';
  const shows = order ? (late ? 'auto' : order.wanted) : isCut ? 'auto' : 'slate';
  const canSwitch = order !== undefined || isCut || hold.status === 'backup' || (hold.status === 'ready' && isLive);
  if (!canSwitch) return null;
  const canCutToBackup = hasBackup && hold.status !== 'backup' && order === undefined && !isCut;
  return (
    <div className="actions">
      {shows === 'slate' ? (
        <Button icon="camera" busy={order !== undefined && !late} onClick={() => give('slate')}>
          {t('Cut to standby image')}
        </Button>
      ) : shows === 'backup' ? (
        <Button icon="camera" busy>
          {t('Cut to backup')}
        </Button>
      ) : (
        <Button icon="back" busy={order !== undefined && !late} onClick={() => give('auto')}>
          {t('Back to the source')}
        </Button>
      )}
      {canCutToBackup && (
        <Button icon="camera" onClick={() => give('backup')}>
          {t('Cut to backup')}
        </Button>
      )}
      <p className="dim small" role="status">
        {order === undefined ? NO_WORDS : late ? t('This waits for the agent.') : t('This takes some seconds.')}
      </p>
    </div>
  );
}
