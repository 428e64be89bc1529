import { msg, properName } from '../../i18n/msg.ts';
import { evaluateExpression } from '../../media/encoding/outputFigures.ts';
import { FRAME_RATE, FRAME_RATES, SIDE, SIZE, SIZES } from '../form/choiceLists.ts';
import { type Settings, select, selectOrCustom, textField, toggle } from '../form/fields.ts';
import { defineFilter, filterOptions, hasOnlyOptions } from './defineFilter.ts';

const enabled = ({ enabled: on }: Settings) => on === true;
const sides = (side: 0 | 1) => [...new Set(SIZES.map((size) => size.split('x')[side] ?? ''))];

const bwdif = defineFilter({
  id: 'bwdif',
  name: msg('Deinterlacing'),
  type: 'video',
  fields: {
    enabled: toggle({ label: msg('Deinterlace'), help: msg('For interlaced cameras.') }),
    mode: select({
      label: msg('Frames'),
      default: '1',
      options: [
        { value: '0', label: msg('One for each frame') },
        { value: '1', label: msg('One for each field') },
      ],
      when: enabled,
    }),
    parity: select({
      label: msg('First field'),
      default: '-1',
      options: [
        { value: '-1', label: msg('Automatic') },
        { value: '0', label: msg('Top') },
        { value: '1', label: msg('Bottom') },
      ],
      when: enabled,
    }),
    deint: select({
      label: msg('Deinterlaced frames'),
      default: '0',
      options: [
        { value: '0', label: msg('All') },
        { value: '1', label: msg('Only those marked as interlaced') },
      ],
      when: enabled,
    }),
  },
  graph: ({ enabled: on, mode, parity, deint }) => (on ? `bwdif=mode=${mode}:parity=${parity}:deint=${deint}` : ''),
  read: (graph) => {
    const options = filterOptions(graph, 'bwdif');
    if (!options || !hasOnlyOptions(options, 'mode', 'parity', 'deint')) return null;
    const { mode = '1', parity = '-1', deint = '0' } = options;
    // ffmpeg also accepts names, which the form does not.
    return [mode, parity, deint].every((value) => /^-?\d$/.test(value)) ? { enabled: true, mode, parity, deint } : null;
  },
});

const fps = defineFilter({
  id: 'fps',
  name: msg('Frame rate'),
  type: 'video',
  fields: {
    enabled: toggle({ label: msg('Change the frame rate') }),
    fps: selectOrCustom({
      label: msg('Frame rate'),
      unit: 'fps',
      default: '30',
      options: FRAME_RATES,
      figure: FRAME_RATE,
      when: enabled,
    }),
  },
  graph: ({ enabled: on, fps: rate }) => (on ? `framerate=fps=${rate}` : ''),
  read: (graph) => {
    const options = filterOptions(graph, 'framerate');
    return options && hasOnlyOptions(options, 'fps') && options.fps ? { enabled: true, fps: options.fps } : null;
  },
});

const CROP_NAMES = new Map(
  ['iw', 'in_w', 'ih', 'in_h', 'ow', 'out_w', 'oh', 'out_h', 'a', 'sar', 'dar', 'hsub', 'vsub', 'x', 'y', 'n', 't'].map(
    (name) => [name, 2] as const,
  ),
);

const LONGEST_SIDE = 16_384;

/** Pixels or an expression. The limits only apply to a number. */
const cropField = (key: 'width' | 'height' | 'x' | 'y', label: string, fallback: string, least: number) =>
  textField({
    ...{ label, unit: 'px', default: fallback, when: enabled },
    fault: (settings) => {
      const typed = String(settings[key] ?? '').trim();
      const isPossible = /^[-+]?[\d.]+$/.test(typed)
        ? Number(typed) >= least && Number(typed) <= LONGEST_SIDE
        : evaluateExpression(typed, CROP_NAMES) !== null;
      return typed === '' || isPossible
        ? null
        : msg('Enter a number of pixels, or an expression of ffmpeg such as iw/2.');
    },
  });

