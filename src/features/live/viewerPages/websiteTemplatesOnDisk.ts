import { call, put } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { inertTemplate, isInert, plain, TemplateError } from '../../../viewer/website/storedTemplate.ts';
import { templateData, type WebsitePage } from '../../../viewer/website/templateData.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';

const FOLDER = '/playersite/templates';

/**
 * All templates below the web root are made inert, however they came there; answers the text of the named one, null for
 * our own and for one that is missing or empty. Throws a CoreError.
 */
export function* findTemplate(wanted: string) {
  const core = yield* host('core');
  let found: string | null = null;
  for (const { name: path } of yield* call(core.diskFiles, { glob: `${FOLDER}/*` })) {
    const template = yield* call(core.diskRead, { path });
    if (!isInert(template)) yield* call(core.diskWrite, { path, body: inertTemplate(template) });
    if (path === templatePath(wanted)) found = template;
  }
  const missing = wanted !== DEFAULT_TEMPLATE && (found === null || plain(found).trim() === '');
  yield* call(sayOnce, missing ? wanted : null);
  return missing || wanted === DEFAULT_TEMPLATE ? null : found;
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

/** The names of the templates on the disk of the core. Throws a CoreError. */
export function* listTemplates() {
  const core = yield* host('core');
  const files = yield* call(core.diskFiles, { glob: `${FOLDER}/*` });
  return files
    .flatMap(({ name }) => /^\/playersite\/templates\/(.+)\.html$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b));
}

/** A template as its author wrote it. Throws a CoreError. */
export function* readTemplate(name: string) {
  const core = yield* host('core');
  return plain(yield* call(core.diskRead, { path: templatePath(name) }));
}

/** One text for each page, null where our own template is to be used: none is chosen, or the chosen one is broken. */
export function* fillTemplate(template: string | null, pages: readonly WebsitePage[]) {
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
