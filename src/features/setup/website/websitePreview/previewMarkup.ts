import { escapeMarkup } from '../../../../viewer/markup.ts';
import { STYLE_MARK } from '../../../../viewer/website/previewMessage.ts';
import { withHead } from '../../../../viewer/website/sandboxedPage.ts';

interface Places {
  /** Address of the core without a trailing slash; the base of relative addresses. */
  root: string;
  /** Address of the viewer files of this interface, with a trailing slash. */
  viewer: string;
  /** Paths of these files below the web root; the core may have other versions of them, or none. */
  files: readonly string[];
}

/** A page split at its style elements: `rest[0]`, `texts[0]`, `rest[1]`, … */
interface Parts {
  rest: string[];
  texts: string[];
}

/** A single pass keeps the time linear for any input. */
function partsOf(page: string): Parts {
  const lower = page.toLowerCase();
  const rest: string[] = [];
  const texts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf('<style'); at >= 0; at = lower.indexOf('<style', at + 1)) {
    if (!/[\s>]/.test(lower.charAt(at + 6))) continue;
    const start = lower.indexOf('>', at) + 1;
    const end = start === 0 ? -1 : lower.indexOf('</style', start);
    if (end < 0) break;
    rest.push(page.slice(from, start));
    texts.push(page.slice(start, end));
    from = end;
    at = end;
  }
  return { rest: [...rest, page.slice(from)], texts };
}

const sameTexts = (texts: readonly string[], others: readonly string[]) =>
  texts.length === others.length && texts.every((text, i) => text === others[i]);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Points addresses of a page to the core, except scripts and styles of this interface. Links are disabled. */
export function previewMarkup(page: string, { root, viewer, files }: Places): string {
  const own = files.filter((path) => path.startsWith('playersite/')).map(literal);
  const ownFiles = new RegExp(`(["'])\\.?/?(${own.join('|')})(?=["'?#])`, 'g');
  const found = own.length === 0 ? page : page.replace(ownFiles, (_, quote, path) => `${quote}${viewer}${path}`);
  const base = `<base href="${escapeMarkup(root)}/" target="_blank">`;
  const { rest, texts } = partsOf(found);
  const marked = rest.map((part, i) =>
    i === texts.length ? part : `${part.replace(/<style([^<]*)$/i, `<style ${STYLE_MARK}="${i}"$1`)}${texts[i]}`,
  );
  return withHead(marked.join(''), base);
}

/** Returns the styles of a page if nothing else differs from the one shown; otherwise null. */
export function changedStyles(shown: string, next: string): string[] | null {
  const [before, after] = [partsOf(shown), partsOf(next)];
  return sameTexts(before.rest, after.rest) ? after.texts : null;
}
