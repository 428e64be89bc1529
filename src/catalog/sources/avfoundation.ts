import { msg } from '../../i18n/msg.ts';
import { deviceOptions, formatField, framerateField } from '../devices/deviceFields.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { SIZE, SIZES } from '../form/choiceLists.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { selectOrCustom, toggle } from '../form/fields.ts';
import { optionIfSet } from '../form/fieldValues.ts';

const DEFAULT = { value: 'default', label: msg('Default') };

export const avfoundation = defineSource({
  id: 'avfoundation',
  name: msg('Camera, screen or microphone of a Mac (AVFoundation)'),
  media: ['video', 'audio'],
  device: { none: null, unbuilt: msg('Needs a core that runs on a Mac, not in a container.') },
  fields: {
    vindex: selectOrCustom({
      holds: 'device',
      label: msg('Video device'),
      default: 'default',
      options: [DEFAULT],
      found: deviceOptions('avfoundation', 'video'),
    }),
    aindex: selectOrCustom({
      holds: 'device',
      label: msg('Audio device'),
      default: 'default',
      options: [DEFAULT, { value: 'none', label: msg('None') }],
      found: deviceOptions('avfoundation', 'audio'),
    }),
    format: formatField('nv12'),
    framerate: framerateField,
    size: selectOrCustom({
      label: msg('Resolution'),
      default: 'auto',
      options: [{ value: 'auto', label: msg('Automatic') }, ...SIZES],
      figure: { ...SIZE, step: 1 },
    }),
    cursor: toggle({ label: msg('Show the mouse pointer of a screen') }),
    clicks: toggle({ label: msg('Show mouse clicks of a screen') }),
  },
  inputs: ({ vindex, aindex, format, framerate, size, cursor, clicks }) => {
    const paced = Number.parseInt(framerate, 10) > 0;
    return [
      {
        address: `${vindex}:${aindex}`,
        options: [
          ...['-f', 'avfoundation', ...(paced ? optionIfSet('-framerate', framerate) : [])],
          ...[...optionIfSet('-pixel_format', format), ...(size === 'auto' ? [] : optionIfSet('-video_size', size))],
          ...[...(cursor ? ['-capture_cursor', '1'] : []), ...(clicks ? ['-capture_mouse_clicks', '1'] : [])],
        ],
      },
    ];
  },
  ready: ({ vindex, aindex }) => vindex.trim() !== '' && aindex.trim() !== '',
  opensOnce: () => true,
});

export const examples: Example[] = [
  {
    given: {},
    expect: [
      {
        address: 'default:default',
        options: ['-f', 'avfoundation', '-framerate', '25', '-pixel_format', 'nv12'],
      },
    ],
  },
  {
    given: { vindex: '1', aindex: 'none', framerate: 0, format: '', size: '1280x720', cursor: true, clicks: true },
    expect: [
      {
        address: '1:none',
        options: [
          ...['-f', 'avfoundation', '-video_size', '1280x720'],
          ...['-capture_cursor', '1', '-capture_mouse_clicks', '1'],
        ],
      },
    ],
  },
];
