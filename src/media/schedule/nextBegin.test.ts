import { expect, it } from 'vitest';
import { formatNextBegin, parseNextBegin } from './nextBegin.ts';

const AT = Date.parse('2026-12-06T08:55:00.000Z');

it.each([
  [formatNextBegin(AT), '2026-12-06T08:55:00.000Z'],
  [formatNextBegin(null), ''],
  ['', ''],
  ['<!doctype html><title>Studio</title>', ''],
  ['null', ''],
  ['[]', ''],
  ['{"startsAt":1765011300000}', ''],
  ['{"startsAt":"tomorrow"}', ''],
  [`{"startsAt":"2026-12-06T08:55:00Z","more":"${'x'.repeat(300)}"}`, ''],
])('the file %j announces %j', (text, expected) => expect(parseNextBegin(text)).toBe(expected));
