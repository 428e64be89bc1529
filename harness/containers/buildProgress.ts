/** `#12 [packages 2/5] RUN …`, `#12 DONE 3.4s`, `#12 CACHED`: the lines of BuildKit that begin and end a step. */
const STEP = /^#(\d+) (\[[^\]]*\d+\/\d+\] .+)$/;
const END = /^#(\d+) (DONE|CACHED|ERROR)/;
const MAX_LENGTH = 100;

/**
 * Says in one line each which step of a build begins, or still goes on after `quietMs` without a new one.
 * @param now in ms
 */
export function createBuildProgress(note: (line: string) => void, now: () => number, quietMs = 30_000) {
  const running = new Map<string, string>();
  let said = now();
  const say = (line: string) => {
    said = now();
    note(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line);
  };
  return {
    read(line: string) {
      const [, begun = '', step = ''] = STEP.exec(line) ?? [];
      if (begun !== '' && !running.has(begun)) {
        running.set(begun, step);
        say(`  ${step}`);
      }
      const [, ended = ''] = END.exec(line) ?? [];
      running.delete(ended);
    },
    /** Called now and then, also while nothing is written. */
    tick() {
      const [step] = running.values();
      if (now() - said >= quietMs) say(step === undefined ? '  still working ...' : `  still at ${step}`);
    },
  };
}
