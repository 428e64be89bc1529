import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FfmpegVersion } from '../../../src/media/encoding/skills.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

/** The ffmpeg under test: FFMPEG_TESTED replaces the installed one, also as "chroot /where ffmpeg". */
const [program = 'ffmpeg', ...before] = (process.env.FFMPEG_TESTED ?? 'ffmpeg')
  .split(' ')
  .filter((word) => word !== '');

interface ProgramRun {
  ok: boolean;
  text: string;
}

export async function askFfmpeg(args: readonly string[]): Promise<ProgramRun> {
  const child = spawn(program, [...before, '-hide_banner', '-nostdin', '-y', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let text = '';
  for (const out of [child.stdout, child.stderr]) {
    out.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  try {
    const [code] = await once(child, 'close');
    return { ok: code === 0, text };
  } finally {
    clearTimeout(timer);
  }
}

export async function versionAsked(): Promise<FfmpegVersion & { version: string }> {
  const { text } = await askFfmpeg(['-version']);
  const [, version = '', major = '0', minor = '0'] = /^ffmpeg version (\D{0,2}(\d+)(?:\.(\d+))?\S*)/m.exec(text) ?? [];
  return { version, major: Number(major), minor: Number(minor) };
}

/** Names in a listing: ` V....D libx264 what it is`, or one per line. */
export async function listNames(
  list: 'encoders' | 'decoders' | 'hwaccels' | 'demuxers' | 'devices' | 'muxers' | 'filters',
) {
  const { text } = await askFfmpeg([`-${list}`]);
  const pattern = /^ [A-Z. ]+ ([\w,-]+)(?: |$)|^(\w+)$/;
  return new Set(
    text.split('\n').flatMap((line) => {
      const [, inTable, single] = pattern.exec(line) ?? [];
      return (inTable ?? single ?? '').split(',');
    }),
  );
}

/** Options of an encoder, decoder or demuxer with their named values. */
export async function optionsOf(kind: 'encoder' | 'decoder' | 'demuxer', id: string) {
  const { text } = await askFfmpeg(['-h', `${kind}=${id}`]);
  const options = new Map<string, Set<string>>();
  let last = new Set<string>();
  for (const line of text.split('\n')) {
    const [, option] = /^ {2}-(\S+) +<\w+>/.exec(line) ?? [];
    const [, word] = /^ {5}(\S+) /.exec(line) ?? [];
    if (option !== undefined) {
      last = new Set();
      options.set(option, last);
    } else if (word !== undefined) last.add(word);
  }
  return options;
}
