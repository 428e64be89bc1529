import { call, put, type SagaGenerator, select } from 'typed-redux-saga';
import type { Files } from '../../../api/answers/files.ts';
import { codeOf } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { channelIn } from '../../../media/channel/channelReader.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { channelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { configFile } from '../../../viewer/player/config.ts';
import type { GeneratedFile } from '../../../viewer/webRootFilePaths.ts';
import { DEFAULT_TEMPLATE, parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { inertTemplate, isInert, plain, TemplateError } from '../../../viewer/website/storedTemplate.ts';
import {
  type ListedChannel,
  MAIN_FILE,
  pageFile,
  templateData,
  type WebsitePage,
} from '../../../viewer/website/templateData.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { readGlobalSettings } from '../../shared/saving/globalSettings.ts';
import { allMetadataIn } from '../../shared/saving/readProcess.ts';
import { forgetPages } from '../channel/channelBelongings.ts';
import { egressesIn } from '../channel/discoverChannels.ts';
import type { WithChannels } from '../channel/slice.ts';
import { makeAsStored } from './makeAsStored.ts';
import {
  addressOfPages,
  copyAsset,
  markPages,
  renewPages,
  updatePlayerLibrary,
  writeFiles,
} from './updatePlayerPages.ts';

const FOLDER = '/playersite/templates';

/**
 * All templates below the web root are made inert, however they came there; answers the text of the named one, null for
 * our own and for one that is missing or empty. Throws a CoreError.
 */
function* findTemplate(wanted: string) {
  const core = yield* host('core');
  let found: string | null = null;
  for (const { name: path } of yield* call(core.diskFiles, { glob: `${FOLDER}/*` })) {
    const template = yield* call(readUnlessGone, path);
    if (template === null) continue;
    if (!isInert(template)) yield* call(core.diskWrite, { path, body: inertTemplate(template) });
    if (path === templatePath(wanted)) found = template;
  }
  const missing = wanted !== DEFAULT_TEMPLATE && (found === null || plain(found).trim() === '');
  yield* call(sayOnce, missing ? wanted : null);
  return missing || wanted === DEFAULT_TEMPLATE ? null : found;
}

/** null: it was deleted meanwhile. Throws a CoreError. */
function* readUnlessGone(path: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.diskRead, { path });
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    return null;
  }
}

/** Local storage: the missing template that was told last. */
const TOLD = 'template-missing';

/** The website is made anew with each save of a channel; the screen of the website goes on saying it. */
function* sayOnce(missing: string | null) {
  const storage = yield* host('storage');
  if (missing === null) return storage.remove(TOLD);
  if (storage.read(TOLD) === missing) return;
  storage.write(TOLD, missing);
  const text = msg(
    'The website template {{0}} is missing, so the default template is used. Choose another on the page of the website.',
  );
  yield* put(noticed('warning', text, missing));
}

/** Where a template stands, by its name. */
export const templatePath = (name: string) => `${FOLDER}/${name}.html`;

/** The files of the templates on the disk of the core. Throws a CoreError. */
export function* templateFiles() {
  const core = yield* host('core');
  return yield* call(core.diskFiles, { glob: `${FOLDER}/*` });
}

/** The names of templates, sorted. */
export const templateNames = (files: Files): string[] =>
  files
    .flatMap(({ name }) => /^\/playersite\/templates\/(.+)\.html$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b));

export function* readTemplate(name: string) {
  const core = yield* host('core');
  return plain(yield* call(core.diskRead, { path: templatePath(name) }));
}

/** One text for each page, null where our own template is to be used: none is chosen, or the chosen one is broken. */
function* fillTemplate(template: string | null, pages: readonly WebsitePage[]) {
  const ours = pages.map(() => null);
  if (template === null) return ours;
  const render = yield* browser('render');
  try {
    return yield* call(render, template, pages.map(templateData));
  } catch (error) {
    const line = error instanceof TemplateError ? error.line : null;
    yield* put(
      line === null
        ? noticed(
            'warning',
            msg('The website template has an error, so the default template is used: {{0}}'),
            reasonValue(error),
          )
        : noticed(
            'warning',
            msg('The website template has an error in line {{0}}, so the default template is used: {{1}}'),
            String(line),
            reasonValue(error),
          ),
    );
    return ours;
  }
}

/**
 * The pages, their data and the feeds: those of channels and notes that are not there any more go, and all of them when
 * the website is switched off. What was uploaded stays for the day when it is on again, and so do the scripts and styles.
 */
const MADE = /^\/(index\.html|playersite_[^/]*\.html|playersite\/pages\/[^/]*\.json|playersite\/feed\.(xml|json))$/;

