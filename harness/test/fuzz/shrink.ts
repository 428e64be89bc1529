import { ENDLESS, type Fault, type FuzzTarget, runInput, TIME } from './runInput.ts';

const MOST_TRIES = 3000;
const PATIENCE_MS = 20_000;

/** A simpler input with the same sort of fault. What takes long is told by how it was grown instead. */
export async function shrunk<T>(
  fuzzTarget: FuzzTarget<T>,
  found: T,
  first: Fault,
): Promise<{ input: T; fault: Fault; row?: string | undefined }> {
  if (first.sort === TIME || first.sort === ENDLESS) return { input: found, fault: first, row: first.row };
  const end = Date.now() + PATIENCE_MS;
  let [input, fault, tries] = [found, first, 0];
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of fuzzTarget.kind.smaller(input)) {
      tries += 1;
      if (tries > MOST_TRIES || Date.now() > end) return { input, fault };
      const outcome = await runInput(fuzzTarget, candidate);
      if (outcome.fault?.sort !== fault.sort) continue;
      [input, fault, isSmaller] = [candidate, outcome.fault, true];
      break;
    }
  }
  return { input, fault };
}
