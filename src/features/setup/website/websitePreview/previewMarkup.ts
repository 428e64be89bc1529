import { escapeMarkup } from '../../../../viewer/markup.ts';
import { STYLE_MARK } from '../../../../viewer/website/previewMessage.ts';
import { withHead } from '../../../../viewer/website/sandboxedPage.ts';

interface Places {
  /** The core as the interface reaches it, without a closing slash: what a page loads is relative to it. */
  root: string;
  /** Where this interface has its own files for viewers, with a closing slash. */
  viewer: string;
  /** The files there, as paths below the web root; other versions of some may stand on the core, or none yet. */
  files: readonly string[];
}

/** A page at its style elements: `rest` and `texts` in turn, the last of `rest` behind all of them. */
interface Parts {
  rest: string[];
  texts: string[];
}

/** In one pass, whatever an operator has written. */
function partsOf(page: string): Parts {
  const lower = page.toLowerCase();
  const rest: string[] = [];
  const texts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf('<style'); at >= 0; at = lower.indexOf('<style', at + 1)) {
    if (!/[\s>]/.test(lower.charAt(at + 6))) continue;
    const begin = lower.indexOf('>', at) + 1;
    const end = begin === 0 ? -1 : lower.indexOf('</style', begin);
    if (end < 0) break;
    rest.push(page.slice(from, begin));
    texts.push(page.slice(begin, end));
    from = end;
    at = end;
  }
  return { rest: [...rest, page.slice(from)], texts };
}

const sameTexts = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((text, i) => text === others[i]);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A page of the website as the frame of the preview shows it: its addresses lead to the core, but for the scripts and
 * styles of the website, which are those of this interface. Links lead nowhere: the frame may open nothing.
 */
export function previewMarkup(page: string, { root, viewer, files }: Places): string {
  const own = files.filter((path) => path.startsWith('playersite/')).map(literal);
  const ours = new RegExp(`(["'])\\.?/?(${own.join('|')})(?=["'?#])`, 'g');
  const found = own.length === 0 ? page : page.replace(ours, (_, quote, path) => `${quote}${viewer}${path}`);
  const base = `<base href="${escapeMarkup(root)}/" target="_blank">`;
  const { rest, texts } = partsOf(found);
  const marked = rest.map((part, i) =>
    i === texts.length ? part : `${part.replace(/<style([^<]*)$/i, `<style ${STYLE_MARK}="${i}"$1`)}${texts[i]}`,
  );
  return withHead(marked.join(''), base);
}

/** The texts of all styles of a page, where nothing else differs from the one that is shown; null where something does. */
export function changedStyles(shown: string, wanted: string): string[] | null {
  const [before, after] = [partsOf(shown), partsOf(wanted)];
  return sameTexts(before.rest, after.rest) ? after.texts : null;
}
