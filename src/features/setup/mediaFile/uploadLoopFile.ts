import { call, cancelled, delay, put, race } from 'typed-redux-saga';
import { browser, host } from '../../gate/host/host.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { refusedBy } from './checkLoopFile.ts';
import { uploadChanged } from './slice.ts';

/** By a way of its own: it takes its time, and says how far it is. Throws a CoreError. */
export function* uploadLoopFile(path: string, file: File) {
  const core = yield* host('core');
  const uploadBy = yield* browser('upload');
  const aborting = new AbortController();
  let share = 0;
  const progressed = (now: number) => {
    share = now;
  };
  const sending = () => uploadBy(core, { path, body: file, signal: aborting.signal, progressed });
  try {
    const once = function* () {
      const { response } = yield* race({ response: call(sending), told: call(tell) });
      return response;
    };
    let response = yield* once();
    if (response?.status === 401) {
      yield* call(core.renew);
      response = yield* once();
    }
    if (response && !response.ok) throw refusedBy(response, yield* call(textOf, response));
  } finally {
    if (yield* cancelled()) aborting.abort();
  }

  function* tell() {
    for (;;) {
      yield* put(uploadChanged({ status: 'sending', share }));
      yield* delay(PACE.upload.everyMs);
    }
  }
}

const textOf = (response: Response) => response.text();
