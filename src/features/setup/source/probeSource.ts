import { call, type SagaGenerator, select } from 'typed-redux-saga';
import { type FoundPage, foundPageOf } from '../../../api/answers/foundPage.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { ingestId } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { alternativeRequests, endsTrying, isWorthReading } from '../../../catalog/network/alternativeRequests.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { whilePaused } from '../../live/ingest/runCommand.ts';
import { type ProbeFound, probe } from '../../shared/probe/probe.ts';
import { type ProbedDraft, withInputs } from './applyProbe.ts';
import type { AlternativeProgress, SourceDraft } from './draft.ts';

/** Whether the channel itself is using this exclusive device or port. */
export function isTaken(draft: SourceDraft, type: MediaType, context: SourceContext): boolean {
  const source = draft[type];
  if (!sourceOf(source.type)?.opensOnce(source.settings, context)) return false;
  const inputs = [draft.before?.video, draft.before?.audio].flatMap((stored) => stored?.inputs ?? []);
  return withInputs(source, context).inputs.some(({ address }) => inputs.some((input) => input.address === address));
}

/** Probes a source. The stream is only stopped for the probe if the source cannot be opened twice. */
export function* probeSource(draft: SourceDraft, type: MediaType, context: SourceContext) {
  const { channel } = draft;
  const { inputs } = draft[type];
  try {
    const isInUse = isTaken(draft, type, context) && (yield* call(isRunning, channel));
    return yield* isInUse ? whilePaused(channel, () => probe(channel, inputs)) : probe(channel, inputs);
  } catch (error) {
    const nothing: ProbeFound = { streams: [], log: [reasonOf(error)] };
    return nothing;
  }
}

type Judge<Draft> = (draft: Draft, result: ProbeFound, context: SourceContext) => ProbedDraft<Draft>;

const NO_PAGE: FoundPage = { type: '', streams: [] };
const HTML = /^(?:text\/html|application\/xhtml\+xml)/;

/** Failures are ignored, because the alternatives follow anyway. */
function* readPage({ inputs: [input] }: Source) {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (info === null || input === undefined || !hasExtension(info.about, 'pages')) return NO_PAGE;
  const core = yield* host('core');
  try {
    return foundPageOf(yield* call(core.page, { body: { address: input.address } }));
  } catch {
    return NO_PAGE;
  }
}

/** Proposes alternative settings that work after a failed probe. Tries none if each try would stop the stream. */
export function* probeHard<Draft extends SourceDraft>(
  draft: Draft,
  type: MediaType,
  context: SourceContext,
  judge: Judge<Draft>,
  report: (trying: AlternativeProgress) => SagaGenerator<unknown>,
): SagaGenerator<{ probed: ProbedDraft<Draft>; log: readonly string[] }> {
  const result = yield* call(probeSource, draft, type, context);
  const probed = judge(draft, result, context);
  const { log } = result;
  const source = draft[type];
  const { failure } = probed;
  if (!failure || source.type !== 'network' || isTaken(draft, type, context)) return { probed, log };
  const page = isWorthReading(source.settings, failure) ? yield* call(readPage, source) : NO_PAGE;
  if (HTML.test(page.type)) return { probed: { ...probed, failure: { ...failure, page: page.streams } }, log };
  const ways = alternativeRequests(source.settings, { ...failure, contentType: page.type });
  const attempts: string[] = [];
  for (const { words, settings } of ways) {
    attempts.push(words);
    yield* report({ words, n: attempts.length, of: ways.length });
    const alternative = { ...draft, [type]: withInputs({ ...source, settings }, context) };
    const found = yield* call(probeSource, alternative, type, context);
    const rejection = judge(alternative, found, context).failure;
    if (!rejection) {
      const alternative = { words, instead: source.settings, settings, found };
      return { probed: { ...probed, failure: { ...failure, tried: attempts, worked: alternative } }, log };
    }
    if (endsTrying(rejection.cause)) break;
  }
  return { probed: attempts.length > 0 ? { ...probed, failure: { ...failure, tried: attempts } } : probed, log };
}

function* isRunning(channel: string) {
  const core = yield* host('core');
  const id = ingestId(channel);
  const found = (yield* call(core.processes, { id, filter: 'state' })).find((process) => process.id === id);
  return found !== undefined && progressOf(found.state).order === 'start';
}
