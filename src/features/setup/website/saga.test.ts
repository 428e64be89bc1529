import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { slowFile } from '../../../testing/slowFile.ts';
import { inertTemplate } from '../../../viewer/website/storedTemplate.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { loggedOut } from '../../gate/session/slice.ts';
import { withoutImage } from './draft.ts';
import {
  templateDeleted,
  templatePicked,
  websiteChanged,
  websiteClosed,
  websiteImagePicked,
  websiteOpened,
  websiteSaveRequested,
} from './slice.ts';
import { previewClosed, previewOpened } from './websitePreview/slice.ts';

const MINE = '/playersite/templates/mine.html';

async function openEditor(playersite: object = {}, files: Record<string, string> = {}, channels = [CHANNEL]) {
  const disk = new Map(Object.entries(files));
  const global: Record<string, unknown> = { [METADATA_KEY]: { version: 1, playersite } };
  const store = openStore({
    storage: { token: 'kept' },
    core: aCore({
      processes: () =>
        channels.map((channel) => ({
          ...{ id: ingestId(channel), reference: channel },
          metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Alpha' } } },
        })),
      metadataAll: () => global,
      metadataSet: ({ key, body }) => {
        global[key] = body;
      },
      diskFiles: ({ glob = '' }: { glob?: string } = {}) => {
        const prefix = glob.replace(/\*.*$/, '');
        return [...disk.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name }));
      },
      diskRead: ({ path }) => disk.get(path) ?? '',
      diskWrite: ({ path, body }) => disk.set(path, typeof body === 'string' ? body : 'file'),
      diskDelete: ({ path }) => disk.delete(path),
    }),
  });
  store.dispatch(sessionStarted());
  await settled();
  store.dispatch(websiteOpened());
  await settled();
  const form = () => {
    const { website } = store.getState();
    if (website.status !== 'open') throw new Error(`The form is ${website.status}`);
    return website;
  };
  const act = async (action: Parameters<typeof store.dispatch>[0]) => {
    store.dispatch(action);
    await settled();
  };
  const stored = () => Object(global[METADATA_KEY]).playersite;
  const save = () => act(websiteSaveRequested());
  const template = (name: string, text: string) =>
    act(templatePicked({ name, file: new File([text], 'x.html', { type: 'text/html' }) }));
  return { store, disk, form, act, save, stored, template };
}

