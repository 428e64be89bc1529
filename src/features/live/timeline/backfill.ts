import { call, put, select } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { channelOfIngest, isEgress } from '../../../api/processIds.ts';
import { browser, host } from '../../gate/host/host.ts';
import {
  historyIn,
  type historyKnown,
  pastRead,
  type timelineOpened,
  titleKey,
  titlesRead,
  type WithHistory,
} from './slice.ts';
import type { Book } from './timelineRegistry.ts';

/** What the core remembers of the runs of a channel's processes: asked for once. */
export function* readPast(book: Book, { payload: channel }: ReturnType<typeof timelineOpened>) {
  const known = yield* select(({ timeline: history }: WithHistory) => history.past[channel]);
  if (known === 'asked' || known === 'told') return;
  const core = yield* host('core');
  yield* put(pastRead({ channel, past: 'asked' }));
  try {
    const processes = yield* call(core.processes, { reference: channel, filter: 'state,report' });
    const { backfillEpisodes } = yield* call(yield* browser('loadReading'));
    const { watched } = historyIn(yield* select((state: WithHistory) => state), channel);
    yield* book.add(
      channel,
      processes.flatMap(({ id, report, state }) => {
        const whose = report ? whoseIs(id, channel, state) : null;
        return report && whose ? backfillEpisodes(report, whose, watched) : [];
      }),
    );
    yield* put(pastRead({ channel, past: 'told' }));
  } catch (error) {
    yield* put(pastRead({ channel, past: 'refused' }));
    if (!(error instanceof CoreError)) throw error;
  }
}

function whoseIs(id: string, channel: string, state: Process['state']) {
  const command = state?.command ?? [];
  if (channelOfIngest(id) === channel) return { of: 'source', role: 'source', channel, command } as const;
  return isEgress(id) ? ({ of: id, role: 'target', channel, command } as const) : null;
}

/** What causes mean is said in words; they come once something fails. */
export function* readTitles({ payload: { history } }: ReturnType<typeof historyKnown>) {
  const { titles } = yield* select((state: WithHistory) => state.timeline);
  const wanted = history.events.flatMap((event) =>
    event.kind === 'state' && event.cause !== null && !(titleKey(event.cause, event.of) in titles)
      ? [{ cause: event.cause, of: event.of }]
      : [],
  );
  if (wanted.length === 0) return;
  const { causeTitle } = yield* call(yield* browser('loadReading'));
  const read = wanted.map(({ cause, of }) => {
    const role = of === 'source' ? 'source' : 'target';
    return [titleKey(cause, of), causeTitle(cause, role) ?? ''] as const;
  });
  yield* put(titlesRead(Object.fromEntries(read)));
}
