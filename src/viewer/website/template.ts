import handlebars from 'handlebars';

type Branches = { fn: (context: unknown) => string; inverse: (context: unknown) => string };

const engine = handlebars.create();
engine.registerHelper('ifEquals', function (this: unknown, a: unknown, b: unknown, { fn, inverse }: Branches) {
  return a === b ? fn(this) : inverse(this);
});
engine.registerHelper('ifnoteq', function (this: unknown, a: unknown, b: unknown, { fn, inverse }: Branches) {
  return a !== b ? fn(this) : inverse(this);
});
// Its console is nobody's: it would be the worker's.
engine.unregisterHelper('log');
engine.registerHelper('log', () => '');

/** A template of the operator with its variables filled in. Throws an Error that says what is wrong with it. */
export const rendered = (template: string, data: object): string => engine.compile(template)(data);
