import { ingestId } from '../../../api/processIds.ts';
import { askedIn, runTime, type WidgetFigures, widgetFigures } from '../../website/widgetFigures.ts';
import { all, here, type SitePage, write } from './sitePage.ts';

/** Hides the placeholder of a missing image, which may load later. */
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

/** Updates the snapshot of one visible live channel in the list; `round` selects it. */
function renewPicture(round: number) {
  const pictures = [...document.querySelectorAll<HTMLElement>('.picture')].filter(
    (picture) => picture.querySelector('.live:not([hidden])') !== null && isSeen(picture),
  );
  const image = pictures[round % Math.max(1, pictures.length)]?.querySelector<HTMLImageElement>('img');
  if (!image?.dataset.snapshot) return; // images chosen by the operator stay
  const next = new Image();
  next.addEventListener('load', () => {
    image.src = next.src;
  });
  next.src = `${image.dataset.snapshot}?t=${Date.now()}`;
}

const EVERY_MS = 2000;
/** Besides the page's own channel: limits the requests of a website with many channels. */
const OTHERS_A_ROUND = 2;

async function fetchFigures(channel: string): Promise<WidgetFigures | null> {
  const address = new URL(`api/v3/widget/process/${encodeURIComponent(ingestId(channel))}`, here());
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(8000) });
    return answer.ok ? widgetFigures(await answer.json()) : null;
  } catch {
    return null;
  }
}

function showFigure(figure: HTMLElement, text: string) {
  write(figure, text);
  const row = figure.closest<HTMLElement>('.figures > div');
  if (row) row.hidden = text === '–' || text === '0';
}

function hide(element: HTMLElement | null, hidden: boolean) {
  if (element) element.hidden = hidden;
}

function show(channel: string, figures: WidgetFigures | null, format: Intl.NumberFormat) {
  const texts: Record<string, string> = figures
    ? {
        now: format.format(figures.now),
        total: format.format(figures.total),
        time: figures.uptime === 0 ? '–' : runTime(figures.uptime),
      }
    : { now: '–', total: '–', time: '–' };
  for (const place of all(`[data-channel="${CSS.escape(channel)}"]`)) {
    for (const figure of place.querySelectorAll<HTMLElement>('[data-figure]'))
      showFigure(figure, texts[figure.dataset.figure ?? ''] ?? '');
    const [live, off, views] = ['.live', '.off', '.views'].map((part) => place.querySelector<HTMLElement>(part));
    hide(live ?? null, !figures || figures.uptime < 1);
    hide(off ?? null, !figures || figures.uptime >= 1);
    hide(views ?? null, !figures || figures.total === 0);
  }
}

export function watchFigures({ locale }: SitePage) {
  const format = new Intl.NumberFormat(locale);
  const shown = document.querySelector<HTMLElement>('[data-shown]')?.dataset.channel;
  if (shown === undefined) return;
  const listed = all('nav [data-channel]').map(({ dataset }) => dataset.channel ?? '');
  const others = listed.filter((channel) => channel !== shown);
  let round = 0;
  let busy = false;
  const update = async () => {
    if (document.hidden || busy) return;
    busy = true;
    const due = askedIn(round, shown, others, OTHERS_A_ROUND);
    await Promise.all(due.map(async (channel) => show(channel, await fetchFigures(channel), format)));
    renewPicture(round);
    round += 1;
    busy = false;
  };
  setInterval(update, EVERY_MS);
  document.addEventListener('visibilitychange', update);
  update();
}
