import { ProcessConfig, ProcessState } from '../../../src/api/answers/process.ts';
import { SkillsAnswer } from '../../../src/api/answers/skills.ts';
import type { SourceContext } from '../../../src/catalog/form/defineCatalogEntry.ts';
import {
  codingContext,
  profileFound,
  withFirstAudio,
  withOwnAudio,
} from '../../../src/features/setup/source/applyProbe.ts';
import { newSources, type SourceDraft } from '../../../src/features/setup/source/draft.ts';
import type { Profile, StreamCoding } from '../../../src/media/encoding/profile.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { judgeProbe, type MediaType, type Stream } from '../../../src/media/encoding/streams.ts';
import { egressProcess } from '../../../src/media/process/egress.ts';
import { ingestProcess } from '../../../src/media/process/ingest.ts';
import { probeProcess } from '../../../src/media/process/probeProcess.ts';
import { snapshotProcess } from '../../../src/media/process/snapshot.ts';
import { progressOf } from '../../../src/media/run/progress.ts';
import { parseEgressMetadata, parseGlobalMetadata, parseIngestMetadata } from '../../../src/media/stored/metadata.ts';
import { atLevel, type Case, caseOf, type Group, group, isGroup, list, text } from './case.ts';
import { networkFrom } from './sourceCases.ts';

export const processCases = (file: Group, level: string): Case[] => [
  ...list(file.vectors).map((vector) => ({
    ...caseOf(vector, 'process', complete(atLevel(vector.expected, level)), () => complete(processes(vector))),
    given: vector.metadata,
  })),
  ...list(file.progressVectors).map((vector) => caseOf(vector, 'progress', vector.expected, () => progress(vector))),
  ...list(file.mergeVectors).map((vector) =>
    // The newest release fails on some data, which is then compared with the older one.
    caseOf(vector, 'merge', atLevel(vector.expected, level) ?? atLevel(vector.expected, '1.1.0'), () => merge(vector)),
  ),
  ...list(file.preselectVectors).map((vector) =>
    caseOf(vector, 'preselect', atLevel(vector.expected, level), () => preselect(vector)),
  ),
  ...list(file.analyzeVectors).map((vector) => ({
    ...caseOf(vector, 'analyze', vector.expected, () => analyze(vector)),
    given: vector,
  })),
];

// The core treats an omitted field as its zero.
const complete = (expected: unknown): unknown =>
  isGroup(expected)
    ? Object.fromEntries(
        Object.entries(expected).map(([key, value]) => [key, value === null ? null : ProcessConfig.parse(value)]),
      )
    : expected;

const streamsFrom = (streams: unknown): Stream[] => parseIngestMetadata({ version: 1, streams }).streams;

function processes({ kind, channelid, metadata, coreConfig, page, inputs, service, index, streams, skills }: Group) {
  const channel = text(channelid);
  if (kind === 'probe') {
    const sources = [{ type: 'network', inputs }];
    const [source] = parseIngestMetadata({ version: 1, sources }).sources;
    return { process: probeProcess(channel, source?.inputs ?? []) };
  }
  if (kind === 'egress') {
    const stored = { metadata: parseEgressMetadata(metadata), streams: streamsFrom(streams) };
    const found = skills === undefined ? null : skillsOf(SkillsAnswer.parse(skills));
    return { process: egressProcess({ channel, service: text(service), uuid: text(index), skills: found, ...stored }) };
  }
  const stored = { channel, metadata: parseIngestMetadata(metadata) };
  const ingest = ingestProcess({
    ...stored,
    network: networkFrom({ version: 3, ...group(coreConfig) }, text(page), channel),
  });
  return { ingest, snapshot: ingest && snapshotProcess(stored) };
}

function progress({ state }: Group): unknown {
  const progress = progressOf(state === null ? null : ProcessState.parse(state));
  const figures = progress.status === 'connected' ? progress : null;
  return {
    valid: state !== null,
    order: progress.order,
    state: progress.status,
    error: progress.status === 'error' ? progress.message : '',
    reconnect: 'retryIn' in progress ? (progress.retryIn ?? -1) : -1,
    bitrate: figures?.bitrateKbit ?? 0,
    fps: figures?.fps ?? 0,
    time: figures?.uptimeSeconds ?? 0,
    speed: figures?.speed ?? 0,
    q: figures?.q ?? -1,
    frames: figures?.frames ?? 0,
    drop: figures?.drop ?? 0,
    dup: figures?.dup ?? 0,
  };
}

function merge({ kind, stored }: Group): unknown {
  if (kind === 'egress') return parseEgressMetadata(stored);
  return kind === 'global' ? parseGlobalMetadata(stored) : parseIngestMetadata(stored);
}

function preselect({ type, streams, profile, encoders }: Group): unknown {
  const [stored] = parseIngestMetadata({ version: 1, profiles: [profile] }).profiles;
  const names = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const { video, audio } = group(encoders);
  const skills = { ...skillsOf(null), encoders: { video: names(video), audio: names(audio) } };
  const context = { ffmpeg: skills.ffmpeg, skills, network: networkFrom({}, 'http://core.example:8080') };
  const result = profileOf(type === 'audio' ? 'audio' : 'video', stored, streamsFrom(streams), context);
  const brief = ({ source, stream, encoder: { coder } }: StreamCoding) => ({ source, stream, coder });
  return { video: brief(result.video), audio: brief(result.audio), custom: result.custom };
}

/** The profile after a probe of this source, or of an audio source chosen before. */
function profileOf(type: MediaType, stored: Profile, streams: Stream[], context: SourceContext): Profile {
  const fresh: SourceDraft = { ...newSources(), channel: '', before: null, audioChosen: false, profile: stored };
  const draft = type === 'audio' ? withOwnAudio(fresh, fresh.audio, context) : fresh;
  const profile = profileFound(type, draft, streams, codingContext(context));
  const found = { ...draft, profile, [type]: { ...draft[type], streams } };
  return withFirstAudio(found, context).profile;
}

const analyze = ({ type, streams }: Group): unknown =>
  judgeProbe(streamsFrom(streams), type === 'audio' ? 'audio' : 'video');
