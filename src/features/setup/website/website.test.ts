import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { INERT, inertTemplate } from '../../../viewer/website/storedTemplate.ts';
import { noticeGone } from '../../gate/notice/slice.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelDeletionRequested } from '../../live/channel/saga.ts';
import { pagesOutdated } from '../../live/publishPages/saga.ts';
import { websiteChanged, websiteOpened, websiteSaveRequested } from './slice.ts';

const OTHER = 'b8c0d9a4-1111-4222-8333-0123456789ab';

const aProcess = (channel: string, name: string) => ({
  id: ingestId(channel),
  reference: channel,
  config: { id: ingestId(channel), reference: channel, type: 'ffmpeg', input: [], output: [], options: [] },
  metadata: { [METADATA_KEY]: { version: 1, meta: { name } } },
});

async function openForm(
  playersite?: object,
  extra: Record<string, string> = {},
  other: object = aProcess(OTHER, 'Beta'),
) {
  const disk = new Map(Object.entries(extra));
  const global: Record<string, unknown> = playersite
    ? { [METADATA_KEY]: { version: 1, playersite, more: 'kept' }, other: 1 }
    : {};
  let processes: { id: string }[] = [aProcess(CHANNEL, 'Alpha'), { id: ingestId(OTHER), ...other }];
  const patternOf = (glob: string) =>
    new RegExp(
      `^${glob
        .replace(/[.]/g, '\\.')
        .replaceAll('{', '(')
        .replaceAll('}', ')')
        .replaceAll(',', '|')
        .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`,
    );
  const write = vi.fn(({ path, body }: { path: string; body: BodyInit }) => {
    disk.set(path, typeof body === 'string' ? body : 'file');
  });
  const store = openStore({
    storage: { token: 'kept' },
    core: aCore({
      processes: () => processes,
      processDelete: ({ id }) => {
        processes = processes.filter((process) => process.id !== id);
      },
      metadataAll: () => global,
      metadataSet: ({ key, body }) => {
        global[key] = body;
      },
      diskFiles: ({ glob = '' }: { glob?: string } = {}) =>
        [...disk.keys()].filter((name) => patternOf(glob).test(name)).map((name) => ({ name })),
      diskRead: ({ path }) => disk.get(path) ?? '',
      diskWrite: write,
      diskDelete: ({ path }) => {
        disk.delete(path);
      },
    }),
  });
  store.dispatch(sessionStarted());
  await settled();
  const notices = () => store.getState().notice.shown.map(({ tone, text }) => `${tone}: ${text}`);
  const written = () => write.mock.calls.map(([{ path }]) => path);
  const open = async () => {
    store.dispatch(websiteOpened());
    await settled();
  };
  const save = async () => {
    store.dispatch(websiteSaveRequested());
    await settled();
  };
  return { store, disk, global, write, written, notices, open, save };
}

