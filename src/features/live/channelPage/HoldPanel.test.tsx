// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { egressId, ingestId } from '../../../api/processIds.ts';
import { startI18n } from '../../../i18n/index.ts';
import type { BackupStatus, HoldStatus } from '../../../media/hold/holdStatus.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { HOLD_NOTE_KEY, HoldNote } from './HoldNote.tsx';
import { HoldPanel } from './HoldPanel.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

const idOf = (service: string, n: number) => egressId(service, CHANNEL.replace(/.$/, String(n)));
const live = (more: object = {}) => {
  const seconds = Math.floor(Date.now() / 1000) - 910;
  const progress = { fps: 25, speed: 1, frame: seconds * 25, time: seconds, size_kb: seconds * 500 };
  return { order: 'start', exec: 'running', runtime_seconds: seconds, progress, ...more };
};
const failed = { order: 'start', exec: 'failed', runtime_seconds: 5, reconnect_seconds: 9, last_logline: 'x' };
const HOLDING = { command: ['-re', '-i', `http://127.0.0.1:8080/memfs/hold-${CHANNEL}.m3u8`, '-f', 'flv', 'x'] };
const processOf = (id: string, state: object) => ({ id, reference: CHANNEL, state });

const ready: HoldStatus = {
  ...{ version: 1, beat: 0, onAir: 'source', seconds: 60, why: 'running', image: 'ready', limitIn: null },
};

const BACKUPS: HoldStatus['backups'] = [
  { id: 2, state: 'ready', differs: [] },
  { id: 1, state: 'off', differs: [] },
];

interface Scene {
  status?: Partial<HoldStatus> | null;
  source?: () => object;
}

