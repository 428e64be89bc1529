// What the editors share it shares as well: without them that would be split off, and fetched by all.
import './lazyFormSagas.ts';
import { tryFfmpeg as tried } from '../ffmpegTrial/saga.ts';
import { untilLoggedOut } from '../session/untilLoggedOut.ts';

export const tryFfmpeg = untilLoggedOut(tried);
