import { writeFileSync } from 'node:fs';

/** `absent`: ffmpeg was built without it. `machine`: it accepts all options, but the device is missing. */
export type Verdict = 'ran' | 'absent' | 'machine';

const WORDS: Record<Verdict, string> = {
  ran: 'ran',
  absent: 'not in this build',
  machine: 'not on this machine; its options are known',
};

/** Collects results by name, to report everything that was skipped. */
export function createResultTable(version: () => string) {
  const verdicts = new Map<string, Verdict>();
  return {
    add: (label: string, verdict: Verdict) => verdicts.set(label, verdict),
    tell() {
      const labelsWith = (verdict: Verdict) =>
        [...verdicts].flatMap(([label, value]) => (value === verdict ? label : []));
      for (const verdict of ['ran', 'machine', 'absent'] as const) {
        const names = labelsWith(verdict);
        process.stdout.write(`ffmpeg ${version()}, ${WORDS[verdict]} (${names.length}): ${names.join(', ')}\n`);
      }
      const file = process.env.ACCEPTS_TABLE;
      if (file) writeFileSync(file, `${JSON.stringify(Object.fromEntries(verdicts), null, 1)}\n`);
    },
  };
}