async function shown(
  { status = {}, source = live }: Scene,
  answers: FakeAnswers = {},
  page = <HoldPanel channel={CHANNEL} />,
) {
  let beat = 0;
  const scene = { status, source };
  const store = openStore({
    core: aCore({
      processes: () => [
        processOf(ingestId(CHANNEL), scene.source()),
        processOf(idOf('rtmp', 1), live(HOLDING)),
        processOf(idOf('rtmp', 2), live({ ...HOLDING, order: 'stop', exec: 'finished' })),
        processOf(idOf('rtmp', 3), { ...failed, ...HOLDING }),
      ],
      sessionsActive: () => ({}),
      memFiles: ({ glob } = {}) =>
        scene.status === null ? [] : [{ name: glob ?? '', size_bytes: 1, last_modified: 1 }],
      fileBytes: () => {
        beat += 1;
        return new TextEncoder().encode(JSON.stringify({ ...ready, ...scene.status, beat }));
      },
      memWrite: () => 'OK',
      memDelete: () => null,
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  render(<Provider store={store}>{page}</Provider>);
  await pass(3);
  return { store, scene };
}

const text = () => document.body.textContent ?? '';
const button = (name: string) => screen.queryByRole('button', { name });

describe('the panel of the standby image', () => {
  it.each<[string, Scene, string, string | null]>([
    ['protected', {}, 'Protected by a standby image', 'Cut to standby image'],
    [
      'protected, without a source, before the image is ready',
      { source: () => failed },
      'Protected by a standby image',
      null,
    ],
    ['without an agent at the start', { status: null }, 'Waiting for the agent', null],
    [
      'on the air after the encoder stopped',
      { status: { onAir: 'slate', why: 'ended', seconds: 30, limitIn: 1770 }, source: () => failed },
      'The standby image is live',
      null,
    ],
    [
      'on the air by an order',
      { status: { onAir: 'slate', why: 'order', seconds: 30 } },
      'It stays until you go back to the source.',
      'Back to the source',
    ],
    [
      'over its limit',
      { status: { onAir: 'nothing', why: 'limit' } },
      'as long as its limit allows',
      'Cut to standby image',
    ],
    [
      'a backup after the encoder stopped',
      { status: { onAir: 'backup', backup: 2, backups: BACKUPS, why: 'ended', seconds: 30 }, source: () => failed },
      'Backup 1, since',
      'Cut to standby image',
    ],
    [
      'a backup by an order',
      { status: { onAir: 'backup', backup: 1, backups: BACKUPS, why: 'order', seconds: 30 } },
      'Backup 2, since',
      'Back to the source',
    ],
    ['being drawn', { status: { image: 'drawing' } }, 'It is being drawn', null],
    ['impossible', { status: { image: 'short-list' } }, 'fewer than five segments', null],
  ])('shows the state and the possible action: %s', async (_, scene, words, offered) => {
    const { store } = await shown(scene);
    expect(text()).toContain(words);
    const offers = ['Cut to standby image', 'Back to the source'].filter((name) => button(name));
    expect(offers).toEqual(offered === null ? [] : [offered]);
    store.stop();
  });

  it('says which backup cannot take over, and offers none as long as no other can', async () => {
    const size: BackupStatus = { id: 2, state: 'mismatch', differs: ['size'] };
    const { store, scene } = await shown({ status: { backups: [size, { id: 1, state: 'failing', differs: [] }] } });
    expect(text()).toContain('Backup 1: Its format differs, so it is not sentBackup 2: It sends nothing');
    expect(button('Cut to backup')).toBeNull();
    scene.status = { backups: [size, { id: 1, state: 'off', differs: [] }] };
    await pass(3);
    expect(text()).not.toContain('It sends nothing');
    expect(button('Cut to backup')).not.toBeNull();
    store.stop();
  });

  it('offers and orders a backup source', async () => {
    const written: string[] = [];
    const memWrite: FakeAnswers['memWrite'] = ({ path, body }) => {
      written.push(`${path}: ${String(body)}`);
      return 'OK';
    };
    const { store } = await shown({ status: { backups: BACKUPS } }, { memWrite });
    const cut = button('Cut to backup');
    if (cut) fireEvent.click(cut);
    await pass(1);
    expect(written).toEqual([`hold-${CHANNEL}.order: backup`]);
    store.stop();
  });

  it('lists every reason why the standby image is impossible', async () => {
    const obstacles = [
      'codec',
      'no-video',
      'audio-codec',
      'pictures',
      'unreadable',
      'image',
      'failed',
      'short-list',
    ] as const;
    const texts = new Set<string>();
    for (const image of obstacles) {
      const { store } = await shown({ status: { image } });
      expect(text()).toContain('There is no standby image');
      texts.add(text());
      store.stop();
      cleanup();
    }
    expect(texts.size).toBe(obstacles.length);
  });

  it('counts covered publications among those that are on', async () => {
    const { store } = await shown({ status: { onAir: 'slate', why: 'late', limitIn: 60 }, source: () => failed });
    expect(text()).toContain('Publications that go on: 1 of 2');
    expect(text()).toContain('The encoder hangs');
    expect(text()).toMatch(/It ends at .*, or as soon as the source is back/);
    store.stop();
  });

  it('can take back an order that the agent does not follow', async () => {
    const { store, scene } = await shown({});
    fireEvent.click(screen.getByRole('button', { name: 'Cut to standby image' }));
    await pass(1);
    expect(button('Cut to standby image')?.getAttribute('aria-busy')).toBe('true');
    expect(text()).toContain('This takes some seconds.');
    await pass(5);
    expect(text()).toContain('This waits for the agent.');
    fireEvent.click(screen.getByRole('button', { name: 'Back to the source' }));
    await pass(3);
    expect(button('Cut to standby image')?.hasAttribute('aria-busy')).toBe(false);
    expect(text()).not.toContain('This waits for the agent.');
    fireEvent.click(screen.getByRole('button', { name: 'Cut to standby image' }));
    scene.status = { onAir: 'slate', why: 'order', seconds: 1 };
    await pass(3);
    expect(text()).toContain('The standby image is live');
    store.stop();
  });

  it('is hidden if no process reads a hold', async () => {
    const { store } = await shown({}, { processes: () => [processOf(ingestId(CHANNEL), live())] });
    expect(text()).toBe('');
    store.stop();
  });
});

describe('the offer of a standby image', () => {
  const page = <HoldNote channel={CHANNEL} />;
  const channelWith = (service: string, source: () => object = live): FakeAnswers => ({
    processes: () => [processOf(ingestId(CHANNEL), source()), processOf(idOf(service, 1), live())],
  });
  const young = () => live({ runtime_seconds: 20 + Math.floor((Date.now() - 1_000_000) / 1000) });
  const OFFER = 'Keep your platforms live when the camera fails: add a standby image.';

  it.each<[string, FakeAnswers, boolean]>([
    ['a platform that is live', channelWith('youtube'), true],
    ['a private server', channelWith('rtmp'), false],
    ['a channel that went live twenty seconds ago', channelWith('youtube', young), false],
    ['an unavailable source', channelWith('youtube', () => failed), false],
    [
      'a publication that is protected',
      {
        processes: () => [processOf(ingestId(CHANNEL), live()), processOf(idOf('youtube', 1), live(HOLDING))],
      },
      false,
    ],
  ])('appears once, if it helps: %s', async (_, answers, offered) => {
    const { store } = await shown({}, answers, page);
    await pass(12);
    expect(text().includes(OFFER)).toBe(offered);
    store.stop();
  });

  it.each(['No, thanks', 'Add a standby image'])('does not return after "%s"', async (name) => {
    const { store } = await shown({}, channelWith('twitch'), page);
    await pass(12);
    fireEvent.click(screen.getByText(name));
    await pass(1);
    expect(text()).toBe('');
    expect(store.storage.has(HOLD_NOTE_KEY)).toBe(true);
    store.stop();
  });

  it('links to the standby image in the settings of the channel', async () => {
    const { store } = await shown({}, channelWith('twitch'), page);
    await pass(12);
    expect(screen.getByRole('link', { name: 'Add a standby image' }).getAttribute('href')).toBe(
      `#/${CHANNEL}/edit/standby`,
    );
    store.stop();
  });
});
