/** In the page: letters and pictures are there, nothing moves but what never ends, and what floats is inside again. */
export function isSettled(): boolean {
  // An open menu follows a resize a moment later.
  const inside = [...document.querySelectorAll('.MuiPopover-paper')].every((paper) => {
    const { left, right } = paper.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  // Images further down load when they are scrolled into view.
  const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  const decoded = seen.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return document.fonts.status === 'loaded' && decoded && moving.length === 0 && inside;
}