/**
 * Makes all pages of the publication website anew, or takes it off the air, by what is stored on the core. Until
 * somebody saved its settings for the first time nothing happens, nor where a newer version did. Throws a CoreError, or
 * an Error that says which part of the interface could not be fetched.
 */
export function* updateWebsite() {
  yield* call(makeAsStored, readShown, publishShown);
}

/** All that the pages show. null: there is no website of ours. */
function* readShown(): SagaGenerator<Shown | null> {
  const stored = yield* readGlobalSettings();
  if (stored.status !== 'readable' || Object.keys(stored.metadata.playersite).length === 0) return null;
  const settings = parseWebsiteSettings(stored.metadata.playersite);
  const { current } = yield* select((state: WithChannels) => state.channel);
  if (!settings.playersite) return { settings, current, template: null, listed: [], newer: [] };
  const template = yield* call(findTemplate, settings.template);
  return { settings, current, template, ...(yield* call(channelsOnCore)) };
}

interface Shown {
  settings: ReturnType<typeof parseWebsiteSettings>;
  current: string | null;
  /** null: our own. */
  template: string | null;
  listed: readonly ListedChannel[];
  /** Channels whose settings a newer version has made. */
  newer: readonly string[];
}

function* publishShown(shown: Shown) {
  if (!shown.settings.playersite) return yield* call(removeFiles, MADE, []);
  yield* call(updatePlayerLibrary, renewPages);
  const files = yield* call(makePages, shown);
  yield* call(writeFiles, files);
  yield* call(writeScripts);
  yield* call(removeFiles, MADE, [...files, ...shown.newer.flatMap(pagesBeside)]);
  yield* call(
    markPages,
    null,
    files.filter(({ path }) => path === `/${MAIN_FILE}`),
  );
}

/** Always: another product writes its own under the same names. */
function* writeScripts() {
  const assets = yield* browser('assets');
  const { files } = yield* call(assets.list);
  for (const { path } of files) if (path.startsWith('playersite/')) yield* call(copyAsset, path);
}

/** All pages and what is beside them, in the order in which it is written. */
function* makePages({ settings, current, template, listed: channels }: Shown) {
  const load = yield* browser('loadPageMaker');
  const { pagesOf, pageFiles, filesBeside } = yield* call(load);
  const pages = pagesOf({
    address: yield* call(addressOfPages, ''),
    settings: template === null ? { ...settings, template: DEFAULT_TEMPLATE } : settings,
    channels,
    current,
  });
  const filled = yield* call(fillTemplate, template, pages);
  return [
    ...pages.flatMap((page, i) => [...pageFiles(page, filled[i] ?? null), configFile(page.channel)]),
    ...filesBeside(pages),
  ];
}

/** Those of the kind that are there, but for the ones to keep. Asked for first: what is missing is no error then. */
function* removeFiles(kind: RegExp, keep: readonly Pick<GeneratedFile, 'path'>[]) {
  const core = yield* host('core');
  const kept = new Set(keep.map(({ path }) => path));
  const found = [
    ...(yield* call(core.diskFiles, { glob: '/*.html' })),
    ...(yield* call(core.diskFiles, { glob: '/playersite/**' })),
  ];
  const gone = found.flatMap(({ name }) => (kind.test(name) && !kept.has(name) ? [name] : []));
  for (const path of gone) yield* call(core.diskDelete, { path });
  yield* call(forgetPages, gone);
}

/**
 * All channels with an ingest on the core, by name, as viewers may see them. Throws a CoreError, also when one cannot be
 * read: its pages would be taken down. `newer`: whose settings a newer version has made; their pages stay as they are.
 */
export function* channelsOnCore() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'metadata' });
  const newer: string[] = [];
  const listed = processes.flatMap((process): ListedChannel[] => {
    const channel = channelIn(process);
    // One without an id may be any channel's: its metadata cannot be read.
    if (channel === null && process.id !== '') return [];
    const metadata = allMetadataIn(process);
    if (channel === null) return [];
    const stored = storedAs(parseIngestMetadata, metadata[METADATA_KEY]);
    if (stored.status === 'newer') {
      newer.push(channel);
      return [];
    }
    const viewed = channelForViewers(channel, stored.metadata);
    return [{ ...viewed, egresses: Object.keys(egressesIn(processes, channel)) }];
  });
  listed.sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }));
  return { listed, newer };
}

const pagesBeside = (id: string) => [{ path: `/${pageFile({ id })}` }, { path: `/playersite/pages/${id}.json` }];
