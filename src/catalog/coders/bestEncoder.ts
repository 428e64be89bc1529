import { speedAt, type TestedEncoder } from '../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../media/encoding/skills.ts';
import type { Encoder } from '../form/defineCatalogEntry.ts';

/** Real time at 50 frames a second; it was measured at 25. */
const FAST_ENOUGH = 2;
/** Of a source that does not say how high its picture is. */
const USUAL_HEIGHT = 1080;

type TestResults = Pick<Skills, 'tested'>;

/** Test results for the current versions; null: none. */
export const encoderTestResult = ({ id }: Pick<Encoder, 'id'>, { tested }: TestResults): TestedEncoder | null => {
  const found = tested?.[id];
  return found && !found.old ? found : null;
};

/** Never an encoder that failed its test; tested hardware first if it is fast enough. null: there is none. */
export function chooseBestEncoder(encoders: readonly Encoder[], height: number, skills: TestResults): Encoder | null {
  const working = encoders.filter((encoder) => encoderTestResult(encoder, skills)?.works !== false);
  // Passing through is better still.
  const [first] = working;
  if (first?.codec === 'copy' || first?.codec === 'none') return first;
  const isFast = (encoder: Encoder) => {
    const test = encoderTestResult(encoder, skills);
    return test !== null && (speedAt(test, height || USUAL_HEIGHT) ?? 0) >= FAST_ENOUGH;
  };
  return working.find((encoder) => encoder.hardware && isFast(encoder)) ?? first ?? null;
}
