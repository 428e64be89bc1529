import handlebars from 'handlebars';
import { plain, TemplateError } from './storedTemplate.ts';

/** Last argument of a helper; `fn` and `inverse` only for blocks. */
interface HelperOptions {
  name: string;
  loc: hbs.AST.SourceLocation;
  fn?: (context: unknown) => string;
  inverse?: (context: unknown) => string;
}

const faultAt = (message: string, { loc }: HelperOptions) => new handlebars.Exception(message, { type: '', loc });

const engine = handlebars.create();

function registerComparison(name: string, holds: (a: unknown, b: unknown) => boolean) {
  engine.registerHelper(name, function (this: unknown, ...args: unknown[]) {
    const options: HelperOptions = Object(args.at(-1));
    if (args.length !== 3 || !options.fn || !options.inverse)
      throw faultAt(`#${name} is a block and requires exactly two arguments`, options);
    return holds(args[0], args[1]) ? options.fn(this) : options.inverse(this);
  });
}
registerComparison('ifEquals', (a, b) => a === b);
registerComparison('ifnoteq', (a, b) => a !== b);
// The engine's own helper omits the line.
engine.registerHelper('helperMissing', (...args: unknown[]) => {
  const options: HelperOptions = Object(args.at(-1));
  if (args.length > 1) throw faultAt(`Missing helper: "${options.name}"`, options);
});
// The output would go to the worker's console.
engine.unregisterHelper('log');
engine.registerHelper('log', () => '');

export function renderTemplate(template: string, data: object): string {
  const text = plain(template);
  try {
    return engine.compile(text)(data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new TemplateError(worded(message), lineOf(error, message, text));
  }
}

/** Reduces the message to one line, without location and arrow. */
const worded = (message: string) =>
  message
    .replace(/ - \d+:\d+$/, '')
    .split('\n')
    .filter((line) => !/^-*\^$/.test(line.trim()))
    .join(' ')
    .trim();

function lineOf(error: unknown, message: string, text: string): number | null {
  const reported: unknown = Reflect.get(Object(error), 'lineNumber');
  if (typeof reported === 'number') return reported;
  const [, parsed] = /\bon line (\d+)/.exec(message) ?? [];
  return parsed === undefined ? lineOfNode(message, text) : Number(parsed);
}

function lineOfNode(message: string, text: string): number | null {
  const [, partial] = /^The partial (.+) could not be found/.exec(message) ?? [];
  const [, block] = /#(\w+)/.exec(message) ?? [];
  if (partial === undefined && block === undefined) return null;
  const isMeant = (node: hbs.AST.Node) =>
    partial === undefined
      ? node.type === 'BlockStatement' && called(node, 'path') === block && Reflect.get(node, 'params')?.length !== 1
      : node.type.startsWith('Partial') && called(node, 'name') === partial;
  return nodesIn(engine.parse(text)).find(isMeant)?.loc.start.line ?? null;
}

const called = (node: object, member: 'path' | 'name'): unknown =>
  Reflect.get(Object(Reflect.get(node, member)), 'original');

const isNode = (value: unknown): value is hbs.AST.Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'loc' in value;

function nodesIn(value: unknown): hbs.AST.Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
}
