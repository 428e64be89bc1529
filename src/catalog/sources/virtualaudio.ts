import { msg } from '../../i18n/msg.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { SAMPLE_RATE, SAMPLE_RATES } from '../form/choiceLists.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { number, type Settings, select, selectOrCustom } from '../form/fields.ts';
import { fillDefaults } from '../form/fieldValues.ts';

const plays = (source: string) => (settings: Settings) => settings.source === source;

const AUDIBLE_HZ = 20_000;

const fields = {
  source: select({
    holds: 'device',
    label: msg('Signal'),
    default: 'silence',
    options: [
      { value: 'silence', label: msg('Silence') },
      { value: 'noise', label: msg('Noise') },
      { value: 'sine', label: msg('Test tone') },
    ],
  }),
  layout: select({
    label: msg('Audio layout'),
    default: 'stereo',
    options: [
      { value: 'mono', label: msg('Mono') },
      { value: 'stereo', label: msg('Stereo') },
    ],
    when: plays('silence'),
  }),
  color: select({
    label: msg('Noise color'),
    default: 'white',
    options: [
      { value: 'white', label: msg('White') },
      { value: 'pink', label: msg('Pink') },
      { value: 'brown', label: msg('Brown') },
      { value: 'blue', label: msg('Blue') },
      { value: 'violet', label: msg('Violet') },
      { value: 'velvet', label: msg('Velvet') },
    ],
    when: plays('noise'),
  }),
  amplitude: number({
    label: msg('Amplitude'),
    help: msg('From 0.0 to 1.0'),
    default: 1,
    min: 0,
    max: 1,
    step: 0.1,
    when: plays('noise'),
  }),
  frequency: number({
    label: msg('Frequency'),
    unit: 'Hz',
    default: 440,
    min: 1,
    max: AUDIBLE_HZ,
    when: plays('sine'),
  }),
  beepfactor: number({
    label: msg('Beep factor'),
    help: msg('Pitch of the beep played every second, as a multiple of the tone. 0 = no beep.'),
    default: 4,
    min: 0,
    max: AUDIBLE_HZ,
    when: plays('sine'),
  }),
  sampling: selectOrCustom({
    label: msg('Sample rate'),
    unit: 'Hz',
    default: '44100',
    options: SAMPLE_RATES,
    figure: SAMPLE_RATE,
  }),
};

export const virtualaudio = defineSource({
  id: 'virtualaudio',
  name: msg('Test tone or noise'),
  media: ['audio'],
  fields,
  inputs: (stored) => {
    const { source, layout, color, amplitude, frequency, beepfactor, sampling } = fillDefaults(fields, stored);
    const generators = new Map([
      ['silence', `anullsrc=r=${sampling}:cl=${layout}`],
      ['noise', `anoisesrc=r=${sampling}:color=${color}:amplitude=${amplitude}`],
      ['sine', `sine=r=${sampling}:frequency=${frequency}:beep_factor=${beepfactor}`],
    ]);
    const address = generators.get(source);
    return address === undefined ? [] : [{ address, options: ['-f', 'lavfi'] }];
  },
  ready: () => true,
});

export const examples: Example[] = [
  { given: { source: 'constructor' }, expect: [] },
  { given: {}, expect: [{ address: 'anullsrc=r=44100:cl=stereo', options: ['-f', 'lavfi'] }] },
  // Another interface stores the rate as a number.
  { given: { sampling: 48000 }, expect: [{ address: 'anullsrc=r=48000:cl=stereo', options: ['-f', 'lavfi'] }] },
  {
    given: { source: 'noise', color: 'pink', amplitude: '0.5' },
    expect: [{ address: 'anoisesrc=r=44100:color=pink:amplitude=0.5', options: ['-f', 'lavfi'] }],
  },
  {
    given: { source: 'sine', frequency: 1000 },
    expect: [{ address: 'sine=r=44100:frequency=1000:beep_factor=4', options: ['-f', 'lavfi'] }],
  },
  { given: { source: 'none' }, expect: [] },
];