const crop = defineFilter({
  id: 'crop',
  name: msg('Crop'),
  type: 'video',
  fields: {
    enabled: toggle({ label: msg('Crop the video') }),
    width: cropField('width', msg('Width'), 'iw', 1),
    height: cropField('height', msg('Height'), 'ih', 1),
    x: cropField('x', msg('From the left'), '0', 0),
    y: cropField('y', msg('From the top'), '0', 0),
  },
  graph: ({ enabled: on, width, height, x, y }) => (on ? `crop=${[width, height, x, y].map(plain).join(':')}` : ''),
  read: (graph) => {
    const [, width, height, x, y] = /^crop=([^:,=]+):([^:,=]+):([^:,=]+):([^:,=]+)$/.exec(graph) ?? [];
    if (width === undefined || height === undefined || x === undefined || y === undefined) return null;
    return [width, height, x, y].every((value) => plain(value) === value)
      ? { enabled: true, width, height, x, y }
      : null;
  },
});

const plain = (value: string) => value.trim().replace(/[^\w.+*/()-]/g, '') || '0';

const scale = defineFilter({
  id: 'scale',
  name: msg('Size'),
  type: 'video',
  fields: {
    mode: select({
      label: msg('Size'),
      default: 'none',
      options: [
        { value: 'none', label: msg('Same as source') },
        { value: 'fix', label: msg('Width and height') },
        { value: 'height', label: msg('Height, the width follows') },
        { value: 'width', label: msg('Width, the height follows') },
      ],
    }),
    fix: selectOrCustom({
      label: msg('Size'),
      unit: 'px',
      default: '1280x720',
      options: SIZES,
      figure: SIZE,
      when: ({ mode }) => mode === 'fix',
    }),
    width: selectOrCustom({
      label: msg('Width'),
      unit: 'px',
      default: '1280',
      options: sides(0),
      figure: SIDE,
      when: ({ mode }) => mode === 'width',
    }),
    height: selectOrCustom({
      label: msg('Height'),
      unit: 'px',
      default: '720',
      options: sides(1),
      figure: SIDE,
      when: ({ mode }) => mode === 'height',
    }),
  },
  // -2 rounds to an even side, which most encoders require.
  graph: ({ mode, fix, width, height }) => {
    if (mode === 'none') return '';
    return mode === 'fix' ? `scale=${fix}` : mode === 'height' ? `scale=-2:${height}` : `scale=${width}:-2`;
  },
  read: (graph) => {
    const [, width = '', height = ''] = /^scale=(-?\d+)[x:](-?\d+)$/.exec(graph) ?? [];
    if (/^-[12]$/.test(width)) return /^\d+$/.test(height) ? { mode: 'height', height } : null;
    if (/^-[12]$/.test(height)) return { mode: 'width', width };
    return /^\d+$/.test(width) && /^\d+$/.test(height) ? { mode: 'fix', fix: `${width}x${height}` } : null;
  },
});

const CLOCKWISE = 'transpose=dir=clock:passthrough=none';
const TURNS = new Map<string, string>(
  Object.entries({
    90: CLOCKWISE,
    180: `${CLOCKWISE},${CLOCKWISE}`,
    270: 'transpose=dir=cclock:passthrough=none',
  }),
);

const transpose = defineFilter({
  id: 'transpose',
  name: msg('Rotation'),
  type: 'video',
  fields: {
    value: select({
      label: msg('Rotation'),
      default: 'none',
      options: [
        { value: 'none', label: msg('None') },
        { value: '90', label: msg('90° clockwise') },
        { value: '180', label: properName('180°') },
        { value: '270', label: msg('90° counterclockwise') },
      ],
    }),
  },
  graph: ({ value }) => TURNS.get(value) ?? '',
  read: (graph) => {
    const value = [...TURNS.keys()].find((key) => TURNS.get(key) === graph);
    return value === undefined ? null : { value };
  },
});

const flip = (id: 'hflip' | 'vflip', name: string, label: string) =>
  defineFilter({
    id,
    name,
    type: 'video',
    fields: { enabled: toggle({ label }) },
    graph: ({ enabled: on }) => (on ? id : ''),
    read: (graph) => (graph === id ? { enabled: true } : null),
  });

/** In the order in which ffmpeg applies them. */
export const videoFilters = [
  bwdif,
  fps,
  crop,
  scale,
  transpose,
  flip('hflip', msg('Mirroring'), msg('Mirror left and right')),
  flip('vflip', msg('Flipping'), msg('Flip top and bottom')),
];
