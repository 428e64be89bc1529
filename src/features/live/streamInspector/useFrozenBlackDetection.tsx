import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { brightness, GRID, type PictureHistory, pictureAfter } from '../../../media/hls/segment/frozenPicture.ts';
import { pageNow } from '../../../media/run/pageClock.ts';
import { playerVideoElement } from '../../../ui/player/LiveVideo.tsx';
import { PACE } from '../../shared/polling/pace.ts';
import { pictureSeen } from './slice.ts';

/** Returns the preview scaled down, or null if it is paused or its pixels are not readable. */
function cellsOf(brush: CanvasRenderingContext2D | null): Uint8Array | null {
  const video = playerVideoElement();
  if (!brush || !video || video.paused || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  try {
    brush.drawImage(video, 0, 0, GRID.width, GRID.height);
    return brightness(brush.getImageData(0, 0, GRID.width, GRID.height).data);
  } catch {
    return null;
  }
}

export function useFrozenBlackDetection() {
  const dispatch = useDispatch();
  useEffect(() => {
    const canvas = Object.assign(document.createElement('canvas'), GRID);
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    let before: PictureHistory | null = null;
    let played = -1;
    const sample = () => {
      const cells = cellsOf(brush);
      const at = playerVideoElement()?.currentTime ?? -1;
      // A player that waits for data shows a still that is not part of the source.
      const after = pictureAfter(before, at === played ? null : cells, pageNow());
      played = at;
      const changed = after?.frozenSince !== before?.frozenSince || after?.blackSince !== before?.blackSince;
      before = after;
      if (changed)
        dispatch(pictureSeen({ frozenSince: after?.frozenSince ?? null, blackSince: after?.blackSince ?? null }));
    };
    const timer = setInterval(sample, PACE.picture.everyMs);
    return () => clearInterval(timer);
  }, [dispatch]);
}
