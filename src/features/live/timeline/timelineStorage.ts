import { type History, noHistory } from '../../../media/timeline/event.ts';
import { mergeHistories } from '../../../media/timeline/mergeHistories.ts';
import { parseHistory, parseKept, storedHistory } from '../../../media/timeline/storedHistory.ts';
import type { Host } from '../../gate/host/host.ts';

/** No text of ours in a browser is longer, with its key. */
const MOST = 7900;
/** Channels; of those that nobody looked at for longest, nothing is kept. */
const MOST_CHANNELS = 24;

/** Where the histories of the channels of one core are kept. Other tabs write there too: nothing of theirs is lost. */
export function createShelf(storage: Host['storage'], coreId: string) {
  const index = `${coreId}:history`;
  const keyOf = (channel: string) => `${index}:${channel}`;
  const read = (channel: string, now: number): History => parseHistory(storage.read(keyOf(channel)), now);

  function listed(channel: string) {
    const [first, ...others] = [channel, ...parseKept(storage.read(index)).filter((id) => id !== channel)];
    const ids = [first, ...others];
    for (const id of ids.slice(MOST_CHANNELS)) storage.remove(keyOf(id));
    const text = JSON.stringify(ids.slice(0, MOST_CHANNELS));
    if (text !== storage.read(index)) storage.write(index, text);
  }

  return {
    keyOf,
    read,
    /** What is kept from then on: what others have written meanwhile is in it. */
    write(channel: string, history: History, now: number): History {
      const all = mergeHistories(history, read(channel, now), now);
      storage.write(keyOf(channel), storedHistory(all, now, MOST));
      listed(channel);
      return all;
    },
    remove(channel: string) {
      storage.remove(keyOf(channel));
    },
    /** All that is kept of this core. */
    clear() {
      for (const id of parseKept(storage.read(index))) storage.remove(keyOf(id));
      storage.remove(index);
    },
    /** What another tab has written, together with ours; null: it knows all that we know. */
    heard(text: string | null, ours: History, now: number): { history: History; more: boolean } {
      const theirs = text === null ? noHistory : parseHistory(text, now);
      const history = mergeHistories(ours, theirs, now);
      return { history, more: storedHistory(history, now, MOST) !== text };
    },
  };
}

export type Shelf = ReturnType<typeof createShelf>;
