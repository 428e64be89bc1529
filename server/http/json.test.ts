import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../apiError.ts';
import { parseJson, tooDeepAt } from './json.ts';

const ProcessConfig = z.object({
  id: z.string().optional(),
  type: z.enum(['ffmpeg']).optional(),
  input: z.array(z.object({ address: z.string() })),
  output: z.array(z.unknown()),
});

describe('parseJson', () => {
  it.each([
    // recorded: POST with broken JSON
    [
      '{"id":"x",\n "input": [,]}',
      "syntax error at line 2, character 14: invalid character ',' looking for beginning of value",
    ],
    ['{"version":3,', 'syntax error at line 1, character 13: unexpected end of JSON input'],
    ['', 'syntax error at line 1, character 0: unexpected end of JSON input'],
    // recorded: POST with a wrong type
    ['{"id":5}', "expect type 'string' for 'id' at line 1, character 8"],
    ['{"input":[{"address":5}],"output":[]}', "expect type 'string' for 'input.address' at line 1, character 23"],
    ['{} x', "syntax error at line 1, character 4: invalid character 'x' after top-level value"],
    ['{"a" 1}', "syntax error at line 1, character 7: invalid character '1' after object key"],
    ['["a" 1]', "syntax error at line 1, character 7: invalid character '1' after array element"],
    ['{"a":"b', 'syntax error at line 1, character 7: unexpected end of JSON input'],
    [
      '{"type":"vlc","input":[],"output":[]}',
      "Key: 'ProcessConfig.Type' Error:Field validation for 'Type' failed on the 'oneof' tag",
    ],
    // as deep as a hostile body may be
    ['['.repeat(100_000), 'syntax error at line 1, character 10001: exceeded max depth'],
  ])('%.40s', (text, detail) => {
    expect(refusal(text)).toEqual({ status: 400, message: 'Invalid JSON', details: [detail] });
  });

  it('names every missing field', () => {
    expect(refusal('{}').details).toEqual([
      "Key: 'ProcessConfig.Input' Error:Field validation for 'Input' failed on the 'required' tag",
      "Key: 'ProcessConfig.Output' Error:Field validation for 'Output' failed on the 'required' tag",
    ]);
  });

  it('gives the document', () => {
    expect(parseJson('{"input":[],"output":[]}', ProcessConfig, 'ProcessConfig')).toEqual({ input: [], output: [] });
  });
});

function refusal(text: string) {
  try {
    parseJson(text, ProcessConfig, 'ProcessConfig');
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message, details: error.details };
    throw error;
  }
  throw new Error('was accepted');
}

it.each([
  ['[[[]]]', 3, null],
  ['[[[]]]', 2, 2],
  ['[[],[],[],{"a":[]}]', 3, null],
  ['"[[[[[["', 2, null],
  [String.raw`["\"[[[[", "\\", [`, 2, null],
  ['{"a":{"b":{', 2, 10],
  ['', 0, null],
])('%s is deeper than %d at %s', (text, most, expected) => expect(tooDeepAt(text, most)).toBe(expected));
