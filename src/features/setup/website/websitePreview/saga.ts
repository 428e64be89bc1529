import { buffers } from 'redux-saga';
import { actionChannel, call, delay, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { CoderSettings } from '../../../../media/encoding/profile.ts';
import { pagesOf } from '../../../../viewer/website/generatedFiles.ts';
import { defaultPage } from '../../../../viewer/website/page.ts';
import { DEFAULT_TEMPLATE, parseWebsiteSettings } from '../../../../viewer/website/settings.ts';
import { TemplateError } from '../../../../viewer/website/storedTemplate.ts';
import { templateData, type WebsitePage } from '../../../../viewer/website/templateData.ts';
import { catchSagaErrors, reasonOf } from '../../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../../gate/host/host.ts';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { addressOfPages } from '../../../live/publishPages/updatePlayerPages.ts';
import { channelsOnCore, readTemplate } from '../../../live/publishPages/updateWebsite.ts';
import { imageUploadOf, type PickedTemplate, templateUploadOf, WEBSITE_IMAGES } from '../draft.ts';
import { type OpenWebsite, type WithWebsite, websiteClosed } from '../slice.ts';
import { previewMarkup } from './previewMarkup.ts';
import { previewClosed, previewMade, previewOpened } from './slice.ts';

/** Reads what pages depend on besides the website settings. Throws a CoreError. */
export function* gatherSite() {
  const { listed } = yield* call(channelsOnCore);
  const { current } = yield* select((state: WithChannels) => state.channel);
  return { channels: listed, current, address: yield* call(addressOfPages, '') };
}

type Site = Omit<Parameters<typeof pagesOf>[0], 'settings'>;

/** Returns the home page for stored settings; null without a channel. */
export const firstPage = (site: Site, playersite: CoderSettings): WebsitePage | null =>
  pagesOf({ ...site, settings: parseWebsiteSettings(playersite) })[0] ?? null;

/** Interval between renders, short enough to follow a color picker. */
const PACE_MS = 60;

export function* websitePreviewSaga() {
  yield* takeLatest(previewOpened, catchSagaErrors(follow));
}

function* follow() {
  yield* race([call(showDraft), take([previewClosed, websiteClosed])]);
}

const isOfEditor = ({ type }: { type: string }) => type.startsWith('website/');

/** Renders the draft after each change; of rapid changes only the last. */
function* showDraft() {
  const changes = yield* actionChannel(isOfEditor, buffers.sliding(1));
  try {
    const core = yield* host('core');
    const assets = yield* browser('assets');
    const page = yield* host('page');
    const site = yield* call(gatherSite);
    const files = (yield* call(assets.list)).files.map(({ path }) => path);
    const places = { root: core.address, viewer: new URL('viewer/', page).href, files };
    let read: ReadTemplate = { found: null, template: null };
    while (true) {
      const form = yield* openForm();
      if (form) {
        const upload = templateUploadOf(form.draft);
        if (!upload) read = { found: form.found, template: yield* call(readChosen, form, read) };
        yield* put(previewMade(yield* call(makePage, form, upload ?? read.template, { site, places })));
      }
      yield* take(changes);
      yield* delay(PACE_MS);
    }
  } catch (error) {
    yield* put(previewMade({ status: 'failed', reason: reasonOf(error) }));
  }
}

function* openForm() {
  const { website } = yield* select((state: WithWebsite) => state);
  return website.status === 'open' ? website : null;
}

/** `found` is kept to notice that a save has overwritten the template. */
interface ReadTemplate {
  found: OpenWebsite['found'] | null;
  template: PickedTemplate | null;
}

/** Reads the chosen template; null for the default or a missing one. */
function* readChosen({ draft: { template: name }, found }: OpenWebsite, before: ReadTemplate) {
  if (name === DEFAULT_TEMPLATE || !found.templates.includes(name)) return null;
  if (before.found === found && before.template?.name === name) return before.template;
  const text = yield* call(readTemplate, name);
  return text.trim() === '' ? null : { name, text };
}

interface Surroundings {
  site: Parameters<typeof firstPage>[0];
  places: Parameters<typeof previewMarkup>[1];
}

function* makePage({ draft, found }: OpenWebsite, template: PickedTemplate | null, { site, places }: Surroundings) {
  const page = firstPage(site, { ...found.playersite, ...draft });
  if (!page) return { status: 'empty' } as const;
  const images = WEBSITE_IMAGES.flatMap((key) => imageUploadOf(draft, key) ?? []);
  const pageFrom = (markup: string) =>
    ({ status: 'made', markup: previewMarkup(markup, places), images, template }) as const;
  if (template === null) return pageFrom(defaultPage(page, 'framed'));
  const render = yield* browser('render');
  try {
    const [markup = ''] = yield* call(render, template.text, [templateData(page)]);
    return pageFrom(markup);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { status: 'faulty', message: reasonOf(error), line: error.line, template } as const;
  }
}
