import { figureLines, type Sample, withSample } from '../player/playbackFigures.ts';
import { makeElement } from './makeElement.ts';
import type { PlayerStream, Say } from './stream/playerStreamTypes.ts';

const EVERY_MS = 1000;

/** How the playback is doing, every second, for who asked. `now`: the server's clock in ms. */
export function createFiguresPanel(stream: PlayerStream, now: () => number, say: Say) {
  const panel = makeElement('dl', 'watch-figures');
  panel.setAttribute('aria-label', say('Statistics'));
  panel.hidden = true;
  let samples: Sample[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  const read = () => {
    if (document.hidden) return;
    samples = withSample(samples, sampleOf(stream, now()));
    panel.replaceChildren(
      ...figureLines(samples).map(([name, figure]) =>
        makeElement('div', '', makeElement('dt', '', say(name)), makeElement('dd', '', figure)),
      ),
    );
  };
  const show = (shown: boolean) => {
    panel.hidden = !shown;
    clearInterval(timer);
    timer = shown ? setInterval(read, EVERY_MS) : undefined;
    samples = [];
    if (shown) read();
  };
  return { panel, show, toggle: () => show(panel.hidden !== false), end: () => clearInterval(timer) };
}

function sampleOf(stream: PlayerStream, at: number): Sample {
  const video = stream.video();
  const quality = video?.getVideoPlaybackQuality?.();
  const ranges = video?.buffered;
  const time = video?.currentTime ?? 0;
  let buffered: number | null = null;
  for (let i = 0; ranges && i < ranges.length; i += 1)
    if (ranges.start(i) <= time && time <= ranges.end(i)) buffered = ranges.end(i) - time;
  return {
    at,
    buffered,
    ...stream.figures(),
    dropped: quality?.droppedVideoFrames ?? null,
    decoded: quality?.totalVideoFrames ?? null,
    width: video?.videoWidth ?? 0,
    height: video?.videoHeight ?? 0,
  };
}
