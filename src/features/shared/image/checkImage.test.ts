import { expect, it } from 'vitest';
import { imageTypeOf, refusalOf, wrongType } from './checkImage.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

it.each([
  ['GIF89a…', 'gif'],
  ['\x89PNG\r\n\x1a\n…', 'png'],
  ['\xff\xd8\xff\xe0…', 'jpg'],
  ['<svg xmlns="…">', 'svg'],
  ['\n<?xml version="1.0"?><svg>', 'svg'],
  ['<!-- made by --><svg>', 'svg'],
  ['<!DOCTYPE svg PUBLIC "…"><svg>', 'svg'],
  ['<!doctype html><script>', null],
  ['<html><svg>', null],
  ['RIFF\0\0\0\0WEBP', null],
  ['%PDF-1.4', null],
  ['', null],
])('detects the type of %j: %s', (text, kind) => expect(imageTypeOf(bytes(text))).toBe(kind));

it.each([
  [null, 'Please select a file to upload.', []],
  [{ name: 'a.png', size: 1_048_576 }, null, []],
  [
    { name: 'a.png', size: 1_048_577 },
    'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.',
    ['1048577', '1048576'],
  ],
])('accepts or rejects the file %j', (file, text, values) =>
  expect(refusalOf(file)).toEqual(text === null ? null : { text, values }),
);

const NOT_ALLOWED = 'The selected file type ({{0}}) is not allowed. Allowed file types are {{1}}';
const NOT_VALID = 'The selected file is not a valid {{0}} image. Allowed file types are {{1}}';

it.each([
  ['logo.webp', ['gif', 'svg'], NOT_ALLOWED, ['webp', 'gif, svg']],
  ['logo', ['gif'], NOT_ALLOWED, ['?', 'gif']],
  ['logo.PNG', ['gif', 'png'], NOT_VALID, ['png', 'gif, png']],
  ['logo.jpeg', ['jpg'], NOT_VALID, ['jpeg', 'jpg']],
  ['poster.svg', ['gif', 'png', 'jpg'], NOT_ALLOWED, ['svg', 'gif, png, jpg']],
] as const)('rejects %s if only %j are accepted: %s', (name, accepted, text, values) =>
  expect(wrongType(name, accepted)).toEqual({ text, values }),
);
