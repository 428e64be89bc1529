import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { options } from '../../../esbuild.config.ts';
import project from '../../../package.json' with { type: 'json' };
import { UserError } from '../launch/userError.ts';
import { writeTerms } from './billOfMaterials.ts';
import { withPolicy } from './contentPolicy.ts';
import { buildHelp } from './helpPages.ts';
import { firstLoad, indexPage, loadedWith } from './indexPage.ts';
import { KOFFI } from './koffiParts.ts';
import { projectMeta } from './projectAddresses.ts';
import { serverInputs } from './server.ts';
import { Budget, type Sum, type Weight, weigh } from './sizeBudget.ts';
import { buildViewer, VIEWER } from './viewerPages.ts';

const BUILT_IN = new Set(['index.html', 'locales', 'public']);

export async function finish({ inputs, outputs }: Metafile, more = ''): Promise<void> {
  const template = await readFile('assets/index.html', 'utf8');
  await writeFile(
    path.join(options.outdir, 'index.html'),
    withPolicy(
      indexPage(
        template.replace('</head>', () => `${projectMeta(project)}${more}</head>`),
        firstLoad(outputs, options.entryPoints),
      ),
    ),
  );
  for (const name of await readdir('assets')) {
    if (!BUILT_IN.has(name)) await cp(path.join('assets', name), path.join(options.outdir, name), { recursive: true });
  }
  const [viewer, core] = await Promise.all([buildViewer(), serverInputs('server/main.ts')]);
  await buildHelp(options.outdir);
  // Examples with placeholders that the settings fill in (features/setup/settings/TabForm.tsx).
  await cp('docs/proxy', path.join(options.outdir, 'proxy'), { recursive: true });
  // Templates that the screen "Edges" fills in (media/edge/edgeKitFiles.ts).
  await cp('docker/edge/kit', path.join(options.outdir, 'edge'), { recursive: true });
  await writeTerms(options.outdir, {
    ...viewer,
    interface: [...Object.keys(inputs), ...viewer.interface],
    core: [...core, KOFFI],
  });
}

/** Rebuilds dist/ and returns its sizes, with complaints about exceeded budgets. */
export async function buildInterface(): Promise<Sum[]> {
  // Written only after a successful build, so that a failed one keeps the last good dist/.
  const { metafile, outputFiles } = await build({ ...options, write: false }).catch((error: unknown) => {
    throw error instanceof Error && 'errors' in error ? new UserError('The interface could not be built.') : error;
  });
  await rm(options.outdir, { recursive: true, force: true });
  await mkdir(options.outdir);
  for (const file of outputFiles) await writeFile(file.path, file.contents);
  await finish(metafile);
  const budget = Budget.parse(JSON.parse(await readFile('size-budget.json', 'utf8')));
  const entries = Object.values(budget).flatMap((limit) => [...(limit.entries ?? []), ...(limit.after ?? [])]);
  const files = Object.values(budget).flatMap((limit) => limit.files ?? []);
  return weigh(budget, [...(await weightsOf(metafile, entries)), ...(await viewerWeights(files))]);
}

async function weighFile(file: string) {
  const text = await readFile(file);
  return { raw: text.length, gzip: (await promisify(gzip)(text)).length };
}

const viewerWeights = (files: readonly string[]): Promise<Weight[]> =>
  Promise.all(
    files.map(async (file) => ({ file, ...(await weighFile(path.join(VIEWER, file))), loadedBy: [], viewer: true })),
  );

async function weightsOf({ outputs }: Metafile, entries: readonly string[]): Promise<Weight[]> {
  const loads = entries.map((entry) => ({ entry, files: new Set(loadedWith(outputs, entry)) }));
  // Without this check, a budget would keep passing after its source has moved.
  const unknown = loads.find(({ files }) => files.size === 0);
  if (unknown) throw new UserError(`size-budget.json names ${unknown.entry}, from which nothing was built.`);
  return Promise.all(
    Object.keys(outputs)
      .filter((file) => /\.(js|css)$/.test(file))
      .map(async (file) => {
        const loadedBy = loads.filter(({ files }) => files.has(file)).map(({ entry }) => entry);
        return { file: path.basename(file), ...(await weighFile(file)), loadedBy };
      }),
  );
}
