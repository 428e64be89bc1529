import { encoderOf } from '../../../catalog/coders/index.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import { outputFigures, type PictureFigures } from '../../../media/encoding/outputFigures.ts';
import type { StreamCoding } from '../../../media/encoding/profile.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { type CoderChange, isEncoded, withCoder } from '../coder/streamCoding.ts';
import { codingContext, sourcesInto } from '../source/applyProbe.ts';
import { type Sources, storedSources } from '../source/draft.ts';
import type { SpeedupKind } from './slice.ts';

export interface Speedup {
  kind: SpeedupKind;
  /** A preset, a size, or a frame rate. */
  to: string;
  gain: number;
  wanted: IngestMetadata;
}

const FASTEST = 'ultrafast';
/** Time per frame relative to ultrafast, measured with libx264; other encoders are similar. */
const COSTS = new Map<string, number>(
  Object.entries({
    superfast: 1.6,
    veryfast: 2.2,
    faster: 3,
    fast: 4,
    medium: 5,
    slow: 7,
    slower: 12,
    veryslow: 22,
  }),
);
const USUAL_COST = 2;
/** Length of the shorter side. */
const SMALLER = [720, 540, 360];
const SMOOTH_FPS = 30;

/** Returns the changes that would help, least loss of quality first. */
export function speedupsOf(metadata: IngestMetadata, context: SourceContext): Speedup[] {
  const sources = storedSources(metadata);
  const coding = sources?.profile.video;
  const stream = coding && sourceIn(sources, coding)?.streams[coding.stream];
  if (!sources || !stream || !isEncoded(coding.encoder) || !encoderOf('video', coding.encoder.coder)) return [];
  const native = { width: stream.width, height: stream.height, fps: figureOf(stream) };
  const figures = outputFigures(coding, native);
  return [preset(coding), size(coding, figures), pace(coding, figures)].flatMap((change) => {
    if (!change) return [];
    const { kind, to, gain } = change;
    const video = withCoder(coding, sourceIn(sources, coding)?.streams ?? [], change.change, codingContext(context));
    if (sameJson(video, coding)) return [];
    const changed = sourcesInto({ ...sources, profile: { ...sources.profile, video } }, metadata, context.skills);
    return [{ kind, to, gain, wanted: { ...changed, sources: metadata.sources } }];
  });
}

export function applySpeedup(
  metadata: IngestMetadata,
  context: SourceContext,
  kinds: readonly SpeedupKind[],
): IngestMetadata | null {
  const faster = kinds.reduce(
    (before, kind) => speedupsOf(before, context).find((speedup) => speedup.kind === kind)?.wanted ?? before,
    metadata,
  );
  return faster === metadata ? null : faster;
}

const sourceIn = ({ video, audio }: Sources, { source }: StreamCoding) => [video, audio][source];

/** The frame rate is in probes, but not in the type of a stream. */
const figureOf = (stream: Stream): number => {
  const fps: unknown = Object.entries(stream).find(([name]) => name === 'fps')?.[1];
  return typeof fps === 'number' && Number.isFinite(fps) ? fps : 0;
};

type SpeedupChange = { kind: SpeedupKind; to: string; gain: number; change: CoderChange } | null;

/** Returns all settings of the encoder; null for an unknown encoder, or one without this setting. */
function settingsWith({ encoder: { coder, settings } }: StreamCoding, key: string) {
  const fields = encoderOf('video', coder)?.fields;
  return fields && key in fields ? settingsOf(fields, settings) : null;
}

function preset(coding: StreamCoding): SpeedupChange {
  const settings = settingsWith(coding, 'preset');
  if (!settings || settings.preset === FASTEST) return null;
  const change = { type: 'video', encoder: coding.encoder.coder, settings: { ...settings, preset: FASTEST } } as const;
  return { kind: 'preset', to: FASTEST, gain: COSTS.get(String(settings.preset)) ?? USUAL_COST, change };
}

const even = (value: number) => Math.round(value / 2) * 2;

function size(coding: StreamCoding, { width, height }: PictureFigures): SpeedupChange {
  const short = Math.min(width, height);
  const side = SMALLER.find((lines) => lines < short);
  if (side === undefined) return null;
  const to = `${even((width * side) / short)}x${even((height * side) / short)}`;
  const filters = readFilters('video', coding);
  const scale = { ...filters.settings.scale, mode: 'fix', fix: to };
  const change = { type: 'video', filters: { ...filters, settings: { ...filters.settings, scale } } } as const;
  return { kind: 'size', to, gain: (short / side) ** 2, change };
}

/** Halves the frame rate if the result is smooth, otherwise lowers it to 30 fps. */
function pace(coding: StreamCoding, { fps }: PictureFigures): SpeedupChange {
  const settings = settingsWith(coding, 'fps');
  if (!settings || fps <= SMOOTH_FPS) return null;
  const half = Number((fps / 2).toFixed(2));
  const to = String(half >= 24 && half <= SMOOTH_FPS ? half : SMOOTH_FPS);
  const change = { type: 'video', encoder: coding.encoder.coder, settings: { ...settings, fps: to } } as const;
  return { kind: 'fps', to, gain: fps / Number(to), change };
}
