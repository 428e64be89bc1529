import { expect, it } from 'vitest';
import { select, toggle } from './fields.ts';
import { withoutSettings } from './settingsRefusedByFfmpeg.ts';

const label = 'A';
const fields = {
  mode: select({ label, default: 'a', options: ['a', 'b'] }),
  on: toggle({ label }),
};
const line = "Unrecognized option 'x'.";

it('offers an option that ffmpeg rejects only where it is stored', () => {
  const { mode } = withoutSettings(fields, [{ key: 'mode', value: 'b', line }]);
  expect(mode).toMatchObject({ options: [{ value: 'a' }, { value: 'b', storedOnly: true }] });
});

it('a switch that ffmpeg refuses cannot be switched so, and back it can', () => {
  const { on } = withoutSettings(fields, [{ key: 'on', value: 'true', line }]);
  expect(on?.disabled?.({ on: false }, undefined)).toEqual({ text: 'Refused by ffmpeg' });
  expect(on?.disabled?.({ on: true }, undefined)).toBeNull();
});

it('keeps options that are not rejected', () => expect(withoutSettings(fields, [])).toBe(fields));
