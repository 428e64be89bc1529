import { call, select } from 'typed-redux-saga';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { parseIngestMetadata, storedAs } from '../../../media/stored/metadata.ts';
import { configFile } from '../../../viewer/player/config.ts';
import { viewedChannel } from '../../../viewer/player/viewedChannel.ts';
import type { GeneratedFile } from '../../../viewer/webRootFilePaths.ts';
import { DEFAULT_TEMPLATE, parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { type ListedChannel, pageFile } from '../../../viewer/website/templateData.ts';
import { MAIN_FILE } from '../../../viewer/website/websiteFileNames.ts';
import { browser, host } from '../../gate/host/host.ts';
import { metadataIn, readGlobal } from '../../shared/saving/readProcess.ts';
import { forgetPages } from '../channel/channelProcessesAndFiles.ts';
import { channelIn, egressesIn } from '../channel/discoverChannels.ts';
import type { WithChannels } from '../channel/slice.ts';
import { markPages } from './pageVersionMarkerFiles.ts';
import { addressOfPages, renewPages, updatePlayerLibrary, writeFiles } from './updatePlayerPages.ts';
import { fillTemplate, findTemplate } from './websiteTemplatesOnDisk.ts';

/**
 * The pages, their data and the feeds: those of channels and notes that are not there any more go, and all of them when
 * the website is switched off. What was uploaded stays for the day when it is on again, and so do the scripts and styles.
 */
const MADE = /^\/(index\.html|playersite_[^/]*\.html|playersite\/pages\/[^/]*\.json|playersite\/feed\.(xml|json))$/;

/**
 * Makes all pages of the publication website anew, or takes it off the air, by what is stored on the core. Until
 * somebody saved its settings for the first time nothing happens, nor where a newer version did. Throws a CoreError, or an Error that says which part
 * of the interface could not be fetched.
 */
export function* updateWebsite() {
  const stored = yield* readGlobal();
  if (stored.status !== 'readable' || Object.keys(stored.metadata.playersite).length === 0) return;
  const settings = parseWebsiteSettings(stored.metadata.playersite);
  if (!settings.playersite) return yield* call(removeFiles, MADE, []);
  yield* call(updatePlayerLibrary, renewPages);
  const { listed, newer } = yield* call(channelsOnCore);
  const files = yield* call(makePages, settings, listed);
  yield* call(writeFiles, files);
  yield* call(writeScripts);
  yield* call(removeFiles, MADE, [...files, ...newer.flatMap(pagesBeside)]);
  yield* call(
    markPages,
    null,
    files.filter(({ path }) => path === `/${MAIN_FILE}`),
  );
}

/** Always: another product writes its own under the same names. */
function* writeScripts() {
  const core = yield* host('core');
  const assets = yield* browser('assets');
  const { files } = yield* call(assets.list);
  for (const { path } of files) {
    if (path.startsWith('playersite/'))
      yield* call(core.diskWrite, { path: `/${path}`, body: yield* call(assets.read, path) });
  }
}

/** All pages and what is beside them, in the order in which it is written. */
function* makePages(settings: ReturnType<typeof parseWebsiteSettings>, channels: readonly ListedChannel[]) {
  const { current } = yield* select((state: WithChannels) => state.channel);
  const load = yield* browser('loadPageMaker');
  const { pagesOf, pageFiles, filesBeside } = yield* call(load);
  const template = yield* call(findTemplate, settings.template);
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
    const metadata = metadataIn(process);
    if (channel === null) return [];
    const stored = storedAs(parseIngestMetadata, metadata[METADATA_KEY]);
    if (stored.status === 'newer') {
      newer.push(channel);
      return [];
    }
    const viewed = viewedChannel(channel, stored.metadata);
    return [{ ...viewed, egresses: Object.keys(egressesIn(processes, channel)) }];
  });
  listed.sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }));
  return { listed, newer };
}

const pagesBeside = (id: string) => [{ path: `/${pageFile({ id })}` }, { path: `/playersite/pages/${id}.json` }];
