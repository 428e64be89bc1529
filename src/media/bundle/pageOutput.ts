import type { InstalledProcess } from './installation.ts';

/** Names that a browser shows as a page or runs, wherever an option, a list or a filter may end them. */
const PAGE_NAME = /\.(?:[xs]?html?|svgz?|m?js|css|xml|xsl|wasm|pdf|%v)(?![\w./-])/i;

/** Addresses of other servers, such as that of an encoder's home page. */
const REMOTE = /https?:\/\/[^\s"'|\]{]*/gi;

/** Writes attachments of the input into files. */
const WRITING_INPUT = /^-dump_attachment/;

type Names = readonly (readonly [name: string, value: string])[];

/** The core fills in its placeholders in this order. */
const fillNames = (text: string, names: Names): string =>
  names.reduce(
    (filled, [name, value]) => filled.replace(new RegExp(`\\{${name}(?:[,^][^}]*)?\\}`, 'g'), () => value),
    text,
  );

const isPage = (text: string, names: Names): boolean =>
  PAGE_NAME.test(fillNames(text, names).replace(REMOTE, '').replace(/[\\']/g, ''));

/**
 * Returns the part of a command that could write a page to the disk of the core, whose web server would give it the
 * rights of the interface; null without one.
 *
 * @param process with its secrets, because a name could consist of them
 */
export function pageOutputOf({ id, reference, config }: InstalledProcess): 'input' | 'output' | 'options' | null {
  const names: Names = [
    ['processid', id],
    ['reference', reference],
  ];
  if (config.options.some((option) => isPage(option, names))) return 'options';
  const isPageOutput = ({ id: outputid, address, options }: (typeof config.output)[number]) =>
    [address, ...options].some((text) => isPage(text, [['outputid', outputid], ...names]));
  if (config.output.some(isPageOutput)) return 'output';
  return config.input.some(({ options }) => options.some((option) => WRITING_INPUT.test(option))) ? 'input' : null;
}
