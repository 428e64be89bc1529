import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { afterEach, expect, it, vi } from 'vitest';

const OWN_SOURCE = ['src/vocabulary.ts', 'src/floors.ts'];
const files = globSync(['agent/**/*.ts', 'src/**/*.{ts,tsx}', 'server/**/*.ts']).filter(
  (file) => !/\.test\.tsx?$|\.d\.ts$|(?:^|\/)(?:testing|fixtures)\//.test(file) && !OWN_SOURCE.includes(file),
);

/** Expressions with superlinear work, and why their input is short. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server/pattern/expression.ts': 'reads 1024 characters at most',
  'src/media/masking/maskAddress.ts': 'reads the 30 characters before `://`',
};

/** Reports superlinear work: `Move` by the start of the match, the others by how it is split. */
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

it('no regular expression in the sources has superlinear run time', () => {
  const all = found.flatMap(({ file, literals }) =>
    literals.flatMap(({ pattern, flags }) => faultsOf(pattern, flags).map((fault) => ({ file, fault }))),
  );
  expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(500);
  expect(all.filter(({ file }) => !(file in EXEMPT))).toEqual([]);
  expect(Object.keys(EXEMPT).filter((file) => !all.some((entry) => entry.file === file))).toEqual([]);
});

/** Needs a page, and only reads the operator's own template. */
const IN_A_PAGE = 'src/viewer/browser/websitePreview.ts';

it('no regular expression built while a module loads has superlinear run time', async () => {
  const faults: string[] = [];
  const Real = RegExp;
  const recorded = new Proxy(Real, {
    construct(target, [source, flags]) {
      const expression = new target(source, flags);
      faults.push(...faultsOf(expression.source, expression.flags));
      return expression;
    },
  });
  const modules = found.filter(({ file, makesMore }) => makesMore && file !== IN_A_PAGE);
  vi.stubGlobal('RegExp', recorded);
  for (const { file } of modules) await import(path.resolve(file));
  vi.unstubAllGlobals();
  expect(faults).toEqual([]);
});