const settled = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(200);
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('a website template', () => {
  it('is chosen when picked, and made inert and written on save', async () => {
    const { form, disk, save, stored, template } = await openEditor({ title: 'x' });
    await template('mine', '<h1>{{title}}</h1>');
    expect(form()).toMatchObject({
      busy: null,
      draft: { template: 'mine', templatename: '' },
      found: { templates: [] },
    });
    expect(disk.has(MINE)).toBe(false);
    await save();
    expect(disk.get(MINE)).toBe(inertTemplate('<h1>{{title}}</h1>'));
    expect(stored()).toEqual({ title: 'x', template: 'mine' });
    expect(JSON.parse(disk.get(`/playersite/pages/${CHANNEL}.json`) ?? '').html).toContain('<h1>x</h1>');
    expect(form()).toMatchObject({ found: { templates: ['mine'] }, draft: { uploads: { templates: [] } } });
  });

  it('is written on save even if another one is chosen', async () => {
    const { form, disk, act, save, stored, template } = await openEditor({ title: 'x' });
    await template('mine', '<p>first');
    await template('two', '<p>two');
    await template('mine', '<p>mine');
    await act(websiteChanged({ template: '!default' }));
    await save();
    expect(disk.get(MINE)).toBe(inertTemplate('<p>mine'));
    expect(disk.get('/playersite/templates/two.html')).toBe(inertTemplate('<p>two'));
    expect(stored()).toEqual({ title: 'x' });
    expect(form()).toMatchObject({ found: { templates: ['mine', 'two'] }, draft: { uploads: { templates: [] } } });
  });

  it.each([
    ['another template', ['two'], 'two'],
    ['the default', ['!default'], '!default'],
    ['the previous template again', ['two', 'old'], 'old'],
  ])('does not replace a later choice when its check ends: %s', async (_, chosen, remaining) => {
    const { form, disk, act, save, stored } = await openEditor(
      { template: 'old' },
      { '/playersite/templates/old.html': 'x', '/playersite/templates/two.html': 'x' },
    );
    const { file, arrive } = slowFile('<p>mine', 'x.html');
    await act(templatePicked({ name: 'mine', file }));
    expect(form()).toMatchObject({ busy: 'uploading', draft: { template: 'old' } });
    for (const template of chosen) await act(websiteChanged({ template }));
    arrive();
    await settled();
    expect(form()).toMatchObject({
      busy: null,
      draft: { template: remaining, templatename: '', uploads: { templates: [{ name: 'mine' }] } },
    });
    await save();
    expect(disk.has(MINE)).toBe(true);
    expect(stored()).toMatchObject({ template: remaining });
  });

  it('is chosen despite other changes during its check', async () => {
    const { form, act, save, stored } = await openEditor({ title: 'x' });
    const { file, arrive } = slowFile('<p>mine', 'x.html');
    await act(templatePicked({ name: 'mine', file }));
    await act(websiteChanged({ title: 'y' }));
    await save();
    expect(stored()).toEqual({ title: 'x' });
    arrive();
    await settled();
    expect(form()).toMatchObject({ busy: null, draft: { title: 'y', template: 'mine' } });
  });

  it.each([
    ['closed', [websiteClosed()], { status: 'closed' }],
    ['closed by a logout', [loggedOut()], { status: 'closed' }],
    [
      'opened again',
      [websiteClosed(), websiteOpened()],
      { draft: { template: '!default', uploads: { templates: [] } } },
    ],
  ])('is dropped after its check if the form is %s', async (_, acts, state) => {
    const { store, act } = await openEditor();
    const { file, arrive } = slowFile('<p>mine', 'x.html');
    await act(templatePicked({ name: 'mine', file }));
    for (const action of acts) await act(action);
    arrive();
    await settled();
    expect(store.getState().website).toMatchObject(state);
  });

  it('does not replace a later choice after its deletion', async () => {
    const { form, store, act } = await openEditor(
      { template: 'mine' },
      { [MINE]: 'x', '/playersite/templates/two.html': 'x' },
    );
    store.dispatch(templateDeleted('mine'));
    await act(websiteChanged({ template: 'two' }));
    expect(form()).toMatchObject({ busy: null, draft: { template: 'two' }, found: { templates: ['two'] } });
  });

  it('stays in the form with all others if the disk is full', async () => {
    const { form, disk, save, template } = await openEditor({ title: 'x' });
    await template('mine', '<p>mine');
    await template('two', '<p>two');
    const write = disk.set.bind(disk);
    disk.set = (path, body) => {
      if (path.includes('two')) throw new CoreError(507, 'Insufficient storage');
      return write(path, body);
    };
    await save();
    expect(form()).toMatchObject({ busy: null, draft: { template: 'two' } });
    expect(form().draft.uploads.templates.map(({ name }) => name)).toEqual(['mine', 'two']);
    disk.set = write;
    await save();
    expect(form()).toMatchObject({ found: { templates: ['mine', 'two'] }, draft: { uploads: { templates: [] } } });
  });

  it.each([
    ['<h1>\n{{#if x}}', { fault: { line: 2, message: expect.stringContaining('Parse error') } }],
    ['<p>{{#each channels}}\n{{nothing "x"}}\n{{/each}}', { fault: { line: 2, message: 'Missing helper: "nothing"' } }],
    ['no markup', { refusal: { text: expect.stringContaining('UTF-8') } }],
  ])('is rejected: %j', async (text, refused) => {
    const { form, template } = await openEditor();
    await template('mine', text);
    expect(form()).toMatchObject({
      busy: null,
      refused: { upload: 'template', ...refused },
      draft: { template: '!default' },
    });
  });

  it('is deleted from the disk, and the default is chosen', async () => {
    const { store, form, disk, act, save, stored } = await openEditor(
      { template: 'mine' },
      { [MINE]: 'x', '/other.html': '' },
    );
    expect(form()).toMatchObject({ found: { templates: ['mine'], missingTemplate: false } });
    await act(templateDeleted('mine'));
    expect([...disk.keys()]).toEqual(['/other.html']);
    expect(form()).toMatchObject({ busy: null, draft: { template: '!default' }, found: { missingTemplate: true } });
    expect(store.getState().notice.shown.map(({ text }) => text)).toEqual(['Template deleted']);
    await save();
    expect(stored()).toEqual({ template: '!default' });
  });

  it('does not reappear on save if deleted after being picked', async () => {
    const { disk, act, save, template } = await openEditor({}, { [MINE]: 'x' });
    await template('mine', '<p>new');
    await template('two', '<p>two');
    await act(templateDeleted('mine'));
    await save();
    expect([...disk.keys()].filter((path) => path.includes('templates'))).toEqual(['/playersite/templates/two.html']);
  });

  it('is deleted without changing the choice of another', async () => {
    const { form, act } = await openEditor({ template: 'mine' }, { [MINE]: 'x', '/playersite/templates/old.html': '' });
    await act(templateDeleted('old'));
    expect(form()).toMatchObject({
      draft: { template: 'mine' },
      found: { templates: ['mine'], missingTemplate: false },
    });
  });
});

