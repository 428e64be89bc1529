/** Runs in the page: fonts and images are loaded, finite animations have ended, popovers are inside the window. */
export function isSettled(): boolean {
  // Menus are repositioned shortly after a resize.
  const isInside = [...document.querySelectorAll('.MuiPopover-paper')].every((paper) => {
    const { left, right } = paper.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  const images = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  const decoded = images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return document.fonts.status === 'loaded' && decoded && moving.length === 0 && isInside;
}
