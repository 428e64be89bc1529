import { call, put, select, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { flows } from '../../../media/channel/publicationState.ts';
import { catchSagaErrors, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { statusFetched, type WatchedAnswer, watchedAnswerIn } from '../channel/slice.ts';
import { publicationStateOf, publicationsOf, renditionsOf, type WithPublicationList } from './publicationState.ts';
import { wakeReaders } from './runPublicationCommand.ts';

/** null: nothing to do, or not certain yet. */
type RenditionAction = 'start' | 'stop' | null;

/** Runs a rendition while one of its publications should run, whoever started that publication. */
export function* startStopRenditions() {
  const memory = { idle: new Set<string>(), flowing: new Set<string>(), refused: new Set<string>() };
  while (true) {
    const { payload } = yield* take(statusFetched);
    const answer = watchedAnswerIn(payload);
    for (const id of Object.keys(answer?.renditions ?? {}))
      if (answer) yield* call(catchSagaErrors(balance), id, answer, memory);
  }
}

interface SeenBefore {
  /** Unused in the last status. A rendition stops after two, because a publication may be starting. */
  idle: Set<string>;
  flowing: Set<string>;
  /** Prevents a notice for each repeated rejection. */
  refused: Set<string>;
}

function* balance(id: string, fetched: WatchedAnswer, { idle, flowing, refused }: SeenBefore) {
  const state = yield* select((all: WithPublicationList) => all);
  const readers = readersOf(state, fetched.channel, id);
  const progress = fetched.renditions?.[id]?.progress;
  const ready = flows(progress) && !flowing.has(id);
  if (flows(progress)) flowing.add(id);
  else flowing.delete(id);
  if (ready) yield* call(wakeReaders, readers);

  const need = needOf(state, fetched, id, readers);
  const sure = need !== 'stop' || idle.has(id);
  if (need === 'stop') idle.add(id);
  else idle.delete(id);
  if (need === null) refused.delete(id);
  if (need !== null && sure && !refused.has(id)) yield* order(id, need, fetched.channel, refused);
}

export const readersOf = (state: WithPublicationList, channel: string, id: string): string[] =>
  Object.entries(publicationsOf(state, channel)).flatMap(([egress, { rendition }]) =>
    rendition === id ? [egress] : [],
  );

function needOf(
  state: WithPublicationList,
  { channel, egresses, renditions }: WatchedAnswer,
  id: string,
  readers: string[],
): RenditionAction {
  const stored = publicationsOf(state, channel);
  const order = renditions?.[id]?.progress.order;
  // A publication added a moment ago may read this rendition.
  const strangers = Object.keys(egresses).some((egress) => !(egress in stored));
  if (strangers || readers.some((reader) => publicationStateOf(state, reader).asked)) return null;
  const isNeeded = readers.some((reader) => egresses[reader]?.order === 'start');
  if (isNeeded === (order === 'start')) return null;
  return isNeeded ? 'start' : 'stop';
}

function* order(id: string, command: 'start' | 'stop', channel: string, refused: Set<string>) {
  const core = yield* host('core');
  try {
    yield* call(core.processCommand, { id, body: { command } });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    refused.add(id);
    const { name = '' } = (yield* select((state: WithPublicationList) => renditionsOf(state, channel)))[id] ?? {};
    const text =
      command === 'start'
        ? msg('The rendition {{0}} could not be started ({{1}})')
        : msg('The rendition {{0}} could not be stopped ({{1}})');
    yield* put(noticed('error', text, name, reasonValue(error)));
  }
}