describe('an image of the website', () => {
  const gif = new File(['GIF89a'], 'mine.gif');
  const svg = new File(['<svg><script>1</script></svg>'], 'mine.svg');

  it('is written on save and replaces the previous file', async () => {
    const { form, disk, act, save, stored } = await openEditor(
      { bgimage_url: '/playersite/bg.png' },
      { '/playersite/bg.png': '', '/playersite/bg.jpg': '', '/playersite/logo.png': '' },
    );
    await act(websiteImagePicked({ image: 'bgimage_url', file: svg }));
    expect(form()).toMatchObject({ busy: null, draft: { bgimage_url: '/playersite/bg.svg' } });
    expect(disk.has('/playersite/bg.svg')).toBe(false);
    await save();
    expect(disk.get('/playersite/bg.svg')).toBe('<svg></svg>');
    expect([...disk.keys()].filter((path) => /\.(png|jpg)$/.test(path))).toEqual([
      '/playersite/logo.png',
      '/playersite/default_bg.jpg',
    ]);
    expect(stored()).toEqual({ bgimage_url: '/playersite/bg.svg' });
  });

  it.each(['bgimage_url', 'logo', 'banner'] as const)('is deleted from the disk when removed: %s', async (image) => {
    const { form, disk, act, save } = await openEditor();
    await act(websiteImagePicked({ image, file: gif }));
    await save();
    const path = form().draft[image];
    expect(disk.has(path)).toBe(true);
    await act(websiteChanged(withoutImage(form().draft, image)));
    await save();
    expect(disk.has(path)).toBe(false);
  });

  it.each(['bgimage_url', 'logo', 'banner'] as const)(
    'does not replace an address entered during its check: %s',
    async (image) => {
      for (const address of ['https://cdn.example/other.png', '']) {
        const { form, act, save, stored } = await openEditor({ [image]: '/playersite/old.png' });
        const { file, arrive } = slowFile('GIF89a', 'mine.gif');
        await act(websiteImagePicked({ image, file }));
        expect(form()).toMatchObject({ busy: 'uploading' });
        await act(websiteChanged(address === '' ? withoutImage(form().draft, image) : { [image]: address }));
        arrive();
        await settled();
        expect(form()).toMatchObject({ busy: null, refused: null, draft: { [image]: address } });
        await save();
        expect(stored()).toMatchObject({ [image]: address });
      }
    },
  );

  it('is applied despite other changes during its check, but not to a closed form', async () => {
    const { form, act } = await openEditor();
    const pick = async () => {
      const { file, arrive } = slowFile('GIF89a', 'mine.gif');
      await act(websiteImagePicked({ image: 'logo', file }));
      return arrive;
    };
    const first = await pick();
    await act(websiteChanged({ banner: 'https://cdn.example/b.png', title: 'x' }));
    first();
    await settled();
    expect(form()).toMatchObject({ busy: null, draft: { logo: '/playersite/logo.gif' } });
    const second = await pick();
    await act(websiteClosed());
    await act(websiteOpened());
    second();
    await settled();
    expect(form()).toMatchObject({ busy: null, draft: { logo: '' } });
  });

  it('is rejected if the file is not an image', async () => {
    const { form, act } = await openEditor();
    await act(websiteImagePicked({ image: 'logo', file: new File(['<html>'], 'logo.png') }));
    expect(form()).toMatchObject({ busy: null, refused: { upload: 'logo' }, draft: { logo: '' } });
  });
});

