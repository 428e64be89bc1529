import { describe, expect, it } from 'vitest';
import {
  hidden,
  listField,
  multiselect,
  number,
  numberOrNone,
  secret,
  select,
  selectOrCustom,
  textField,
  toggle,
} from '../catalog/form/fields.ts';
import { applySettings } from './applySettings.ts';

const label = 'X';
const fields = {
  address: textField({ label }),
  key: secret({ label, min: 3 }),
  fps: textField({ label, default: '25', figure: { min: 1, max: 60 } }),
  size: selectOrCustom({ label, default: 'a', options: ['a', 'b'] }),
  place: select({ label, default: 'eu', options: ['eu', 'us', { value: 'old', label, storedOnly: true }] }),
  flags: multiselect({ label, default: [], options: ['x', 'y'] }),
  tags: listField({ label, default: [], by: 'commas' }),
  'rtsp.udp': toggle({ label }),
  'rtsp.port': number({ label, default: 1, min: 1, max: 9 }),
  wait: numberOrNone({ label, default: 1, unset: 'None' }),
  mode: hidden({ default: 'pull' }),
};
const NAMES = '"address", "key", "fps", "size", "place", "flags", "tags", "rtsp.udp", "rtsp.port", "wait"';

describe('settings given by a program', () => {
  it.each([
    [{}, {}, {}],
    [{ address: 'a' }, {}, { address: 'a' }],
    [{ fps: 10 }, {}, { fps: 10 }],
    [{ size: 'any' }, {}, { size: 'any' }],
    [{ place: 'us' }, {}, { place: 'us' }],
    [{ place: 'old' }, { place: 'old' }, { place: 'old' }],
    [{ flags: ['x'], tags: ['any'] }, {}, { flags: ['x'], tags: ['any'] }],
    [{ rtsp: { udp: true } }, { rtsp: { port: 5 }, other: 1 }, { rtsp: { port: 5, udp: true }, other: 1 }],
    [{ 'rtsp.udp': true }, {}, { rtsp: { udp: true } }],
    [{ wait: undefined }, { wait: 3 }, { wait: undefined }],
    [{ mode: 'push' }, {}, { mode: 'push' }],
  ])('%j are merged into %j', (patch, stored, settings) =>
    expect(applySettings(fields, stored, patch, 's')).toEqual(settings),
  );

  it.each<[object, string]>([
    [{ adress: 'a' }, `s.adress: there is no such setting, but ${NAMES}`],
    [{ rtsp: { tcp: true } }, 's.rtsp.tcp: there is no such setting, but'],
    [{ rtsp: true }, 's.rtsp: there is no such setting, but'],
    [{ constructor: 1 }, 's.constructor: there is no such setting, but'],
    [JSON.parse('{"__proto__": {"a": 1}}'), 's.__proto__: there is no such setting, but'],
    [{ address: undefined }, 's.address: a text is missing'],
    [{ address: 5 }, 's.address: expected a text'],
    [{ address: { host: 'a' } }, 's.address: expected a text'],
    [{ key: null }, 's.key: expected a text'],
    [{ key: 'k' }, 's.key: Enter at least 3 characters.'],
    [{ fps: 'many' }, 's.fps: '],
    [{ fps: Number.NaN }, 's.fps: expected a number or a text'],
    [{ place: 'mars' }, 's.place: "mars" is none of "eu", "us"'],
    [{ place: 'old' }, 's.place: "old" is none of "eu", "us"'],
    [{ flags: ['x', 'z'] }, 's.flags: "z" is none of "x", "y"'],
    [{ flags: 'x' }, 's.flags: expected a list of texts'],
    [{ rtsp: { udp: 'yes' } }, 's.rtsp.udp: expected true or false'],
    [{ rtsp: { port: '5' } }, 's.rtsp.port: expected a number'],
    [{ rtsp: { port: 50 } }, 's.rtsp.port: '],
    [{ mode: 1 }, 's.mode: expected a value such as "pull"'],
    [{ adress: 'a', rtsp: { udp: 1 } }, 's.rtsp.udp: expected true or false'],
  ])('are rejected with a reason: %j, %s', (patch, says) => {
    expect(() => applySettings(fields, {}, { ...patch }, 's')).toThrow(says);
  });
});
