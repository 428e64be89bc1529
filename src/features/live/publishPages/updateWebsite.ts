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

/** Makes all templates inert. Returns null if the wanted one is built-in, missing or empty. Throws a CoreError. */
function* findTemplate(name: string) {
  const core = yield* host('core');
  let found: string | null = null;
  for (const { name: path } of yield* call(core.diskFiles, { glob: `${FOLDER}/*` })) {
    const template = yield* call(readUnlessGone, path);
    if (template === null) continue;
    if (!isInert(template)) yield* call(core.diskWrite, { path, body: inertTemplate(template) });
    if (path === templatePath(name)) found = template;
  }
  const missing = name !== DEFAULT_TEMPLATE && (found === null || plain(found).trim() === '');
  yield* call(sayOnce, missing ? name : null);
  return missing || name === DEFAULT_TEMPLATE ? null : found;
}

/** Returns null if the file was deleted meanwhile. Throws a CoreError. */
function* readUnlessGone(path: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.diskRead, { path });
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    return null;
  }
}

const TOLD = 'template-missing';

/** Each save of a channel rebuilds the website, so the notice appears once. The website screen keeps showing it. */
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

export const templatePath = (name: string) => `${FOLDER}/${name}.html`;

/** Throws a CoreError. */
export function* templateFiles() {
  const core = yield* host('core');
  return yield* call(core.diskFiles, { glob: `${FOLDER}/*` });
}

export const templateNames = (files: Files): string[] =>
  files
    .flatMap(({ name }) => /^\/playersite\/templates\/(.+)\.html$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b));

export function* readTemplate(name: string) {
  const core = yield* host('core');
  return plain(yield* call(core.diskRead, { path: templatePath(name) }));
}

/** Returns one text per page, or null to use the built-in template if none is chosen or it is broken. */
function* fillTemplate(template: string | null, pages: readonly WebsitePage[]) {
  const unchanged = pages.map(() => null);
  if (template === null) return unchanged;
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
    return unchanged;
  }
}

/** Generated pages, data and feeds, removed when outdated or when the website is off. Uploads and scripts stay. */
const MADE = /^\/(index\.html|playersite_[^/]*\.html|playersite\/pages\/[^/]*\.json|playersite\/feed\.(xml|json))$/;

/**
 * Does nothing if its settings were never saved, or by a newer version. Throws a CoreError, or an Error if a chunk
 * cannot be fetched.
 */
export function* updateWebsite() {
  yield* call(makeAsStored, readShown, publishShown);
}

/** Returns the contents of the pages, or null if there is no website to make. */
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
  template: string | null;
  listed: readonly ListedChannel[];
  /** Channels saved by a newer version. */
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

/** Always overwritten, because another product uses the same names. */
function* writeScripts() {
  const assets = yield* browser('assets');
  const { files } = yield* call(assets.list);
  for (const { path } of files) if (path.startsWith('playersite/')) yield* call(copyAsset, path);
}

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

/** Removes files of a kind except those to keep. Lists them first, so that a missing one is no error. */
function* removeFiles(kind: RegExp, keep: readonly Pick<GeneratedFile, 'path'>[]) {
  const core = yield* host('core');
  const required = new Set(keep.map(({ path }) => path));
  const found = [
    ...(yield* call(core.diskFiles, { glob: '/*.html' })),
    ...(yield* call(core.diskFiles, { glob: '/playersite/**' })),
  ];
  const obsolete = found.flatMap(({ name }) => (kind.test(name) && !required.has(name) ? [name] : []));
  for (const path of obsolete) yield* call(core.diskDelete, { path });
  yield* call(forgetPages, obsolete);
}

/**
 * Throws a CoreError even if one channel is unreadable, because its pages would be removed. Pages of `newer` channels
 * stay.
 */
export function* channelsOnCore() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'metadata' });
  const newer: string[] = [];
  const listed = processes.flatMap((process): ListedChannel[] => {
    const channel = channelIn(process);
    // A process without an id may be any channel with unreadable metadata.
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