const settled = async () => {
  await vi.advanceTimersByTimeAsync(10);
  // Form sagas are loaded with the first form.
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(10);
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const PAGES = [`/playersite_${CHANNEL}.html`, `/playersite_${OTHER}.html`];

it('the website publishes the library, then pages with configurations and scripts, the main channel first', async () => {
  const { store, written, global, notices, open, save } = await openForm();
  await open();
  expect(store.getState().website).toMatchObject({
    status: 'open',
    found: { published: false },
    draft: { playersite: true },
  });
  store.dispatch(websiteChanged({ title: 'All of us', channelid: OTHER }));
  await save();
  expect(global[METADATA_KEY]).toMatchObject({ version: 1, playersite: { title: 'All of us', channelid: OTHER } });
  const order = written();
  expect(order[0]).toBe('/player/videojs/dist/video.min.js');
  expect(order.slice(order.indexOf('/index.html'))).toEqual([
    '/index.html',
    `/playersite_${OTHER}.html`,
    `/channels/${OTHER}/config.js`,
    `/playersite_${CHANNEL}.html`,
    `/channels/${CHANNEL}/config.js`,
    '/playersite/feed.xml',
    '/playersite/feed.json',
    '/playersite/player.js',
    expect.stringMatching(/^[/]playersite[/]pages-[0-9a-f]{8}-\d+[.]txt$/),
  ]);
  // index.html is reachable at two addresses.
  expect(store.revalidated.slice(0, 2)).toEqual(['http://core.test/index.html', 'http://core.test/']);
  expect(notices()).toContain('success: Publication website settings saved');
  expect(store.getState().website).toMatchObject({ found: { published: true }, busy: null });
});

it.each([
  ['is written, because templates of other interfaces name it', {}, 'file'],
  ['is kept if it exists', { '/playersite/default_bg.jpg': 'theirs' }, 'theirs'],
])('the default background %s', async (_, files, body) => {
  const { disk, open, save } = await openForm({ title: 'x' }, files);
  await open();
  await save();
  expect(disk.get('/playersite/default_bg.jpg')).toBe(body);
});

it('the website keeps unknown website settings as stored', async () => {
  const stored = { titel: 'Old', more: 'x', bgcolor_header: 'strange()', inject1: '', channel_list: [OTHER] };
  const { store, global, disk, open, save } = await openForm(stored);
  await open();
  expect(store.getState().website).toMatchObject({ draft: { title: 'Old' } });
  store.dispatch(websiteChanged({ share: false }));
  await save();
  expect(global).toMatchObject({ other: 1 });
  expect(global[METADATA_KEY]).toMatchObject({ more: 'kept', playersite: { ...stored, share: false } });
  expect([...disk.keys()]).toEqual(expect.arrayContaining(PAGES));
});

it('the website lists only the chosen channels and the main one, and deletes the pages of others', async () => {
  const { disk, open, save } = await openForm(
    { channel_list: [] },
    { '/playersite_gone.html': '', '/playersite/pages/gone.json': '', '/mine.html': '', [`/${OTHER}.html`]: '' },
  );
  await open();
  await save();
  const pages = [...disk.keys()].filter((path) => /html$|pages.*json$/.test(path)).sort();
  expect(pages).toEqual(['/index.html', `/playersite_${CHANNEL}.html`, '/mine.html', `/${OTHER}.html`].sort());
  expect(disk.get('/index.html')).not.toContain('Beta');
});

it('the website deletes all pages when switched off, and keeps uploads', async () => {
  const kept = ['bg.gif', 'bg.png', 'bg.jpg', 'templates/mine.html', 'player.js', 'website.css', 'mine.xml'];
  const remaining = [...kept.map((name) => `/playersite/${name}`), `/${CHANNEL}.html`, '/robots.txt', '/mine.html'];
  const notes = ['/playersite_imprint.html', '/playersite_terms.html'];
  const feeds = ['/playersite/feed.xml', '/playersite/feed.json'];
  const removed = [
    '/index.html',
    ...PAGES,
    `/playersite/pages/${CHANNEL}.json`,
    '/playersite_gone.html',
    ...notes,
    ...feeds,
  ];
  const { store, disk, open, save } = await openForm(
    {},
    Object.fromEntries([...remaining, ...removed].map((path) => [path, ''])),
  );
  await open();
  store.dispatch(websiteChanged({ playersite: false }));
  await save();
  expect([...disk.keys()]).toEqual(remaining);
  expect(store.getState().website).toMatchObject({ found: { published: false }, stored: { playersite: false } });
});

it('the website publishes imprint and terms pages only while they have text', async () => {
  const { store, disk, open, save } = await openForm({ title: 'x', imprint: 'Ada, <b>Road</b> 1', terms: ' ' });
  await open();
  await save();
  expect(disk.get('/playersite_imprint.html')).toContain('Ada, <b>Road</b> 1');
  expect(disk.has('/playersite_terms.html')).toBe(false);
  store.dispatch(websiteChanged({ imprint: '' }));
  await save();
  expect([...disk.keys()].filter((path) => path.includes('imprint'))).toEqual([]);
});

it('the website reports why files could not be written, and keeps the form', async () => {
  const { store, write, notices, open, save } = await openForm();
  write.mockImplementation(() => {
    throw new Error('not enough space on device');
  });
  await open();
  store.dispatch(websiteChanged({ title: 'All of us' }));
  await save();
  expect(notices()).toContain('error: Failed to create publication website files. {{0}}');
  expect(store.getState().website).toMatchObject({ busy: null, draft: { title: 'All of us' } });
});

it('the website stores the main channel by id, independent of the channel that the operator views', async () => {
  const { global, open, save } = await openForm();
  await open();
  await save();
  expect(Object(global[METADATA_KEY]).playersite).toMatchObject({ channelid: CHANNEL });
});

it('the website keeps the main channel that an older version has stored', async () => {
  const { store, global, open, save } = await openForm({ playersite: true, channelid: 'current' });
  await open();
  store.dispatch(websiteChanged({ title: 'News' }));
  await save();
  expect(Object(global[METADATA_KEY]).playersite).toMatchObject({ channelid: 'current', title: 'News' });
});

describe('a custom website template', () => {
  const at = '/playersite/templates/mine.html';
  const data = `/playersite/pages/${CHANNEL}.json`;

  it('is rendered, made inert, and stored as data beside a page with a frame', async () => {
    const { disk, open, save } = await openForm(
      { template: 'mine' },
      { [at]: '<h1>{{channel_name}}</h1><script>1</script>' },
    );
    await open();
    await save();
    expect(disk.get(at)).toBe(`${INERT}\n<h1>{{channel_name}}</h1><script>1</script>`);
    expect(JSON.parse(disk.get(data) ?? '').html).toContain('<h1>Alpha</h1><script>1</script>');
    expect(disk.get('/index.html')).toContain('<iframe');
    expect(disk.get('/index.html')).not.toContain('script>1');
  });

  it.each([
    [
      'is broken',
      { [at]: '{{#if' },
      'warning: The website template has an error in line {{0}}, so the default template is used: {{1}}',
    ],
    ['is missing', {}, expect.stringContaining('is missing, so the default template is used.')],
    ['is empty', { [at]: inertTemplate(' ') }, expect.stringContaining('is missing, so the default template is used.')],
  ])('is replaced by the default if it %s', async (_, files, notice) => {
    const { disk, notices, open, save } = await openForm({ template: 'mine' }, files);
    await open();
    await save();
    expect(notices()).toEqual(expect.arrayContaining([notice]));
    expect(`${disk.get(data)}${disk.get('/index.html')}`).toContain('website.css');
  });
});

it('the website warns once about a missing template and offers a remedy', async () => {
  const { store, notices, open, save, global } = await openForm({ template: 'mine' });
  const notified = () => notices().filter((text) => text.includes('template')).length;
  await open();
  expect(store.getState().website).toMatchObject({ found: { missingTemplate: true } });
  await save();
  const [notice] = store.getState().notice.shown.filter(({ text }) => text.includes('template'));
  expect(notified()).toBe(1);
  store.dispatch(noticeGone(notice?.id ?? 0));
  await save();
  store.dispatch(pagesOutdated(null));
  await settled();
  expect(notified()).toBe(0);
  store.dispatch(websiteChanged({ template: '!default' }));
  await save();
  expect(global[METADATA_KEY]).toMatchObject({ playersite: { template: '!default' } });
  expect(store.getState().website).toMatchObject({ found: { missingTemplate: false } });
});

describe('a change of the channels', () => {
  it('does not publish the website before its first save', async () => {
    const { store, written } = await openForm();
    store.dispatch(pagesOutdated(null));
    await settled();
    expect(written()).toEqual([]);
  });

  it('updates the website', async () => {
    const { store, disk } = await openForm({ title: 'x' });
    store.dispatch(pagesOutdated(null));
    await settled();
    expect(disk.get('/index.html')).toContain('Alpha');
  });

  it('deletes the pages with the last channel, and invalidates the browser cache', async () => {
    const { store, disk, notices } = await openForm({ title: 'x', channelid: CHANNEL });
    store.dispatch(pagesOutdated(null));
    await settled();
    expect(disk.has('/index.html')).toBe(true);
    store.dispatch(channelDeletionRequested(OTHER));
    await settled();
    store.revalidated.length = 0;
    store.dispatch(channelDeletionRequested(CHANNEL));
    await settled();
    expect([...disk.keys()].filter((path) => path.endsWith('.html'))).toEqual([]);
    expect(store.revalidated).toEqual(expect.arrayContaining(['http://core.test/', 'http://core.test/index.html']));
    expect(notices().filter((text) => !text.startsWith('success'))).toEqual([]);
  });

  it('deletes the pages of a deleted channel and updates the website', async () => {
    const { store, disk } = await openForm(
      { title: 'x' },
      { [`/${OTHER}.html`]: '', [`/channels/${OTHER}/logo.svg`]: '', [`/${CHANNEL}.html`]: '', '/index.html': 'Beta' },
    );
    store.dispatch(channelDeletionRequested(OTHER));
    await settled();
    expect([...disk.keys()].filter((path) => path.includes(OTHER))).toEqual([]);
    expect([...disk.keys()]).toContain(`/${CHANNEL}.html`);
    expect(disk.get('/index.html')).toContain('Alpha');
    expect(disk.get('/index.html')).not.toContain('Beta');
  });
});

it('the website keeps the pages of a channel that a newer version has set up', async () => {
  const page = `/playersite_${OTHER}.html`;
  const config = `/channels/${OTHER}/config.js`;
  const newer = { ...aProcess(OTHER, 'Beta'), metadata: { [METADATA_KEY]: { version: 2, meta: { name: 'Beta' } } } };
  const { disk, open, save } = await openForm({ playersite: true }, { [page]: 'theirs', [config]: 'theirs' }, newer);
  await open();
  await save();
  expect(disk.get(`/playersite_${CHANNEL}.html`)).toContain('Alpha');
  expect([disk.get(page), disk.get(config)]).toEqual(['theirs', 'theirs']);
});
