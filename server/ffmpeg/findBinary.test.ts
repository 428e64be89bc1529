import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { findBinary } from './child.ts';

const node = process.execPath;

it.each([
  ['in the PATH', basename(node), `/no/such/folder:${dirname(node)}`, node],
  ['nowhere', 'no-such-program', dirname(node), 'no-such-program'],
  ['with a folder', './ffmpeg', dirname(node), './ffmpeg'],
  ['absolute', '/opt/ffmpeg', '', '/opt/ffmpeg'],
])('%s', (_, name, path, expected) => expect(findBinary(name, path)).toBe(expected));
