import { speedAt, type TestedEncoder } from '../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../media/encoding/skills.ts';
import type { Encoder } from '../form/defineCatalogEntry.ts';

/** Measured at 25 fps; 2 is real time at 50 fps. */
const FAST_ENOUGH = 2;
/** Fallback for a source of unknown height. */
const USUAL_HEIGHT = 1080;

type TestResults = Pick<Skills, 'tested'>;

export const encoderTestResult = ({ id }: Pick<Encoder, 'id'>, { tested }: TestResults): TestedEncoder | null => {
  const found = tested?.[id];
  return found && !found.old ? found : null;
};

/** Tested hardware first if it is fast enough, never an encoder that failed its test. null: none is left. */
export function chooseBestEncoder(encoders: readonly Encoder[], height: number, skills: TestResults): Encoder | null {
  const working = encoders.filter((encoder) => encoderTestResult(encoder, skills)?.works !== false);
  const [first] = working;
  if (first?.codec === 'copy' || first?.codec === 'none') return first;
  const isFast = (encoder: Encoder) => {
    const test = encoderTestResult(encoder, skills);
    return test !== null && (speedAt(test, height || USUAL_HEIGHT) ?? 0) >= FAST_ENOUGH;
  };
  return working.find((encoder) => encoder.hardware && isFast(encoder)) ?? first ?? null;
}
