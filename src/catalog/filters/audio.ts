import { msg } from '../../i18n/msg.ts';
import { number, select, toggle } from '../form/fields.ts';
import { defineFilter, filterOptions, hasOnlyOptions } from './defineFilter.ts';
import { CHANNEL_COUNTS, resampleFields, resampleGraph } from './resample.ts';

const { sampling, layout, channels } = resampleFields({});

const aresample = defineFilter({
  id: 'aresample',
  name: msg('Sample rate'),
  type: 'audio',
  ofEncoder: true,
  fields: { sampling, layout, channels },
  graph: ({ sampling: rate, layout: name }, ffmpeg) =>
    resampleGraph(rate === 'inherit' ? '' : rate, name === 'inherit' ? '' : name, ffmpeg),
  read: (graph) => {
    const options = filterOptions(graph, 'aresample');
    if (!options || !hasOnlyOptions(options, 'osr', 'ochl', 'ocl')) return null;
    const { osr = 'inherit', ochl = 'inherit', ocl = ochl } = options;
    return { sampling: osr, layout: ocl, channels: CHANNEL_COUNTS.get(ocl) ?? '2' };
  },
});

const MUTED = new Map<string, string>(
  Object.entries({ mute_left: 'pan=stereo|c1=c1', mute_right: 'pan=stereo|c0=c0' }),
);

const pan = defineFilter({
  id: 'pan',
  name: msg('Channels'),
  type: 'audio',
  fields: {
    value: select({
      label: msg('Channels'),
      default: 'inherit',
      options: [
        { value: 'inherit', label: msg('Same as source') },
        { value: 'mute_left', label: msg('Mute the left channel') },
        { value: 'mute_right', label: msg('Mute the right channel') },
      ],
    }),
  },
  graph: ({ value }) => MUTED.get(value) ?? '',
  read: (graph) => {
    const value = [...MUTED.keys()].find((key) => MUTED.get(key) === graph);
    return value === undefined ? null : { value };
  },
});

const LEVELS = ['10', '20', '30', '40', '50', '60', '70', '80', '90'];

const volume = defineFilter({
  id: 'volume',
  name: msg('Volume'),
  type: 'audio',
  fields: {
    level: select({
      label: msg('Volume'),
      default: 'inherit',
      options: [
        { value: 'inherit', label: msg('Same as source') },
        ...LEVELS.map((level) => ({ value: level, label: `${level} %` })),
        { value: 'custom', label: msg('Custom') },
      ],
    }),
    db: number({
      label: msg('Gain'),
      unit: 'dB',
      default: 0,
      min: -100,
      max: 100,
      step: 0.1,
      when: ({ level }) => level === 'custom',
    }),
  },
  graph: ({ level, db }) => {
    if (level === 'inherit') return '';
    return level === 'custom' ? `volume=volume=${db}dB` : `volume=volume=${Number(level) / 100}`;
  },
  read: (graph) => {
    const [, db] = /^volume=(?:volume=)?(-?\d+(?:\.\d+)?)dB$/.exec(graph) ?? [];
    if (db !== undefined) return { level: 'custom', db: Number(db) };
    const [, part] = /^volume=(?:volume=)?(0?\.\d+)$/.exec(graph) ?? [];
    const level = LEVELS.find((candidate) => Number(candidate) / 100 === Number(part));
    return part === undefined || level === undefined ? null : { level };
  },
});

const loudnorm = defineFilter({
  id: 'loudnorm',
  name: msg('Loudness'),
  type: 'audio',
  fields: {
    enabled: toggle({
      label: msg('Even out the loudness'),
      help: msg('Loud and quiet passages come closer together.'),
    }),
  },
  graph: ({ enabled }) => (enabled ? 'loudnorm' : ''),
  read: (graph) => (graph === 'loudnorm' ? { enabled: true } : null),
});

/** In the order in which ffmpeg applies them. */
export const audioFilters = [aresample, pan, volume, loudnorm];
