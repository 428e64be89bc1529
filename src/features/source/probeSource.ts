import { call } from 'typed-redux-saga';
import { ingestId } from '../../api/ids.ts';
import type { SourceContext } from '../../catalog/define.ts';
import { sourceOf } from '../../catalog/sources/index.ts';
import { progressOf } from '../../media/progress.ts';
import type { MediaType } from '../../media/streams.ts';
import { host } from '../host.ts';
import { whilePaused } from '../ingest/command.ts';
import { type ProbeFound, probe } from '../probe.ts';
import { reasonOf } from '../safely.ts';
import { withInputs } from './decide.ts';
import type { SourceDraft } from './draft.ts';

/** A device or a port that only one program can open, and it is the one that the channel has open when it runs. */
export function isTaken(draft: SourceDraft, type: MediaType, context: SourceContext): boolean {
  const source = draft[type];
  if (!sourceOf(source.type)?.opensOnce(source.settings, context)) return false;
  const held = [draft.before?.video, draft.before?.audio].flatMap((stored) => stored?.inputs ?? []);
  return withInputs(source, context).inputs.some(({ address }) => held.some((input) => input.address === address));
}

/**
 * Asks what a source contains, while the stream goes on. Only what cannot be opened twice is taken from the stream for
 * as long as the probe takes.
 */
export function* probeSource(draft: SourceDraft, type: MediaType, context: SourceContext) {
  const { channel } = draft;
  const { inputs } = draft[type];
  try {
    const taken = isTaken(draft, type, context) && (yield* call(isRunning, channel));
    return yield* taken ? whilePaused(channel, () => probe(channel, inputs)) : probe(channel, inputs);
  } catch (error) {
    const nothing: ProbeFound = { streams: [], log: [reasonOf(error)] };
    return nothing;
  }
}

function* isRunning(channel: string) {
  const core = yield* host('core');
  const id = ingestId(channel);
  const found = (yield* call(core.processes, { id, filter: 'state' })).find((process) => process.id === id);
  return found !== undefined && progressOf(found.state).order === 'start';
}
