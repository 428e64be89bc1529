import type { AlternativeProgress, SourceProbeFailure } from '../source/draft.ts';

export type WizardStep =
  | { step: 'type' }
  | { step: 'videoSettings'; failure: SourceProbeFailure | null }
  | { step: 'videoProbe'; trying?: AlternativeProgress }
  | { step: 'videoResult' }
  | { step: 'audioSettings'; failure: SourceProbeFailure | null }
  | { step: 'audioProbe'; trying?: AlternativeProgress }
  | { step: 'meta' }
  | { step: 'license' }
  | { step: 'done' }
  | { step: 'abort'; from: WizardStep; deleting: boolean };

export type StepName = WizardStep['step'];

/** Permanent steps in order, each with its address segment and chapter. */
const LASTING: readonly { segment: string; chapter: number; place: WizardStep }[] = [
  { segment: 'source', chapter: 0, place: { step: 'type' } },
  { segment: 'video', chapter: 0, place: { step: 'videoSettings', failure: null } },
  { segment: 'picture', chapter: 1, place: { step: 'videoResult' } },
  { segment: 'audio', chapter: 2, place: { step: 'audioSettings', failure: null } },
  { segment: 'description', chapter: 3, place: { step: 'meta' } },
  { segment: 'license', chapter: 4, place: { step: 'license' } },
];

/** Transient steps, by the permanent step that they belong to. */
const PASSING: Partial<Record<StepName, StepName>> = {
  videoProbe: 'videoSettings',
  audioProbe: 'audioSettings',
  done: 'license',
};

function positionOf(at: WizardStep): number {
  if (at.step === 'abort') return positionOf(at.from);
  const lasting = PASSING[at.step] ?? at.step;
  return LASTING.findIndex(({ place }) => place.step === lasting);
}

export const segmentOf = (at: WizardStep): string => LASTING[positionOf(at)]?.segment ?? '';

/** Whether a segment is before another; unknown segments are before all. */
export const leadsTo = (segment: string, later: string): boolean => indexOf(segment) < indexOf(later);

const indexOf = (segment: string) => LASTING.findIndex((lasting) => lasting.segment === segment);

/** Returns the target of Back; null if there is none. */
export function before(at: WizardStep): WizardStep | null {
  if (at.step === 'done' || at.step === 'abort') return null;
  const position = positionOf(at);
  return LASTING[PASSING[at.step] ? position : position - 1]?.place ?? null;
}

/** Returns an earlier step by its address segment; null for any other segment. */
export function earlier(at: WizardStep, segment: string): WizardStep | null {
  if (at.step === 'done') return null;
  const index = indexOf(segment);
  return index < positionOf(at) ? (LASTING[index]?.place ?? null) : null;
}

/** Index of the chapter: Source, Video, Audio, Description, Done. */
export function chapterOf(at: WizardStep): number {
  return LASTING[positionOf(at)]?.chapter ?? 0;
}