describe('the preview of the website', () => {
  it('follows the draft and includes images not yet uploaded', async () => {
    const { store, act, template } = await openEditor({ title: 'One' });
    const preview = () => store.getState().websitePreview;
    const markup = () => ('markup' in store.getState().websitePreview ? JSON.stringify(preview()) : '');
    await act(previewOpened());
    expect(preview()).toMatchObject({ status: 'made', template: null, images: [] });
    expect(markup()).toContain('>One<');
    expect(markup()).toContain('<base href=\\"http://core.test/\\"');
    expect(markup()).toContain('http://core.test/ui/viewer/playersite/player.js');
    await act(websiteChanged({ title: 'Two' }));
    expect(markup()).toContain('>Two<');
    await act(websiteImagePicked({ image: 'bgimage_url', file: new File(['GIF89a'], 'a.gif') }));
    expect(preview()).toMatchObject({ images: [{ path: '/playersite/bg.gif' }] });
    await template('mine', '<i>{{title}}</i>');
    expect(preview()).toMatchObject({ template: { name: 'mine', text: '<i>{{title}}</i>' } });
    expect(markup()).toContain('<i>Two</i>');
    await act(previewClosed());
    await act(websiteChanged({ title: 'Three' }));
    expect(preview()).toEqual({ status: 'making' });
  });

  it('uses the stored template and shows its errors', async () => {
    const { store, act } = await openEditor({ template: 'mine' }, { [MINE]: inertTemplate('a\n{{#if}}') });
    await act(previewOpened());
    expect(store.getState().websitePreview).toMatchObject({
      status: 'faulty',
      line: 2,
      template: { name: 'mine', text: 'a\n{{#if}}' },
    });
    await act(websiteChanged({ template: '!default' }));
    expect(store.getState().websitePreview).toMatchObject({ status: 'made', template: null });
  });

  it('shows a template that a save has overwritten', async () => {
    const { store, act, save, template } = await openEditor(
      { template: 'mine' },
      { [MINE]: inertTemplate('<i>one</i>') },
    );
    const shown = () => {
      const { websitePreview: preview } = store.getState();
      return 'template' in preview ? preview.template?.text : null;
    };
    await act(previewOpened());
    expect(shown()).toBe('<i>one</i>');
    await template('mine', '<i>two</i>');
    expect(shown()).toBe('<i>two</i>');
    await save();
    await settled();
    expect(shown()).toBe('<i>two</i>');
  });

  it('shows the default if the template is missing, and nothing without a channel', async () => {
    const missing = await openEditor({ template: 'mine' });
    await missing.act(previewOpened());
    expect(missing.store.getState().websitePreview).toMatchObject({ status: 'made', template: null });
    const empty = await openEditor({}, {}, []);
    await empty.act(previewOpened());
    expect(empty.store.getState().websitePreview).toEqual({ status: 'empty' });
  });
});
