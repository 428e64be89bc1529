import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { afterEach, expect, it, vi } from 'vitest';

/** Files whose expressions read nothing but the source of this project. */
const OWN_SOURCE = ['src/vocabulary.ts', 'src/floors.ts'];
const files = globSync(['agent/**/*.ts', 'src/**/*.{ts,tsx}', 'server/**/*.ts']).filter(
  (file) => !/\.test\.tsx?$|\.d\.ts$|(?:^|\/)(?:testing|fixtures)\//.test(file) && !OWN_SOURCE.includes(file),
);

/** Expressions that search again from each place, or split a text in each way, and why that costs nothing here. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server/pattern/expression.ts': 'reads 1024 characters at most',
  'src/media/masking/maskAddress.ts': 'reads the 30 characters before `://`',
};

/** Where work can grow faster than the text: `Move` by the place where a match begins, the others by how it is split. */
const faultsOf = (source: string, flags: string): string[] =>
  analyse({ source, flags: flags.replace('v', 'u') }).reports.map(
    ({ type, character }) => `/${source}/${flags} (${type} of ${character.literal.source})`,
  );

interface FileExpressions {
  readonly file: string;
  readonly literals: readonly { readonly pattern: string; readonly flags: string }[];
  readonly makesMore: boolean;
}

const found = files.map((file): FileExpressions => {
  const literals: { pattern: string; flags: string }[] = [];
  let makesMore = false;
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push(node.regex);
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') makesMore = true;
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') makesMore = true;
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return { file, literals, makesMore };
});

afterEach(() => vi.unstubAllGlobals());

it('no expression of a file makes more work of a text than it is long', () => {
  const all = found.flatMap(({ file, literals }) =>
    literals.flatMap(({ pattern, flags }) => faultsOf(pattern, flags).map((fault) => ({ file, fault }))),
  );
  expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(500);
  expect(all.filter(({ file }) => !(file in EXEMPT))).toEqual([]);
  expect(Object.keys(EXEMPT).filter((file) => !all.some((each) => each.file === file))).toEqual([]);
});

/** It needs a page, and reads the operator's own template in a frame. */
const IN_A_PAGE = 'src/viewer/browser/websitePreview.ts';

it('nor does one that is put together when a file is loaded', async () => {
  const made: string[] = [];
  const Real = RegExp;
  const recorded = new Proxy(Real, {
    construct(target, [source, flags]) {
      const expression = new target(source, flags);
      made.push(...faultsOf(expression.source, expression.flags));
      return expression;
    },
  });
  const modules = found.filter(({ file, makesMore }) => makesMore && file !== IN_A_PAGE);
  vi.stubGlobal('RegExp', recorded);
  for (const { file } of modules) await import(path.resolve(file));
  vi.unstubAllGlobals();
  expect(made).toEqual([]);
});
