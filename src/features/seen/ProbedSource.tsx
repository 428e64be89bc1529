import { useTranslation } from 'react-i18next';
import { fpsOf } from '../../media/setUp.ts';
import type { Stream } from '../../media/streams.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Picture, Sound } from './Streams.tsx';

/** What a probe found: the same rows as of a stream that is live. */
export function ProbedSource({ video, audio }: { video: Stream; audio: Stream | null }) {
  const { t } = useTranslation();
  return (
    <section className="stack" aria-label={t('Found in the source')}>
      <DescriptionList>
        <Picture {...video} profile="" fps={fpsOf(video) || null} wanted={null} kbit={null} />
        {audio && <Sound codec={audio.codec} rate={audio.sampling_hz} channels={audio.channels} kbit={null} />}
      </DescriptionList>
      <p className="dim small">
        {t('Once it is live, the channel page shows the keyframe interval and the audio level.')}
      </p>
    </section>
  );
}
