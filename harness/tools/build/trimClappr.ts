import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { UserError } from '../launch/userError.ts';

/** Tags of a Clappr template: `<%- … %>` is escaped, `<%= … %>` is not, `<% … %>` is executed. */
const TAGS = /<%-([\s\S]+?)%>|<%=([\s\S]+?)%>|<%([\s\S]+?)%>|$/g;
const LITERAL = /^(var \w+\$?\d* = )("(?:[^"\\]|\\.)*<%(?:[^"\\]|\\.)*");$/gm;
const COMPILER = /^var tmpl = function tmpl\(text, data\) \{[\s\S]*?^\};$/m;

const WORDS = new Set(
  'break case catch const continue default delete do else false finally for function if in instanceof let new null return switch this throw true try typeof undefined var void while'.split(
    ' ',
  ),
);

/** Identifiers that can refer to outer variables: all except properties and quoted text. */
const namesIn = (code: string): string[] =>
  [...code.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/(?<![.\w$])[A-Za-z_$][\w$]*/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));

/**
 * Compiles a template to a function of its values and an escape function. Modules are strict, so Clappr's `with` is
 * not possible.
 */
export function compiledTemplate(text: string): string {
  let at = 0;
  let source = '';
  const names = new Set<string>();
  for (const match of text.matchAll(TAGS)) {
    const [matched, safe, plain, code] = match;
    for (const name of namesIn(`${safe ?? ''} ${plain ?? ''} ${code ?? ''}`)) names.add(name);
    source += `out += ${JSON.stringify(text.slice(at, match.index))};\n`;
    if (safe !== undefined) source += `out += escapeExpr((${safe}) ?? '');\n`;
    if (plain !== undefined) source += `out += (${plain}) ?? '';\n`;
    if (code !== undefined) source += `${code}\n`;
    at = match.index + matched.length;
  }
  return `function (values, escapeExpr) {\nvar out = '';\nvar { ${[...names].join(', ')} } = values || {};\n${source}return out;\n}`;
}

export const withoutTemplates = (source: string, templates: string[]): string =>
  source.replace(LITERAL, (_, start: string, literal: string) => {
    const text: unknown = JSON.parse(literal);
    return `${start}"<%${templates.push(String(text)) - 1}";`;
  });

/** Removes Clappr's template compiler, which needs `unsafe-eval`. */
export function withoutCompiler(source: string): string {
  if (!COMPILER.test(source))
    throw new UserError('Clappr fills in its templates in another way now: see trimClappr.ts.');
  return `import compiled from 'clappr-templates';\n${source.replace(
    COMPILER,
    () => `var tmpl = function (text, data) {
  var render = text.startsWith('<%') ? compiled[text.slice(2)] : function () { return text; };
  return data ? render(data, escapeExpr) : function (data) { return render(data, escapeExpr); };
};`,
  )}`;
}

/** Parts of hls.js that streams of a core do not need. Its light build lacks captions too. */
const CONTROLLERS = ['audioStream', 'audioTrack', 'eme', 'cmcd', 'contentSteering', 'iframe', 'interstitials'];

/** This assignment would keep the class in the bundle. */
const STATIC = 'EMEController.CDMCleanupPromise = void 0;\n';

/** Throws if a release of hls.js uses other names. */
export const withoutControllers = (source: string): string =>
  CONTROLLERS.reduce(
    (rest, name) => {
      const shorter = rest.replace(new RegExp(`^( {2}${name}(?:s)?Controller): \\w+ (,?)$`, 'm'), '$1: undefined$2');
      if (shorter === rest) throw new UserError(`hls.js has no ${name}Controller any more: see trimClappr.ts.`);
      return shorter;
    },
    source.replace(STATIC, ''),
  );

const DATA_TRACK = "el.src = 'data:,WEBVTT';";

/** Starts caption tracks with a blob instead of a data URL, which the policy forbids. Throws if a release differs. */
export function withBlobTracks(source: string): string {
  if (!source.includes(DATA_TRACK))
    throw new UserError('hls.js makes its tracks in another way now: see trimClappr.ts.');
  return source.replace(
    DATA_TRACK,
    "el.src = createTrackNode.empty ??= URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));",
  );
}

const HLS = 'node_modules/hls.js/dist/hls.mjs';

const FILES = ['core', 'plugins'].map((name) => `node_modules/@clappr/${name}/dist/clappr-${name}.esm.js`);

export const trimClappr: Plugin = {
  name: 'clappr',
  async setup({ onResolve, onLoad }) {
    const templates: string[] = [];
    const sources = new Map<string, string>();
    for (const file of FILES) {
      const source = withoutTemplates(await readFile(file, 'utf8'), templates);
      sources.set(file, file.includes('/core/') ? withoutCompiler(source) : source);
    }
    onLoad({ filter: /clappr-(core|plugins)\.esm\.js$/ }, ({ path }) => {
      const contents = [...sources].find(([file]) => path.endsWith(file))?.[1];
      return contents === undefined ? null : { contents };
    });
    onResolve({ filter: /^@clappr\/core$/ }, () => ({ path: `${process.cwd()}/${FILES[0]}` }));
    onResolve({ filter: /^clappr-templates$/ }, ({ path }) => ({ path, namespace: 'clappr' }));
    onLoad({ filter: /./, namespace: 'clappr' }, () => ({
      contents: `module.exports = [${templates.map(compiledTemplate).join(',\n')}];`,
    }));
    // A `require` of the package would bundle all exports.
    onResolve({ filter: /^hls\.js$/ }, () => ({ path: 'engine', namespace: 'hls' }));
    onLoad({ filter: /./, namespace: 'hls' }, () => ({
      contents: `export { default } from './${HLS}';`,
      resolveDir: process.cwd(),
    }));
    onLoad({ filter: /[\\/]hls\.mjs$/ }, async ({ path }) => ({
      contents: withBlobTracks(withoutControllers(await readFile(path, 'utf8'))),
    }));
  },
};
