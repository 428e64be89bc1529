import { expect, it } from 'vitest';
import { select, toggle } from './fields.ts';
import { withoutSettings } from './settingsRefusedByFfmpeg.ts';

const label = 'A';
const fields = {
  mode: select({ label, default: 'a', options: ['a', 'b'] }),
  on: toggle({ label }),
};
const line = "Unrecognized option 'x'.";

it('an option that ffmpeg rejects is offered only if it is stored', () => {
  const { mode } = withoutSettings(fields, [{ key: 'mode', value: 'b', line }]);
  expect(mode).toMatchObject({ options: [{ value: 'a' }, { value: 'b', storedOnly: true }] });
});

it('a switch position that ffmpeg rejects cannot be chosen, only left', () => {
  const { on } = withoutSettings(fields, [{ key: 'on', value: 'true', line }]);
  expect(on?.disabled?.({ on: false }, undefined)).toEqual({ text: 'Refused by ffmpeg' });
  expect(on?.disabled?.({ on: true }, undefined)).toBeNull();
});

it('fields without rejected options stay identical', () => expect(withoutSettings(fields, [])).toBe(fields));
