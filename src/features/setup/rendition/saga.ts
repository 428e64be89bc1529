import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { RENDITION_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { renditionsIn } from '../../../media/channel/channelReader.ts';
import { renditionProcess } from '../../../media/renditions/renditionProcess.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { egressesIn } from '../../live/channel/discoverChannels.ts';
import { fetchChannelStatus } from '../../live/channel/fetchChannelStatus.ts';
import { egressesFound } from '../../live/channel/slice.ts';
import { poll } from '../../shared/polling/poll.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { encodingsOf, type RenditionChannel, renditionOfProfile, rungProfile, rungsOf } from './duplicateEncodings.ts';
import { readChannelProcesses, shareAmong } from './shareEncoding.ts';
import {
  encodeOnceRequested,
  encodingsFound,
  encodingsUnread,
  renditionDeletionConfirmed,
  renditionsClosed,
  renditionsOpened,
  rungRequested,
  type WithRendition,
} from './slice.ts';

export function* renditionSaga() {
  yield* takeLatest(renditionsOpened, untilLoggedOut(catchSagaErrors(showRenditions)));
  yield* takeLeading(encodeOnceRequested, catchSagaErrors(encodeOnce));
  yield* takeLeading(rungRequested, catchSagaErrors(addRung));
  yield* takeLeading(renditionDeletionConfirmed, catchSagaErrors(deleteRendition));
}

export function* showRenditions({ payload: channel }: ReturnType<typeof renditionsOpened>) {
  yield* race([poll('renditions', () => show(channel)), take(renditionsClosed)]);
}

function* show(channel: string) {
  // A change in progress reports its own result.
  if (yield* select(isBusy)) return;
  yield* reportBusy(channel, read(channel));
}

function* read(channel: string) {
  const current = yield* readChannelProcesses(channel);
  yield* put(encodingsFound({ channel, encodings: encodingsOf(current.channel, current.processes) }));
}

/** Shows the reason in place of the data if the core does not respond. */
function* reportBusy(channel: string, steps: Generator) {
  try {
    yield* steps;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(encodingsUnread({ channel, reason: reasonOf(error) }));
  }
}

const isBusy = ({ rendition }: WithRendition) => rendition.status === 'open' && rendition.busy;

function* refresh(channel: string) {
  const current = yield* readChannelProcesses(channel);
  const egresses = egressesIn(current.processes, channel);
  yield* put(egressesFound({ channel, egresses, ...renditionsIn(current.processes, channel) }));
  yield* put(encodingsFound({ channel, encodings: encodingsOf(current.channel, current.processes) }));
  yield* call(fetchChannelStatus, channel);
}

function* encodeOnce({ payload: { channel, ids } }: ReturnType<typeof encodeOnceRequested>) {
  const failed = msg('The publications could not be brought together ({{0}})');
  yield* attempt(channel, failed, () => shareAmong(channel, ids));
}

/** Reports a failure as a notice, and refreshes the view in any case. */
function* attempt(channel: string, failed: string, work: () => Generator) {
  try {
    yield* work();
  } catch (error) {
    yield* put(noticed('error', failed, reasonValue(error)));
  }
  yield* reportBusy(channel, refresh(channel));
}

function* addRung({ payload: { channel, lines } }: ReturnType<typeof rungRequested>) {
  yield* attempt(channel, msg('The rendition could not be created ({{0}})'), () =>
    exclusively(() => createRung(channel, lines)),
  );
}

function* createRung(channel: string, lines: number) {
  const current = yield* readChannelProcesses(channel);
  const rung = rungsOf(current.channel).find((candidate) => candidate.lines === lines);
  const profile = rung && rungProfile(current.channel, rung);
  const metadata = profile && renditionOfProfile(current.channel, profile);
  const random = yield* host('random');
  const process = metadata && processOf(current.channel, uuidFrom(random), metadata);
  if (!process) throw new Error(msg('No suitable encoder found.'));
  yield* call(saveProcess, { process, metadata, key: RENDITION_KEY });
  yield* put(noticed('saved', msg('The rendition {{0}} has been created'), metadata.name));
}

const processOf = (
  { id, given: output, skills }: RenditionChannel,
  uuid: string,
  metadata: Parameters<typeof renditionProcess>[0]['metadata'],
) => renditionProcess({ channel: id, uuid, metadata, streams: output.streams, skills, autostart: false });

/** A rendition in use is kept, because its publications would have no input. */
function* deleteRendition({ payload: { channel, id } }: ReturnType<typeof renditionDeletionConfirmed>) {
  const failed = msg('The rendition could not be deleted ({{0}})');
  yield* attempt(channel, failed, () => exclusively(() => deleteUnused(channel, id)));
}

function* deleteUnused(channel: string, id: string) {
  const current = yield* readChannelProcesses(channel);
  const own = encodingsOf(current.channel, current.processes).shared.find((candidate) => candidate.id === id);
  if (own && own.readers.length > 0) throw new Error(msg('Publications use it.'));
  yield* write('processDelete', { id });
}
