import { msg } from '../../i18n/msg.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { FRAME_RATE, FRAME_RATES, SIZE, SIZES } from '../form/choiceLists.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { type Settings, select, selectOrCustom, textField } from '../form/fields.ts';
import { fillDefaults } from '../form/fieldValues.ts';

const PATTERNS = [
  'testsrc',
  'testsrc2',
  'rgbtestsrc',
  'yuvtestsrc',
  'pal75bars',
  'pal100bars',
  'smptebars',
  'smptehdbars',
];

const isColor = (settings: Settings) => settings.source === 'color';
const isLife = (settings: Settings) => settings.source === 'life';

const fields = {
  source: select({
    holds: 'device',
    label: msg('Test pattern'),
    default: 'none',
    required: true,
    options: [
      { value: 'none', label: msg('Choose a test pattern …'), none: true },
      { value: 'testsrc', label: msg('Test pattern with a counter') },
      { value: 'testsrc2', label: msg('Test pattern with moving shapes') },
      { value: 'rgbtestsrc', label: msg('RGB test pattern') },
      { value: 'yuvtestsrc', label: msg('YUV test pattern') },
      { value: 'pal75bars', label: msg('PAL bars, 75%') },
      { value: 'pal100bars', label: msg('PAL bars, 100%') },
      { value: 'smptebars', label: msg('SMPTE bars') },
      { value: 'smptehdbars', label: msg('SMPTE HD bars') },
      { value: 'color', label: msg('Single color') },
      { value: 'life', label: msg('Game of Life') },
    ],
  }),
  size: selectOrCustom({ label: msg('Resolution'), default: '1920x1080', options: SIZES, figure: SIZE }),
  fps: selectOrCustom({ label: msg('Frame rate'), default: '25', options: FRAME_RATES, figure: FRAME_RATE }),
  color: textField({ label: msg('Color'), default: '#202020', when: isColor }),
  rule: textField({ label: msg('Rule'), default: 'S23/B3', when: isLife }),
  scale: selectOrCustom({ label: msg('Scale to'), default: '1920x1080', options: SIZES, figure: SIZE, when: isLife }),
  ratio: textField({
    label: msg('Initial fill ratio'),
    default: '2/3',
    figure: { min: 0, max: 1, step: 0.001, also: 'fraction' },
    when: isLife,
  }),
  mold: textField({ label: msg('Fade speed (mold)'), default: '10', figure: { min: 0, max: 255 }, when: isLife }),
  death_color: textField({ label: msg('Dead cell color'), default: '#383838', when: isLife }),
  life_color: textField({ label: msg('Living cell color'), default: '#FCEE21', when: isLife }),
  flags: textField({ label: msg('Scaler flags'), default: 'fast_bilinear', advanced: true, when: isLife }),
};

export const virtualvideo = defineSource({
  id: 'virtualvideo',
  name: msg('Test pattern'),
  media: ['video'],
  fields,
  inputs: (settings) => {
    const address = generator(fillDefaults(fields, settings));
    // -re: a generator would otherwise run as fast as it can.
    return address === null ? [] : [{ address, options: ['-f', 'lavfi', '-re'] }];
  },
  ready: ({ source }) => source !== 'none',
});

type Picture = Record<
  'source' | 'size' | 'fps' | 'color' | 'rule' | 'scale' | 'ratio' | 'mold' | 'death_color' | 'life_color' | 'flags',
  string
>;

function generator(picture: Picture): string | null {
  const { source, size, fps, color, rule, scale, ratio, mold, death_color, life_color, flags } = picture;
  if (PATTERNS.includes(source)) return `${source}=rate=${fps}:size=${size}`;
  if (source === 'color') return `color=rate=${fps}:size=${size}:color=${color}`;
  if (source !== 'life') return null;
  const life = `life=rate=${fps}:size=${size}:rule=${rule}:ratio=${ratio}:mold=${mold}`;
  const scaler = scale === size ? '' : `,scale=${scale}:flags=${flags}`;
  return `${life}:death_color=${death_color}:life_color=${life_color}${scaler}`;
}

export const examples: Example[] = [
  { given: {}, expect: [] },
  {
    given: { source: 'testsrc2', size: '1280x720', fps: '30' },
    expect: [{ address: 'testsrc2=rate=30:size=1280x720', options: ['-f', 'lavfi', '-re'] }],
  },
  {
    given: { source: 'color', size: '1280x720' },
    expect: [{ address: 'color=rate=25:size=1280x720:color=#202020', options: ['-f', 'lavfi', '-re'] }],
  },
  {
    given: { source: 'life', size: '640x360', scale: '1280x720', flags: 'neighbor' },
    expect: [
      {
        address:
          'life=rate=25:size=640x360:rule=S23/B3:ratio=2/3:mold=10:death_color=#383838:life_color=#FCEE21,' +
          'scale=1280x720:flags=neighbor',
        options: ['-f', 'lavfi', '-re'],
      },
    ],
  },
];
