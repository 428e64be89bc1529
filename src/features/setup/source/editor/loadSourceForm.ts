import { call, select } from 'typed-redux-saga';
import { ingestDefaults } from '../../../../media/stored/metadata.ts';
import type { WithChannels } from '../../../live/channel/slice.ts';
import type { SharedForm } from '../../../shared/editor/editorSagas.ts';
import { type HeldChannel, readChannel } from '../../saveChannel/readChannel.ts';
import { newSources, type SourceDraft, type Sources, storedSources } from '../draft.ts';
import {
  type FoundSource,
  type ProbePhase,
  type RefusedProbe,
  type SourceTarget,
  sourceEditor,
  type WithSourceForm,
} from './slice.ts';

export const sharedForm: SharedForm<SourceTarget, FoundSource, Sources, RefusedProbe, ProbePhase> = {
  actions: sourceEditor.actions,
  open: openForm,
  find,
  home: ({ channel }) => `/${channel}`,
};

/** A channel that was never set up begins with defaults. */
function* find({ channel }: SourceTarget) {
  const held = yield* call(readChannel, channel);
  const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  const fresh: HeldChannel = { metadata: ingestDefaults(name ?? ''), process: null, publications: [] };
  const found: FoundSource = { ...(held ?? fresh), logs: { video: [], audio: [] } };
  return { found, draft: storedSources(found.metadata) ?? newSources() };
}

export function* openForm() {
  const { source: sourceForm } = yield* select((state: WithSourceForm) => state);
  return sourceForm.status === 'open' ? sourceForm : null;
}

export const onlySources = ({ video, audio, profile }: SourceDraft): Sources => ({ video, audio, profile });
