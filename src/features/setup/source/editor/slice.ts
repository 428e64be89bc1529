import { createAction } from '@reduxjs/toolkit';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { createEditor, type Editor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { CoderChange } from '../../coder/streamCoding.ts';
import { filePrepared, isFor, withFile } from '../../mediaFile/slice.ts';
import type { HeldChannel } from '../../saveChannel/readChannel.ts';
import type {
  AlternativeProgress,
  AudioOrigin,
  SourceDraft,
  SourceProbeFailure,
  Sources,
  WorkingAlternative,
} from '../draft.ts';
import { rebaseSources, storedSources } from '../draft.ts';

export interface SourceTarget {
  channel: string;
  /** Address after a save; by default the channel settings. */
  after?: string;
}

export interface FoundSource extends HeldChannel {
  logs: Readonly<Record<MediaType, readonly string[]>>;
  trying?: AlternativeProgress | null;
}

export interface RefusedProbe {
  type: MediaType;
  failure: SourceProbeFailure;
}

export type ProbePhase = `probing-${MediaType}`;

export type SourceForm = Editor<SourceTarget, FoundSource, Sources, RefusedProbe, ProbePhase>;
export type OpenSourceForm = OpenEditor<SourceTarget, FoundSource, Sources, RefusedProbe, ProbePhase>;

export interface WithSource {
  source: SourceForm;
}

export const kindChosen = createAction<{ type: MediaType; kind: string }>('source/kindChosen');
export const probeRequested = createAction<MediaType>('source/probeRequested');
export const alternativeAccepted = createAction<{ type: MediaType; worked: WorkingAlternative }>('source/wayAccepted');
export const probeLeft = createAction('source/probeLeft');
export const codingChanged = createAction<CoderChange>('source/codingChanged');
export const audioOriginChosen = createAction<AudioOrigin>('source/audioOriginChosen');

export const sourceEditor = createEditor<SourceTarget, FoundSource, Sources, RefusedProbe, ProbePhase>(
  'source',
  (form, action) =>
    filePrepared.match(action) && isFor(action.payload, form.target.channel, form.draft)
      ? { ...form, draft: withFile(form.draft, action.payload), refused: null }
      : form,
  rebaseSources,
);
export const source = sourceEditor.reducer;

export function sourceDraftOf({ target, found, draft }: OpenSourceForm): SourceDraft {
  const before = storedSources(found.metadata);
  return { channel: target.channel, ...draft, before, audioChosen: true };
}
