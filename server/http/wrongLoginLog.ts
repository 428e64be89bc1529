import { elapsedMs } from '../clock.ts';
import { limit } from '../limits.ts';
import type { Log } from '../types.ts';

/** One line for each wrong password; when there are very many, some lines that say how many they stand for. */
export function createWrongLoginLog(log: Log, perSecond = limit('loginLines')) {
  let beganMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let untold = 0;
  return (message: string, client: string): void => {
    if (elapsedMs() - beganMs >= 1000) {
      beganMs = elapsedMs();
      lines = 0;
    }
    lines += 1;
    if (lines > perSecond) {
      untold += 1;
      return;
    }
    log.write('warn', 'HTTP', message, { client, ...(untold === 0 ? {} : { others_before: untold }) });
    untold = 0;
  };
}
