import { call, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { channelOfIngest, ingestId } from '../../../api/processIds.ts';
import { playlistPath } from '../../../media/hls/hlsFiles.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { browser, host, type PendingAnswers } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { channelsOf, choiceKey } from '../channel/discoverChannels.ts';
import { askStates } from '../channel/fetchChannelStatus.ts';
import { deliveryOf, preferredOf } from '../channel/slice.ts';
import { PREVIEW_KEY, PREVIEW_OFF } from '../channelPage/previewPreference.ts';

/** The channel in the address; '' stands for the preferred one, null for another screen. */
const channelIn = ({ hash }: URL): string | null => /^(?:#\/?)?([^#/?]*)$/.exec(hash)?.[1] ?? null;

/** Requests the first status of the channel page and, if its preview is going to play, the video, while the page loads. */
export function* prepareFirstPicture(coreId: string, pending: PendingAnswers['processes']) {
  // `host('page')` is the address at the start of the page; an interrupted session may show another screen by now.
  if (yield* select(({ session }: WithSession) => coreInfoOf(session) !== null)) return;
  try {
    const core = yield* host('core');
    const storage = yield* host('storage');
    const processes = yield* call(() => pending);
    const list = channelsOf(processes.filter(({ id }) => channelOfIngest(id) !== null));
    const requested = channelIn(yield* host('page'));
    const shown =
      requested === '' ? preferredOf(list, storage.read(choiceKey(coreId))) : list.find(({ id }) => id === requested);
    if (!shown?.available) return;
    const states = yield* call(askStates, core, shown.id);
    const source = states.find(({ id }) => id === ingestId(shown.id));
    if (storage.read(PREVIEW_KEY) === PREVIEW_OFF || progressOf(source?.state).status !== 'connected') return;
    const prepareVideo = yield* browser('prepareVideo');
    prepareVideo(`${core.address}/${playlistPath(shown.id, deliveryOf(shown).storage)}`);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // the page's own request reports it
  }
}
