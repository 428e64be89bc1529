import { expect, it } from 'vitest';
import { maskOfRun } from './maskProcessSecrets.ts';

const SRT = 'srt://localhost:6000?mode=caller&streamid=ch1,token:T&passphrase=a secret of ours';

it.each([
  ['an input', ['-i', SRT, '-f', 'null', '-']],
  ['an output', ['-i', 'x', '-f', 'mpegts', SRT]],
])('a passphrase with spaces in the address of %s is masked in the output of ffmpeg', (_, args) => {
  expect(maskOfRun(args)(`${SRT}: Input/output error`)).not.toMatch(/secret|of ours/);
  expect(maskOfRun(args)(`${SRT}: Input/output error`)).toContain('Input/output error');
});
