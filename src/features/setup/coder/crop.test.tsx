// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import type { CoderSettings, StreamCoding } from '../../../media/encoding/profile.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import { streamsInProbe } from '../../../media/encoding/streamsInProbe.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import { aProbe, h264 } from '../../../testing/probes.ts';
import { setUpScreens } from '../../../testing/renderScreens.tsx';
import { CodingFields } from './CodingFields.tsx';
import { type CoderChange, type CodingContext, firstCoded, withCoder } from './streamCoding.ts';

const skills = skillsOf(
  SkillsAnswer.parse({ ...someSkills(), filter: ['crop', 'scale', 'fps'].map((id) => ({ id })) }),
);
const context: CodingContext = { skills, accepted: { video: ['h264'], audio: ['aac'] } };

interface HeldProps {
  initial: StreamCoding;
  streams: Stream[];
  onChange: (coding: StreamCoding) => void;
}

function Held({ initial, streams, onChange }: HeldProps) {
  const [coding, setCoding] = useState(initial);
  const change = (changed: CoderChange) => {
    const next = withCoder(coding, streams, changed, context);
    setCoding(next);
    onChange(next);
  };
  return (
    <CodingFields
      type="video"
      coding={coding}
      streams={streams}
      context={context}
      words={{ encoder: 'Encoder', decoder: 'Decoder' }}
      picture={<img src="data:," alt="what is live" />}
      onChange={change}
    />
  );
}

setUpScreens({ clock: 'real' });

/** Opens the crop fields and switches cropping on unless it is stored. */
function renderField(size: { width: number; height: number }, stored: Record<string, CoderSettings> = {}) {
  const streams = streamsInProbe(aProbe({ ...h264, ...size }));
  const first = firstCoded('video', 0, streams, context);
  if (!first) throw new Error('There is no video');
  const encoded = withCoder(first, streams, { type: 'video', encoder: 'libx264', settings: {} }, context);
  const form = readFilters('video', encoded);
  const filters = { ...form, settings: { ...form.settings, ...stored } };
  let initial = withCoder(encoded, streams, { type: 'video', filters }, context);
  const keep = (changed: StreamCoding) => {
    initial = changed;
  };
  const graph = () => initial.filter?.graph ?? '';
  render(<Held initial={initial} streams={streams} onChange={keep} />);
  if (stored.crop === undefined) fireEvent.click(screen.getByLabelText('Crop the video'));
  return graph;
}

const HD = { width: 1920, height: 1080 };
const frame = () => screen.getByRole('slider', { name: 'Section of the video' });
const ratios = () =>
  within(screen.getByRole('group', { name: 'Aspect ratio' })).getAllByRole<HTMLInputElement>('radio');
const ratio = () => ratios().find(({ checked }) => checked);
const press = (key: string, options: object = {}) => fireEvent.keyDown(frame(), { key, ...options });
const shownAs = (width: number) => {
  const { parentElement } = frame();
  if (!parentElement) throw new Error('The frame stands alone');
  parentElement.getBoundingClientRect = () => new DOMRect(0, 0, width, (width * 9) / 16);
  for (const element of [frame(), ...frame().children]) Object.assign(element, { setPointerCapture: () => {} });
};

it('the crop editor starts with a centered portrait frame over the picture, and shows the resulting size', () => {
  const graph = renderField(HD);
  expect(graph()).toBe('crop=608:1080:656:0');
  expect(ratio()?.value).toBe('9:16');
  expect(screen.getByAltText('what is live')).toBeTruthy();
  expect(frame().getAttribute('aria-valuetext')).toBe('608 by 1080 pixels, 656 from the left, 0 from the top');
  expect(frame().style.width).toMatch(/^31\.6/);
  expect(screen.getByText('Section: 608×1080 of 1920×1080 · Sent: 608×1080')).toBeTruthy();
});

it.each([
  ['1:1', 'crop=1080:1080:420:0'],
  ['4:5', 'crop=864:1080:528:0'],
  ['16:9', 'crop=1920:1080:0:0'],
  ['free', 'crop=608:1080:656:0'],
])('the ratio %s crops %s and stays chosen', (value, expected) => {
  const graph = renderField(HD);
  const button = ratios().find((button) => button.value === value);
  if (button) fireEvent.click(button);
  expect(graph()).toBe(expected);
  expect(ratio()?.value).toBe(value);
});

it.each([
  ['ArrowLeft', {}, 'crop=608:1080:640:0'],
  ['ArrowRight', { shiftKey: true }, 'crop=608:1080:658:0'],
  ['ArrowDown', {}, 'crop=608:1080:656:0'],
  ['-', {}, 'crop=592:1052:664:14'],
  ['+', {}, 'crop=608:1080:656:0'],
  ['ArrowLeft', { altKey: true }, 'crop=608:1080:656:0'],
  ['Tab', {}, 'crop=608:1080:656:0'],
])('the key %s with %j crops %s', (key, options, expected) => {
  const graph = renderField(HD);
  press(key, options);
  expect(graph()).toBe(expected);
});

it.each([
  ['the frame', false, 100, 0, 'crop=608:1080:1056:0'],
  ['the frame beyond the edge', false, 900, 50, 'crop=608:1080:1312:0'],
  ['the corner', true, -50, 0, 'crop=408:726:656:0'],
])('the crop editor moves or resizes the crop when %s is dragged', (_, corner, x, y, expected) => {
  const graph = renderField(HD);
  shownAs(480);
  const handle = corner ? frame().firstElementChild : frame();
  if (!handle) throw new Error('There is no corner');
  fireEvent.pointerDown(handle, { button: 0, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(handle, { clientX: 10 + x, clientY: 10 + y });
  fireEvent.pointerUp(handle);
  fireEvent.pointerMove(handle, { clientX: 0, clientY: 0 });
  expect(graph()).toBe(expected);
});

it('the crop editor shows typed numbers in the frame and keeps them as numbers', () => {
  const graph = renderField(HD);
  fireEvent.change(screen.getByLabelText(/^From the left/), { target: { value: '100' } });
  expect(graph()).toBe('crop=608:1080:100:0');
  expect(frame().getAttribute('aria-valuenow')).toBe('100');
});

it.each([
  ['an ffmpeg expression', { width: 'ih', height: 'ih', x: '(iw-ow)/2', y: '0' }, '1:1', 'slider'],
  ['a crop larger than the video', { width: '4000', height: '1080', x: '0', y: '0' }, 'free', 'alert'],
])('the crop editor shows the stored crop: %s', (_, crop, expected, shown) => {
  const graph = renderField(HD, { crop: { enabled: true, ...crop } });
  expect(ratio()?.value).toBe(expected);
  expect(graph()).toBe(`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`);
  if (shown === 'alert') expect(screen.getByText('This section cannot be shown.')).toBeTruthy();
  else expect(frame().getAttribute('aria-valuenow')).toBe('420');
});

it.each([
  [{ mode: 'height', height: '720' }, '406×720', false],
  [{ mode: 'fix', fix: '1280x720' }, '1280×720', true],
])('the crop editor shows that the size %j sends %s', (scale, size, distorted) => {
  renderField(HD, { scale });
  expect(screen.getByText(`Section: 608×1080 of 1920×1080 · Sent: ${size}`)).toBeTruthy();
  expect(screen.queryByText('The chosen size distorts this section.') !== null).toBe(distorted);
});

it('the crop editor keeps the numbers if the size of the video is unknown', () => {
  const graph = renderField({ width: 0, height: 0 });
  expect(graph()).toBe('crop=iw:ih:0:0');
  expect(screen.queryByRole('slider')).toBeNull();
});
