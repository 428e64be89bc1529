import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import type { Fields, Settings, SettingsOf } from '../form/fields.ts';
import { fillDefaults, settingsOf } from '../form/fieldValues.ts';

type FilterDefinition<F extends Fields> = {
  id: string;
  name: string;
  type: MediaType;
  ffmpeg?: string;
  /** Whether its settings are among the encoder's, so that it needs no separate form. */
  ofEncoder?: boolean;
  fields: F;
  graph: (settings: SettingsOf<F>, ffmpeg: FfmpegVersion) => string;
  /** Parses a graph; null if no settings produce it. */
  read: (graph: string) => Partial<SettingsOf<F>> | null;
};

export type Filter = {
  id: string;
  name: string;
  type: MediaType;
  ffmpeg: string;
  ofEncoder: boolean;
  fields: Fields;
  graph: (settings: Settings, ffmpeg: FfmpegVersion) => string;
  read: (graph: string) => Settings | null;
};

export function defineFilter<const F extends Fields>(filter: FilterDefinition<F>): Filter {
  const { id, fields } = filter;
  return {
    ...filter,
    ffmpeg: filter.ffmpeg ?? id,
    ofEncoder: filter.ofEncoder ?? false,
    graph: (stored, ffmpeg) => filter.graph(fillDefaults(fields, settingsOf(fields, stored)), ffmpeg),
    read: (graph) => {
      const found = filter.read(graph);
      return found && settingsOf(fields, found);
    },
  };
}

/** Parses a graph of this single filter, `name=a=1:b=2` or positional `name=1:2`; null for other graphs. */
export function filterOptions(graph: string, name: string): Record<string, string> | null {
  if (graph === name) return {};
  if (!graph.startsWith(`${name}=`) || graph.includes(',')) return null;
  const options = graph.slice(name.length + 1).split(':');
  return Object.fromEntries(
    options.map((option, i) => {
      const [, key = `${i}`, value = option] = /^([a-z_0-9]+)=(.*)$/.exec(option) ?? [];
      return [key, value];
    }),
  );
}

export const hasOnlyOptions = (options: Record<string, string>, ...keys: string[]): boolean =>
  Object.keys(options).every((key) => keys.includes(key));
