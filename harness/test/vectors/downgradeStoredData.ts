import { knownFilters } from '../../../src/catalog/filters/index.ts';
import { withoutFilter } from '../../../src/media/encoding/parseFilterArguments.ts';
import type { MediaType } from '../../../src/media/encoding/streams.ts';
import { type Group, group, list } from './case.ts';

/** The effective settings before 1.2: one playlist in memory, no RTMP or SRT, publications of the playlist. */
export const IN_FORCE = {
  hls: { cleanup: true, storage: 'memfs', version: 3, master_playlist: false, dated: false },
  feeds: { rtmp: { enable: false }, srt: { enable: false } },
  reads: { source: { source: 'hls+memfs' } },
};

const ANALYZED = {
  probesize: 5_000_000,
  analyzeduration: 5_000_000,
  analyzeduration_rtmp: 3_000_000,
  analyzeduration_http: 20_000_000,
};

/** Settings of a network source as release 1.14 stores them, including its defaults. */
export const storedBy114 = (settings: Group): Group => ({
  ...settings,
  general: { ...ANALYZED, ...group(settings.general) },
});

/** Converts the arguments of release 1.14 to version 1. Data from before 1.2 has every default that it left out. */
export function asVersion1(expected: Group, older: boolean): Group {
  const { bundle, ...stored } = expected;
  const { limits, hls, ...control } = group(stored.control);
  const written = { lhls: false, ...group(hls), dated: true };
  return {
    ...stored,
    ...(older || bundle === undefined ? {} : { bundle }),
    version: 1,
    ...('profiles' in stored ? { profiles: list(stored.profiles).map((profile) => profileOf(profile, older)) } : {}),
    ...('control' in stored
      ? {
          control: {
            ...control,
            ...(hls === undefined
              ? {}
              : { hls: older ? { ...written, master_playlist: false, dated: false } : written }),
            ...(older || limits === undefined ? {} : { limits }),
          },
        }
      : {}),
  };
}

const profileOf = ({ video, audio, ...profile }: Group, older: boolean): Group => ({
  ...profile,
  video: codingOf(group(video), '-vf', older),
  audio: codingOf(group(audio), '-af', older),
});

function codingOf({ filter, encoder, decoder, ...coding }: Group, option: string, older: boolean): Group {
  const { graph, settings } = group(filter);
  const { settings: own, ...coder } = group(encoder);
  const resampled = group(group(group(settings).aresample).settings);
  const filtered = older || coder.coder === 'copy' ? '' : [graph].flat().join(',');
  return {
    ...coding,
    encoder: { ...coder, settings: { ...resampled, ...group(own) }, ...mappingOf(coder.mapping, filtered, option) },
    decoder: { ...group(decoder), ...mappingOf(group(decoder).mapping, '', '') },
    ...(older ? {} : { filter }),
  };
}

export function mappingOf(mapping: unknown, graph: string, option: string): Group {
  const { global, local, filter } = group(mapping);
  const words = (value: unknown) => (Array.isArray(value) ? value.flat().map(String) : []);
  const all = option === '' ? '' : [graph, ...words(filter)].filter((part) => part !== '').join(',');
  return {
    mapping: [...words(global), ...words(local), ...(all === '' ? [] : [option, all])],
    ...(words(global).length > 0 ? { global } : {}),
  };
}

/** A coder as release 1.14 stores it: resampling of audio is a filter there. */
export function coderBy114(type: MediaType, { settings, mapping }: { settings: Group; mapping: string[] }): Group {
  const own = knownFilters[type].filter(({ ofEncoder }) => ofEncoder);
  const moved = own.flatMap(({ fields }) => Object.keys(fields));
  const { graph } = withoutFilter(type, mapping);
  const isOwn = own.some(({ ffmpeg }) => graph.startsWith(`${ffmpeg}=`));
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([key]) => !moved.includes(key))),
    mapping: isOwn ? withoutFilter(type, mapping).rest : mapping,
  };
}
