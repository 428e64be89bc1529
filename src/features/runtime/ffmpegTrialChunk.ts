// What the editors share it shares as well: without them that would be split off, and fetched by all.
import './lazyFormSagas.ts';
import { untilLoggedOut } from '../gate/session/untilLoggedOut.ts';
import { tryFfmpeg as tried } from '../setup/ffmpegTrial/saga.ts';

export const tryFfmpeg = untilLoggedOut(tried);
