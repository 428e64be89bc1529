import { useTranslation } from 'react-i18next';
import { isAssumed } from '../../../media/encoding/profile.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import { judgeLevel, type Level } from '../../../media/hls/segment/loudness.ts';
import { expectedFps } from '../../../media/process/expectedStreams.ts';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import type { ProbePicture } from './captureProbePicture.ts';
import { Bar } from './Levels.tsx';
import { Picture, Sound } from './Streams.tsx';

interface ProbedSourceProps {
  video: Stream;
  audio: Stream | null;
  picture: ProbePicture;
}

export function ProbedSource({ video, audio, picture }: ProbedSourceProps) {
  const { t } = useTranslation();
  return (
    <section className="probed" aria-label={t('Found in the source')}>
      {picture.status !== 'none' && <Frame video={video} picture={picture} />}
      <div className="stack">
        {isAssumed(video) && <p className="badge">{t('Set by hand, not seen yet')}</p>}
        <DescriptionList>
          <Picture {...video} profile="" fps={expectedFps(video) || null} wanted={null} kbit={null} />
          {audio && <Sound codec={audio.codec} rate={audio.sampling_hz} channels={audio.channels} kbit={null} />}
          {picture.status === 'taken' && picture.level && <LevelInWords level={picture.level} />}
        </DescriptionList>
      </div>
    </section>
  );
}

/** Describes the level in words, for operators who do not know decibels. */
function LevelInWords({ level }: { level: Level }) {
  const { t } = useTranslation();
  const words = { silent: t('silent'), quiet: t('quiet'), good: t('good'), loud: t('too loud') };
  const judged = judgeLevel(level);
  return (
    <Description label={t('Audio level')}>
      <span className="level">
        <Bar name={t('Audio level')} rms={level.rms} words={words[judged]} warning={judged !== 'good'} />
        {words[judged]}
      </span>
    </Description>
  );
}

function Frame({ video: { width, height }, picture }: Pick<ProbedSourceProps, 'video' | 'picture'>) {
  const { t } = useTranslation();
  const shape = width > 0 && height > 0 ? { aspectRatio: `${width} / ${height}` } : {};
  return (
    <div className="thumb-picture" style={shape}>
      {picture.status === 'taking' && <WaitingNote text={t('Capturing a frame …')} />}
      {picture.status === 'taken' && <img src={picture.image} alt={t('What the source shows')} />}
      {picture.status === 'failed' && <p className="dim small">{t('No frame could be captured.')}</p>}
    </div>
  );
}
