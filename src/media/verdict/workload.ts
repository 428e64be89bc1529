import type { Situation } from './verdictTypes.ts';

/** From here on an encoder is slow because of the machine; below, it waits for its source. */
const BUSY_PERCENT = 70;

/** Live, or not yet: it runs. */
const runningIn = ({ progress }: Situation) =>
  progress?.status === 'connected' || progress?.status === 'connecting' ? progress : null;

/** Whether the video is encoded, not passed through. */
export const isEncoding = (situation: Situation): boolean => runningIn(situation)?.encodes === true;

/** A slow encoder that has little to do waits for what it encodes. */
export const isOverworked = (situation: Situation): boolean =>
  isEncoding(situation) && (situation.cpuLately === null || situation.cpuLately >= BUSY_PERCENT);

/** Percent of the machine: an encoder that gets nothing to encode uses less, however busy the others are. */
const AT_REST_PERCENT = 1;

/** Whether it uses nothing of the machine. What is not live yet and not measured most likely waits for its source. */
export function isAtRest(situation: Situation): boolean {
  const running = runningIn(situation);
  if (running === null) return false;
  const unmeasured = running.status === 'connecting' ? 0 : AT_REST_PERCENT;
  return (running.cpu ?? unmeasured) < AT_REST_PERCENT;
}
