import { describe, expect, it } from 'vitest';
import { ProcessConfig, ProcessState } from '../../api/answers/process.ts';
import { mayGoUncounted, saveDiffers, showsCopying } from './disableStaleTimeout.ts';

const sent = (options: readonly string[], stale = 30) =>
  ProcessConfig.parse({
    ...{ id: 'x', reference: 'x', options: [], stale_timeout_seconds: stale },
    input: [{ id: 'input_0', address: 'rtsp://x', options: ['-c:v', 'h264_cuvid'] }],
    output: [{ id: 'output_0', address: 'y', options }],
  });
const copied = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'aac'];
const encoded = ['-map', '0:0', '-codec:v', 'libx264', '-map', '0:1', '-codec:a', 'copy'];
const none = ['-vn', '-map', '0:1', '-codec:a', 'copy'];
const all = ['-c', 'copy'];
const both = [...copied, ...encoded];

const v = (text: string) => {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return { major, minor };
};

describe.each([
  ['4.4', false],
  ['5.1', false],
  ['6.0', false],
  ['6.1', true],
  ['6.2', true],
  ['7.0', true],
  ['7.1', true],
  ['9.0', true],
  ['0.0', false],
])('ffmpeg %s', (version, silent) => {
  it.each([
    ['copied video', copied, silent],
    ['all copied', all, silent],
    ['encoded video', encoded, false],
    ['one picture copied and one encoded', both, false],
    ['no video', none, false],
  ])('reports no frames for some outputs: %s', (_, options, uncounted) =>
    expect(mayGoUncounted(sent(options), v(version))).toBe(uncounted),
  );
});

it('an unknown ffmpeg is expected to report frames', () => expect(mayGoUncounted(sent(copied), null)).toBe(false));

it.each([
  ['6.1', 'what runs with its timeout', copied, 30, 30, false],
  ['6.1', 'what is written without one by now', copied, 0, 30, false],
  ['6.1', 'a timeout that the operator took away', copied, 30, 0, true],
  ['6.1', 'another timeout', copied, 30, 20, true],
  ['6.1', 'encoded video without a timeout', encoded, 0, 30, true],
  ['5.1', 'a timeout given where there was none', copied, 0, 30, true],
  ['5.1', 'the same', copied, 30, 30, false],
])(
  'with ffmpeg %s, a save interrupts the process only if it must: %s',
  (version, _, options, stored, desired, differs) =>
    expect(saveDiffers(sent(options, stored), sent(options, desired), v(version))).toBe(differs),
);

it('changes other than the stale timeout interrupt the process', () => {
  expect(saveDiffers(sent(copied, 0), sent([...copied, '-f', 'flv']), v('6.1'))).toBe(true);
  expect(saveDiffers(sent(encoded), sent(copied), v('6.1'))).toBe(true);
});

it.each([
  ['a patched ffmpeg', ['-i', 'x', ...copied, 'y'], { frame: 50 }, true],
  ['a core that reads the time', ['-i', 'x', ...copied, 'y'], { time: 2.4 }, true],
  ['a core that sees nothing of it', ['-i', 'x', ...copied, 'y'], { frame: 0 }, false],
  ['a process that has not run', [], null, false],
  ['encoded video, which shows nothing', ['-i', 'x', ...encoded, 'y'], { frame: 50 }, false],
  ['the snapshot', ['-i', 'x', '-frames:v', '1', '-f', 'image2', 'y'], { frame: 1 }, false],
  ['audio only', ['-i', 'x', ...none, 'y'], { time: 2.4 }, false],
])('a process state shows whether copied video is reported: %s', (_, command, progress, shows) =>
  expect(showsCopying(ProcessState.parse({ order: 'start', exec: 'running', command, progress }))).toBe(shows),
);
