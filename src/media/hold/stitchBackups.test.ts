import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import { formatHoldPlaylist, type HoldPlaylist, parseHoldPlaylist } from './holdPlaylist.ts';
import { type Hold, type HoldLook, type HoldOrder, newHold, nextLookIn, stitchPlaylist } from './stitchPlaylist.ts';

const SLATE = Array.from({ length: 5 }, (_, index) => ({ file: `hold-x_${index}.ts`, seconds: 2 }));
const STEP = 0.05;

function createInput(name: string, phase: number) {
  let startedAt: number | null = null;
  let run = 0;
  let number = 0;
  let index = 0;
  let sequence = 0;
  let frozenUntil = 0;
  let list: { file: string; seconds: number; discontinuity: boolean }[] = [];
  const made = new Map<string, { run: number; index: number }>();
  return {
    made,
    isUsable: true,
    state: 'ended' as HoldLook['ingest'],
    picturesSince: null as number | null,
    picturesAt: 0,
    start(at: number) {
      if (startedAt !== null) return;
      run++;
      index = 0;
      [list, sequence] = [[], number];
      startedAt = at + phase;
      this.state = 'running';
      this.picturesSince = at;
    },
    end() {
      startedAt = null;
      this.state = 'ended';
      this.picturesSince = null;
    },
    freeze(at: number, seconds: number) {
      if (startedAt === null) return;
      frozenUntil = at + seconds;
      this.picturesSince = null;
    },
    tick(at: number) {
      if (startedAt === null || at < frozenUntil) return;
      if (this.picturesSince === null) this.picturesSince = at;
      this.picturesAt = Math.ceil(at);
      while (at - startedAt >= 2) {
        const file = `${name}_${number++}.ts`;
        made.set(file, { run, index });
        list.push({ file, seconds: 2, discontinuity: index === 0 });
        index++;
        startedAt += 2;
        while (list.length > 8) {
          list.shift();
          sequence++;
        }
      }
    },
    playlist: (): HoldPlaylist | null =>
      list.length === 0 ? null : { sequence, discontinuitySequence: 0, target: 2, entries: [...list] },
  };
}

type Input = ReturnType<typeof createInput>;
interface Show {
  at: number;
  order: HoldOrder;
  /** Whether the source shows a still picture. */
  isBlank: boolean;
  main: Input;
  backups: readonly [Input, Input];
}
type Cue = [at: number, act: (show: Show) => void];

function play(seconds: number, cues: readonly Cue[], slate = SLATE) {
  const show: Show = {
    ...{ at: 0, order: 'auto', isBlank: false },
    main: createInput('x', 0),
    backups: [createInput('b1', 0.7), createInput('b2', 1.3)],
  };
  let hold: Hold = newHold();
  let nextLook = 0;
  let lag = { most: 0, least: 0 };
  const onAir: { at: number; content: string }[] = [];
  const lists: { at: number; list: HoldPlaylist }[] = [];
  const due = [...cues];
  for (; show.at < seconds; show.at = Math.round((show.at + STEP) * 100) / 100) {
    const { at, main, backups } = show;
    while (due[0] && due[0][0] <= at) due.shift()?.[1](show);
    for (const input of [main, ...backups]) input.tick(at);
    if (at < nextLook) continue;
    const lookAt = ({ playlist, state, picturesSince, picturesAt }: Input) => ({
      ...{ playlist: playlist(), ingest: state, picturesSince },
      picturesAt: Math.min(picturesAt, Math.floor(at)),
    });
    const step = stitchPlaylist(
      hold,
      {
        ...{ at, order: show.order, slate, isBlank: show.isBlank, ...lookAt(main) },
        backups: backups.map((input, index) => ({ ...lookAt(input), id: index + 1, isUsable: input.isUsable })),
      },
      { window: 5, limit: null },
    );
    hold = step.hold;
    const content = hold.phase === 'waiting' ? 'nothing' : hold.onAir === 'backup' ? `b${hold.input}` : hold.onAir;
    if (onAir.at(-1)?.content !== content) onAir.push({ at, content });
    if (hold.phase === 'on') {
      const { sequence, discontinuitySequence, target, entries, listedUntil } = hold;
      if (step.list === 'changed') lists.push({ at, list: { sequence, discontinuitySequence, target, entries } });
      lag = { most: Math.max(lag.most, at - listedUntil), least: Math.min(lag.least, at - listedUntil) };
    }
    nextLook = at + nextLookIn(hold, at);
  }
  return { onAir, lists, lag, show, contents: onAir.map(({ content }) => content) };
}

