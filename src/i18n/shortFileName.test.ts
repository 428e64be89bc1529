import { expect, it } from 'vitest';
import { shortFileName } from './shortFileName.ts';

it.each([
  ['export.json', 'export.json'],
  ['a\u202egpj\n.zip', 'agpj .zip'],
  [`${'x'.repeat(200)}-2026.json`, `${'x'.repeat(48)}…${'x'.repeat(14)}-2026.json`],
  [`${'🙂'.repeat(100)}.zip`, `${'🙂'.repeat(48)}…${'🙂'.repeat(20)}.zip`],
])('the name of a file keeps its end: %s', (name, shown) => expect(shortFileName(name)).toBe(shown));
