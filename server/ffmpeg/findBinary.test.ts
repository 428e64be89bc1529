import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { findBinary } from './child.ts';

const node = process.execPath;

it.each([
  ['in the PATH', basename(node), `/no/such/folder:${dirname(node)}`, node],
  ['that does not exist', 'no-such-program', dirname(node), 'no-such-program'],
  ['with a relative path', './ffmpeg', dirname(node), './ffmpeg'],
  ['with an absolute path', '/opt/ffmpeg', '', '/opt/ffmpeg'],
])('findBinary resolves a program %s', (_, name, path, expected) => expect(findBinary(name, path)).toBe(expected));
