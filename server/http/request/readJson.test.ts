import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../util/apiError.ts';
import { limit } from '../../util/limits.ts';
import { parseJson } from './readJson.ts';

const ProcessConfig = z.object({
  id: z.string().optional(),
  type: z.enum(['ffmpeg']).optional(),
  input: z.array(z.object({ address: z.string() })),
  output: z.array(z.unknown()),
});

describe('parseJson', () => {
  it.each([
    [
      '{"id":"x",\n "input": [,]}',
      "syntax error at line 2, character 14: invalid character ',' looking for beginning of value",
    ],
    ['{"version":3,', 'syntax error at line 1, character 13: unexpected end of JSON input'],
    ['', 'syntax error at line 1, character 0: unexpected end of JSON input'],
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
    ['{"id":"a\\u12","x', 'syntax error at line 1, character 16: unexpected end of JSON input'],
    [
      '{"input":[{"address":"a"},{"address":[]}],"id":1}',
      "expect type 'string' for 'input.address' at line 1, character 39",
    ],
    ['['.repeat(100_000), 'syntax error at line 1, character 10001: exceeded max depth'],
  ])('rejects %.40s with the position', (text, detail) => {
    expect(refusal(text)).toEqual({ status: 400, message: 'Invalid JSON', details: [detail] });
  });

  it('names every missing field', () => {
    expect(refusal('{}').details).toEqual([
      "Key: 'ProcessConfig.Input' Error:Field validation for 'Input' failed on the 'required' tag",
      "Key: 'ProcessConfig.Output' Error:Field validation for 'Output' failed on the 'required' tag",
    ]);
  });

  it('returns the document', () => {
    expect(parseJson('{"input":[],"output":[]}', ProcessConfig, 'ProcessConfig')).toEqual({ input: [], output: [] });
  });
});

function refusal(text: string, schema: z.ZodType = ProcessConfig) {
  try {
    parseJson(text, schema, 'ProcessConfig');
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message, details: error.details };
    throw error;
  }
  throw new Error('was accepted');
}

describe('hostile JSON bodies', () => {
  const zeros = (count: number) => Array.from({ length: count }, () => '0').join(',');

  it('are limited in their number of values, with a higher limit for metadata', () => {
    const tooMany = { status: 413, details: ['the body has too many values'] };
    expect(refusal(`[${zeros(limit('jsonValues'))}]`)).toMatchObject(tooMany);
    const text = `[${zeros(limit('jsonValues'))}]`;
    expect(parseJson(text, z.unknown(), 'Metadata', limit('metadataValues'))).toHaveLength(limit('jsonValues'));
    const more = `[${zeros(limit('metadataValues'))}]`;
    expect(() => parseJson(more, z.unknown(), 'Metadata', limit('metadataValues'))).toThrow('Request Entity Too Large');
  });

  it('get a short error message', () => {
    const objects = Array.from({ length: 5000 }, () => '{}').join(',');
    expect(refusal(`{"input":[],"output":[],"type":"a","x":[${objects}]}`).details).toHaveLength(1);
    const Strict = z.record(z.string(), z.object({ value: z.enum(['a']) }));
    const keys = Array.from({ length: 1000 }, (_, index) => `"${'k'.repeat(1000)}${index}":{"value":"b"}`);
    const typed = `{"${'k'.repeat(100_000)}":{"value":5}}`;
    for (const text of [`{${keys.join(',')}}`, typed, `{"a${'\\'.repeat(50_001)}`, `[${'x'.repeat(100_000)}`]) {
      const { details } = refusal(text, Strict);
      expect(details.length).toBeLessThanOrEqual(20);
      expect(details.join('').length).toBeLessThan(20 * 1000);
    }
  });

  it.each([
    ['a list deep inside of many', `{"input":1,"x":${'['.repeat(1990)}${zeros(7000)}${']'.repeat(1990)}}`],
    ['many short objects', `{"input":1,"x":[${Array.from({ length: 9000 }, () => '{"a":1}').join(',')}]}`],
    ['a long word', `{"x":"${'a'.repeat(250_000)}","input":1}`],
    ['a word of signs', `{"x":"${'\\\\u0041'.repeat(40_000)}","input":1}`],
    ['a key of quotes', `{"${'\\\\"'.repeat(60_000)}":1,"input":1}`],
    ['a long number', `{"x":${'1'.repeat(250_000)},"input":1}`],
    ['only space', `${' '.repeat(200_000)}{"input":1}`],
    ['only lines', `${'\n'.repeat(200_000)}{"input":1}`],
    ['brackets without an end', '['.repeat(9_900)],
    ['keys without an end', '{"a":'.repeat(9_900)],
  ])('with %s are scanned in linear time', (_, text) => {
    const startedAt = process.cpuUsage();
    for (let time = 0; time < 5; time += 1) expect(refusal(text).details).toHaveLength(1);
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000 / 5).toBeLessThan(150);
  });
});