/** Lists violations of the rules for published lists. */
function faults({ lists, show }: ReturnType<typeof play>): string[] {
  const found: string[] = [];
  const byNumber = new Map<number, { file: string; discontinuity: boolean }>();
  let before = -1;
  for (const { at, list } of lists) {
    const parsed = parseHoldPlaylist(formatHoldPlaylist(list));
    if (parsed === null || !('entries' in parsed) || parsed.entries.length !== list.entries.length)
      found.push(`${at}: cannot be read`);
    if (list.sequence < before) found.push(`${at}: the sequence fell`);
    before = list.sequence;
    for (const [index, { file, discontinuity }] of list.entries.entries()) {
      const previous = byNumber.get(list.sequence + index);
      if (previous && previous.file !== file) found.push(`${at}: ${previous.file} became ${file}`);
      byNumber.set(list.sequence + index, { file, discontinuity });
    }
  }
  const inputs = [show.main, ...show.backups];
  const madeOf = (file: string) => inputs.flatMap(({ made }) => made.get(file) ?? [])[0];
  const all = [...byNumber].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  for (const [index, entry] of all.entries()) {
    const last = all[index - 1];
    if (!last) continue;
    const sameInput = last.file.replace(/_\d+\.ts$/, '') === entry.file.replace(/_\d+\.ts$/, '');
    const [before, after] = [madeOf(last.file), madeOf(entry.file)];
    const follows = before && after && sameInput && before.run === after.run && before.index + 1 === after.index;
    const inSlate = !before && !after && Number(last.file.slice(7, 8)) + 1 === Number(entry.file.slice(7, 8));
    if (!follows && !inSlate && !entry.discontinuity) found.push(`${last.file} ${entry.file}: not said`);
    if (before && after && sameInput && before.run === after.run && !follows)
      found.push(`between ${last.file} and ${entry.file} some of one run is left out`);
  }
  for (const [file, count] of countsOf(all.map((entry) => entry.file)))
    if (!file.startsWith('hold-') && count > 1) found.push(`${file} was listed ${count} times`);
  return found;
}

const countsOf = (files: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
};

const main = (at: number, act: (input: Input, at: number) => void): Cue => [at, (show) => act(show.main, show.at)];
const backup = (n: 1 | 2, at: number, act: (input: Input, at: number) => void): Cue => [
  at,
  (show) => act(show.backups[n === 1 ? 0 : 1], show.at),
];
const order = (at: number, value: HoldOrder): Cue => [at, (show) => (show.order = value)];
const blank = (at: number, value: boolean): Cue => [at, (show) => (show.isBlank = value)];
const start = (input: Input, at: number) => input.start(at);
const end = (input: Input) => input.end();
const freeze = (seconds: number) => (input: Input, at: number) => input.freeze(at, seconds);
const LIVE: Cue[] = [main(0, start), backup(1, 0, start)];

