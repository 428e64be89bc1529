import type { UnknownAction } from '@reduxjs/toolkit';
import { call, cancelled, delay, put, race } from 'typed-redux-saga';
import { browser, host } from '../../gate/host/host.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { refusedBy } from './checkLoopFile.ts';

/** @param progress makes an action from the share sent so far, 0 to 1. Throws a CoreError. */
export function* uploadFile(path: string, body: Blob, progress: (share: number) => UnknownAction) {
  const core = yield* host('core');
  const uploadBy = yield* browser('upload');
  const aborting = new AbortController();
  let share = 0;
  const progressed = (now: number) => {
    share = now;
  };
  const sending = () => uploadBy(core, { path, body, signal: aborting.signal, progressed });
  try {
    const send = function* () {
      const { response } = yield* race({ response: call(sending), told: call(reportProgress) });
      return response;
    };
    let response = yield* send();
    if (response?.status === 401) {
      yield* call(core.renew);
      response = yield* send();
    }
    if (response && !response.ok) throw refusedBy(response, yield* call(textOf, response));
  } finally {
    if (yield* cancelled()) aborting.abort();
  }

  function* reportProgress() {
    for (;;) {
      yield* put(progress(share));
      yield* delay(PACE.upload.everyMs);
    }
  }
}

const textOf = (response: Response) => response.text();
