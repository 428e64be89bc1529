/** An image that is not there leaves no broken sign; it may come later. */
export function hideMissingPictures() {
  for (const image of document.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) image.hidden = true;
    image.addEventListener('error', () => {
      image.hidden = true;
    });
    image.addEventListener('load', () => {
      image.hidden = false;
    });
  }
}

const isSeen = (element: Element) => {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
};

/** The snapshot of one channel in the list that is live and on the screen; `round` says whose turn it is. */
export function renewPicture(round: number) {
  const pictures = [...document.querySelectorAll<HTMLElement>('.picture')].filter(
    (picture) => picture.querySelector('.live:not([hidden])') !== null && isSeen(picture),
  );
  const image = pictures[round % Math.max(1, pictures.length)]?.querySelector<HTMLImageElement>('img');
  if (!image?.dataset.snapshot) return; // an image of the operator's stays
  // The one that is shown stays until the new one is there.
  const next = new Image();
  next.addEventListener('load', () => {
    image.src = next.src;
  });
  next.src = `${image.dataset.snapshot}?t=${Date.now()}`;
}