describe('a channel with backups', () => {
  it.each<[what: string, cues: Cue[], slate: boolean, expected: string[]]>([
    ['shows the source while it is healthy', LIVE, true, ['nothing', 'source']],
    [
      'switches to the backup and back',
      [...LIVE, main(20, end), main(40, start)],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    ['switches to the backup even without an image', [...LIVE, main(20, end)], false, ['nothing', 'source', 'b1']],
    [
      'switches to the backup when the source stalls',
      [...LIVE, main(20, freeze(60))],
      true,
      ['nothing', 'source', 'b1'],
    ],
    [
      'shows the image while an on-demand backup starts',
      [main(0, start), main(20, end), backup(1, 23, start)],
      true,
      ['nothing', 'source', 'slate', 'b1'],
    ],
    [
      'skips an unreachable backup',
      [main(0, start), backup(2, 0, start), main(20, end)],
      true,
      ['nothing', 'source', 'b2'],
    ],
    [
      'skips a backup with another format',
      [...LIVE, backup(2, 0, start), backup(1, 0, (input) => (input.isUsable = false)), main(20, end)],
      true,
      ['nothing', 'source', 'b2'],
    ],
    [
      'leaves a backup whose format changes',
      [...LIVE, main(20, end), backup(1, 30, (input) => (input.isUsable = false))],
      true,
      ['nothing', 'source', 'b1', 'slate'],
    ],
    [
      'switches from the second backup to the first when that is healthy',
      [main(0, start), backup(2, 0, start), main(20, end), backup(1, 30, start)],
      true,
      ['nothing', 'source', 'b2', 'b1'],
    ],
    [
      'switches from one backup to the next',
      [...LIVE, backup(2, 0, start), main(20, end), backup(1, 30, end)],
      true,
      ['nothing', 'source', 'b1', 'b2'],
    ],
    [
      'ends the hold on the healthy input while another one is dead, and judges each separately',
      [main(0, start), main(20, end), backup(1, 60, start)],
      true,
      ['nothing', 'source', 'slate', 'b1'],
    ],
    [
      'switches to a source that has just returned when the backup fails',
      [...LIVE, main(20, end), main(30, start), backup(1, 34, end)],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    [
      'shows the image when all inputs are down, then the first that returns',
      [...LIVE, main(20, end), backup(1, 30, end), main(50, start)],
      true,
      ['nothing', 'source', 'b1', 'slate', 'source'],
    ],
    [
      'follows the order',
      [...LIVE, order(20, 'backup'), order(40, 'auto')],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    [
      'switches to the source when a requested backup fails',
      [...LIVE, order(20, 'backup'), backup(1, 40, end)],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    [
      'waits for a backup that was ordered',
      [main(0, start), order(20, 'backup'), backup(1, 30, start)],
      true,
      ['nothing', 'source', 'b1'],
    ],
    [
      'cuts to the image from the backup',
      [...LIVE, main(20, end), order(40, 'slate')],
      true,
      ['nothing', 'source', 'b1', 'slate'],
    ],
    ['starts with the backup if the source never arrives', [backup(1, 5, start)], true, ['nothing', 'b1']],
    [
      'leaves a source whose picture is still, and returns when it moves',
      [...LIVE, blank(20, true), blank(50, false)],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    [
      'shows the image while the picture of the source is still and no backup runs',
      [main(0, start), blank(20, true), blank(50, false)],
      true,
      ['nothing', 'source', 'slate', 'source'],
    ],
    [
      'stays with a still picture without an image or a backup',
      [main(0, start), blank(20, true)],
      false,
      ['nothing', 'source'],
    ],
    [
      'follows an order for the source while its picture is still',
      [...LIVE, blank(20, true), order(40, 'source')],
      true,
      ['nothing', 'source', 'b1', 'source'],
    ],
    [
      'switches to the image when a backup fails while the picture of the source is still',
      [...LIVE, blank(20, true), backup(1, 40, end)],
      true,
      ['nothing', 'source', 'b1', 'slate'],
    ],
    [
      'ends with a stop by an operator',
      [...LIVE, main(20, end), main(40, (input) => (input.state = 'stopped'))],
      true,
      ['nothing', 'source', 'b1', 'nothing'],
    ],
  ])('has the right inputs on the air: %s', (_, cues, slate, expected) => {
    const played = play(80, cues, slate ? SLATE : []);
    expect(played.contents).toEqual(expected);
    expect(faults(played)).toEqual([]);
  });

  it('has a warm backup on the air within 4 s, and the source 8 s after its return at the earliest', () => {
    const { onAir, lag } = play(80, [...LIVE, main(20, end), main(40, start)]);
    const [, , toBackup, back] = onAir;
    expect(toBackup?.at).toBeLessThanOrEqual(24);
    expect(back?.at).toBeGreaterThanOrEqual(46);
    expect(back?.at).toBeLessThanOrEqual(55);
    expect(lag.most).toBeLessThanOrEqual(3.1);
  });

  it('waits longer for a source that keeps failing, and stays on the backup', () => {
    const flaps = Array.from({ length: 6 }, (_, n) => [main(20 + n * 20, end), main(24 + n * 20, start)]).flat();
    const { onAir } = play(200, [...LIVE, ...flaps]);
    expect(onAir.filter(({ content }) => content === 'source').length).toBeLessThanOrEqual(4);
    expect(onAir.some(({ content }) => content === 'slate')).toBe(false);
  });

  it('breaks no rule in 40 random sequences of failures', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomFrom(seed);
      const pick = (most: number) => Math.floor(random() * most);
      const cues: Cue[] = [main(0, start), backup(1, 1, start), backup(2, 2, start)];
      for (let at = 20; at < 400; at += 3 + random() * 25) {
        const act = [start, end, start, freeze(2 + random() * 30), start][pick(5)] ?? start;
        const index = pick(3);
        if (pick(8) === 0)
          cues.push(order(at, (['auto', 'backup', 'slate', 'auto', 'source'] as const)[pick(5)] ?? 'auto'));
        else cues.push(index === 0 ? main(at, act) : backup(index === 1 ? 1 : 2, at, act));
      }
      cues.push(order(410, 'auto'), main(410, start));
      const played = play(560, cues);
      expect(faults(played), `seed ${seed}`).toEqual([]);
      expect(played.contents.at(-1), `seed ${seed}`).toBe('source');
      // A short list delays the switch by one segment.
      expect(played.lag.most, `seed ${seed}`).toBeLessThanOrEqual(5.6);
      expect(played.lag.least, `seed ${seed}`).toBeGreaterThanOrEqual(-4);
    }
  });
});
